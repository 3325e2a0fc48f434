import * as v from 'valibot';
import { betNames } from '#domain/bet-types.ts';
import { directionControls } from '#domain/direction-controls.ts';
import { uuidv7Pattern } from '#domain/uuid.ts';
import * as words from '#contract/words/checks.ts';

/** A name or an address holds no control characters (such as NUL, which PostgreSQL refuses in any text), nor of direction. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const controlCharacters = /[\u0000-\u001f\u007f]/;

/** One line of text, trimmed, from `min` to `max` characters. */
export function line(min: number, max: number) {
  return v.pipe(
    v.string(),
    v.trim(),
    v.minLength(min, min === 1 ? words.required : words.atLeast(min)),
    v.maxLength(max, words.atMost(max)),
    v.check((text) => !controlCharacters.test(text) && !directionControls.test(text), words.notAllowed),
  );
}

/** Whole francs as a JSON integer. */
export const francs = v.pipe(
  v.number(words.wholeFrancs),
  v.safeInteger(words.wholeFrancs),
  v.minValue(0, words.wholeFrancs),
);

/** Francs with a sign, as a statement shows what came in and what went out. */
export const signedFrancs = v.pipe(v.number(), v.safeInteger());

/** An instant, ISO 8601 in UTC: `2026-11-20T18:35:00.000Z`. */
export const instant = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.check((text) => isDay(text.slice(0, 10)), words.noSuchDay),
  v.check(isOffset, words.noSuchZone),
);

/** Whether the UTC offset at the end of an instant is one that time zones use, −12:00 to +14:00. */
function isOffset(text: string): boolean {
  const [, sign, hours, minutes = '0'] = /([+-])(\d\d)(?::?(\d\d))?$/.exec(text.slice(10)) ?? [];
  if (sign === undefined) return true;
  return Number(hours) * 60 + Number(minutes) <= (sign === '+' ? 14 : 12) * 60;
}

/** Whether a `YYYY-MM-DD` exists in the calendar, which has no year 0. */
function isDay(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`);
  return text >= '0001' && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

/** The id of a ticket, a draw or a payment. */
export const uuid = v.pipe(v.string(), v.uuid(words.notAnId), v.toLowerCase());

/** An id made on the caller's side, which carries the time it was made. */
export const uuid7 = v.pipe(v.string(), v.toLowerCase(), v.regex(uuidv7Pattern, words.uuid7));

/** Bytes, in hex. */
export const hex = v.pipe(v.string(), v.regex(/^([0-9a-f]{2})*$/, words.hex));

export const betName = v.picklist(betNames, words.oneOf(betNames));

/** The numbers of a ticket or a result, "1" to "9". How many, and that none repeats, is a rule of the game. */
export const numbers = v.pipe(
  v.array(v.pipe(v.string(words.numberText), v.maxLength(16, words.number))),
  v.maxLength(9, words.nineNumbers),
);

/** `YYYY-MM-DD`, a day that exists. */
export const date = v.pipe(v.string(words.isoDate), v.isoDate(words.isoDate), v.check(isDay, words.noDate));

const phoneWanted = words.phone;

/** A telephone number as a person writes it; the server reads it as E.164 with the country's rules. */
export const phone = v.pipe(
  v.string(phoneWanted),
  v.trim(),
  v.minLength(1, words.required),
  v.maxLength(32, phoneWanted),
  v.regex(/^\+?[0-9 ().-]+$/, phoneWanted),
);

const emailWanted = words.email;

export const email = v.pipe(v.string(emailWanted), v.trim(), v.maxLength(254, emailWanted), v.email(emailWanted));

/** ISO 3166 alpha-2. */
export const country = v.pipe(v.string(words.country), v.toUpperCase(), v.regex(/^[A-Z]{2}$/, words.country));

export const password = v.pipe(
  v.string(words.password),
  v.minLength(8, words.passwordShort),
  v.maxLength(128, words.passwordLong),
);

/** A page of a list. `meta.next` asks for the next page; null on the last. */
export function page<const S extends v.GenericSchema>(item: S) {
  return v.object({ data: v.array(item), meta: v.object({ next: v.nullable(v.string()) }) });
}

export function one<const S extends v.GenericSchema>(item: S) {
  return v.object({ data: item });
}

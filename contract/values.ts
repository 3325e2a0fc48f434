import * as v from 'valibot';
import { betNames } from '#domain/bet-types.ts';
import { uuidv7Pattern } from '#domain/uuid.ts';

/** A name or an address holds no control characters (such as NUL, which PostgreSQL refuses in any text). */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const controlCharacters = /[\u0000-\u001f\u007f]/;

/** One line of text, trimmed, from `min` to `max` characters. */
export function line(min: number, max: number) {
  return v.pipe(
    v.string(),
    v.trim(),
    v.minLength(min, min === 1 ? 'This is required.' : `At least ${min} characters.`),
    v.maxLength(max, `At most ${max} characters.`),
    v.check((text) => !controlCharacters.test(text), 'This contains characters that are not allowed.'),
  );
}

/** Whole francs as a JSON integer. */
export const francs = v.pipe(
  v.number('An amount in whole francs.'),
  v.safeInteger('An amount in whole francs.'),
  v.minValue(0, 'An amount in whole francs.'),
);

/** Francs with a sign, as a statement shows what came in and what went out. */
export const signedFrancs = v.pipe(v.number(), v.safeInteger());

/** An instant, ISO 8601 in UTC: `2026-11-20T18:35:00.000Z`. */
export const instant = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.check((text) => isDay(text.slice(0, 10)), 'There is no such day.'),
  v.check(isOffset, 'There is no such time zone.'),
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
export const uuid = v.pipe(v.string(), v.uuid('This is not an id.'), v.toLowerCase());

/** An id made on the caller's side, which carries the time it was made. */
export const uuid7 = v.pipe(v.string(), v.toLowerCase(), v.regex(uuidv7Pattern, 'A UUID of version 7.'));

/** Bytes, in hex. */
export const hex = v.pipe(v.string(), v.regex(/^([0-9a-f]{2})*$/, 'Bytes in hex, in small letters.'));

export const betName = v.picklist(betNames, `One of ${betNames.join(', ')}.`);

/** The numbers of a ticket or a result, "1" to "9". How many, and that none repeats, is a rule of the game. */
export const numbers = v.pipe(
  v.array(v.pipe(v.string('A number "1" to "9", as text.'), v.maxLength(16, 'A number "1" to "9".'))),
  v.maxLength(9, 'At most nine numbers.'),
);

/** `YYYY-MM-DD`, a day that exists. */
export const date = v.pipe(
  v.string('Enter a date as YYYY-MM-DD.'),
  v.isoDate('Enter a date as YYYY-MM-DD.'),
  v.check(isDay, 'This date does not exist.'),
);

const phoneWanted = 'Enter a valid phone number, such as +225 07 12 34 56 78.';

/** A telephone number as a person writes it; the server reads it as E.164 with the country's rules. */
export const phone = v.pipe(
  v.string(phoneWanted),
  v.trim(),
  v.minLength(1, 'This is required.'),
  v.maxLength(32, phoneWanted),
  v.regex(/^\+?[0-9 ().-]+$/, phoneWanted),
);

const emailWanted = 'Enter a valid e-mail address, such as awa@example.com.';

export const email = v.pipe(v.string(emailWanted), v.trim(), v.maxLength(254, emailWanted), v.email(emailWanted));

/** ISO 3166 alpha-2. */
export const country = v.pipe(
  v.string('Enter a country code, such as CI.'),
  v.toUpperCase(),
  v.regex(/^[A-Z]{2}$/, 'Enter a country code, such as CI.'),
);

export const password = v.pipe(
  v.string('Enter a password.'),
  v.minLength(8, 'Use at least 8 characters.'),
  v.maxLength(128, 'Use at most 128 characters.'),
);

/** A query parameter that is a whole number in a range. */
export function queryInteger(min: number, max: number) {
  return v.pipe(
    v.string(),
    v.description(`A whole number from ${min} to ${max}.`),
    v.regex(/^\d{1,9}$/, `A whole number from ${min} to ${max}.`),
    v.transform(Number),
    v.minValue(min, `A whole number from ${min} to ${max}.`),
    v.maxValue(max, `A whole number from ${min} to ${max}.`),
  );
}

/** A query parameter that lists some of a set: `pending,win`. */
export function queryList<const T extends readonly string[]>(values: T) {
  return v.pipe(
    v.string(),
    v.description(`Some of ${values.join(', ')}, separated by commas.`),
    v.maxLength(200),
    v.transform((text) => text.split(',')),
    v.array(v.picklist(values, `Some of ${values.join(', ')}, separated by commas.`)),
  );
}

/** A query parameter that lists ids: `019b…,019c…`. */
export function queryIds(most: number) {
  return v.pipe(
    v.string(),
    v.description(`At most ${most} ids, separated by commas.`),
    v.maxLength(most * 37),
    v.transform((text) => text.split(',')),
    v.array(uuid),
    v.maxLength(most, `At most ${most} ids.`),
  );
}

/** Keyset paging: `cursor` is the last answer's `meta.next`. */
export const paging = {
  cursor: v.optional(
    v.pipe(v.string(), v.maxLength(200), v.regex(/^[A-Za-z0-9_.:-]+$/, 'A cursor of an earlier answer.')),
  ),
  limit: v.optional(queryInteger(1, 100)),
};

/** A page of a list. `meta.next` asks for the next page; null on the last. */
export function page<const S extends v.GenericSchema>(item: S) {
  return v.object({ data: v.array(item), meta: v.object({ next: v.nullable(v.string()) }) });
}

export function one<const S extends v.GenericSchema>(item: S) {
  return v.object({ data: item });
}

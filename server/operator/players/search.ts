import type { AnswerOf } from '#contract/endpoint.ts';
import type { searchPlayers } from '#contract/operator/players.ts';
import { countries } from '#domain/countries.ts';
import { localTimeIn, startOfDate } from '#domain/timetable.ts';
import { readSerial } from '#domain/ticket-serial.ts';
import { uuidPattern } from '#domain/uuid.ts';
import { callingCodeOf, findPhones } from '#server/identity/phone-number.ts';
import { actAs, type Operator, type Operators } from '#server/operator/access/operators.ts';

type Found = AnswerOf<typeof searchPlayers>['data'];

/** The possible meanings of the typed text, as `console.search` takes them. */
interface Sought {
  readonly how:
    | 'client'
    | 'phone'
    | 'phone_end'
    | 'email'
    | 'name'
    | 'reference'
    | 'serial'
    | 'id'
    | 'draw'
    | 'request';
  readonly value: string;
  /** The phone of the player whose ticket is looked for. */
  readonly of?: string;
}

const mostFound = 20;

/** Finds players, payments, tickets, draws and requests by whatever was typed, at most twenty. */
export async function search(operators: Operators, { session }: Operator, text: string): Promise<Found> {
  const found: Found = [];
  await actAs(operators, async (tx) => {
    for (const { how, value, of } of meaningsOf(text, operators.timeZone)) {
      if (found.length >= mostFound) return;
      const rows = await tx.query<{ one: Found[number] }>('select one from console.search($1, $2, $3, $4, $5) one', [
        session,
        how,
        value,
        of ?? null,
        mostFound - found.length,
      ]);
      for (const { one } of rows) {
        if (!found.some(({ what, id }) => what === one.what && id === one.id)) found.push(one);
      }
    }
  });
  return found;
}

const fewestDigits = 4;

/** The beginning of an id, as the console writes it and people read it out. */
const beginningOfId = /^[0-9a-f]{4,8}$|^[0-9a-f]{8}-[0-9a-f-]{0,27}$/i;

/** Everything that a text may mean, the likeliest first. */
export function meaningsOf(typed: string, timeZone: string): Sought[] {
  const text = typed.trim();
  const request = /^r-?(\d{1,15})$/i.exec(text)?.[1];
  if (request !== undefined) return [{ how: 'request', value: request }];
  const number = /^#(\d{1,15})$/.exec(text)?.[1];
  if (number !== undefined) return [{ how: 'client', value: number }];
  const id = text.toLowerCase().replaceAll('-', '');
  if (uuidPattern.test(text.toLowerCase())) return [{ how: 'id', value: id }];
  if (text.includes('@')) return [{ how: 'email', value: text }];
  const meanings: Sought[] = [];
  const draw = minuteOf(text, timeZone);
  if (draw !== null) meanings.push({ how: 'draw', value: draw });
  if (beginningOfId.test(text)) meanings.push({ how: 'id', value: id });
  const ofPhone = /^(.*\d)\s+(\S{12,14})$/.exec(text);
  const serial = readSerial(ofPhone?.[2] ?? text);
  if (serial !== null && ofPhone !== null) {
    return findPhones(ofPhone[1]!).map((of) => ({ how: 'serial', value: String(serial), of }));
  }
  if (serial !== null) meanings.push({ how: 'serial', value: String(serial) });
  meanings.push(...phonesBeginning(text).map((value) => ({ how: 'phone', value }) as const));
  if (/^\d{4}$/.test(text)) meanings.push({ how: 'phone_end', value: text });
  meanings.push({ how: 'reference', value: text });
  if (/\p{L}/u.test(text)) meanings.push({ how: 'name', value: foldName(text) });
  return meanings;
}

/** The minute of `18:35`, `1835` or `24/11 18:35`, on the operators' clock. */
function minuteOf(text: string, timeZone: string): string | null {
  const found = /^(?:(\d{1,2})\/(\d{1,2})\s+)?([01]?\d|2[0-3]):?([0-5]\d)$/.exec(text);
  if (found === null) return null;
  const [, day, month, hour, minute] = found;
  const today = localTimeIn(timeZone)(Date.now()).date;
  const date = day === undefined ? today : `${today.slice(0, 4)}-${month!.padStart(2, '0')}-${day.padStart(2, '0')}`;
  if (Number.isNaN(Date.parse(date))) return null;
  const start = new Date(`${date}T00:00:00Z`).toISOString().slice(0, 10);
  return new Date(startOfDate(start, timeZone) + (Number(hour) * 60 + Number(minute)) * 60_000).toISOString();
}

/** Whole phones where it is one, else beginnings of phones of all countries. */
function phonesBeginning(text: string): string[] {
  if (!/^\+?[\d\s.()-]+$/.test(text)) return [];
  const digits = text.replaceAll(/\D/g, '');
  if (digits.length < fewestDigits) return [];
  const whole = findPhones(text);
  if (whole.length > 0) return whole;
  return text.startsWith('+') ? [`+${digits}`] : countries.map((country) => `+${callingCodeOf(country)}${digits}`);
}

/** Folds a name like the database's `fold_name`. */
function foldName(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll(/\s+/g, ' ');
}

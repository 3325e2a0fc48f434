import type { AnswerOf } from '#contract/endpoint.ts';
import type { searchPlayers } from '#contract/operator/players.ts';
import { countries } from '#domain/countries.ts';
import { readSerial } from '#domain/ticket-serial.ts';
import { uuidPattern } from '#domain/uuid.ts';
import { callingCodeOf, findPhones } from '#server/identity/phone-number.ts';
import { actAs, type Operator, type Operators } from '#server/operator/access/operators.ts';

export type Found = AnswerOf<typeof searchPlayers>['data'];

/** What may be meant by what was typed, as `console.search` takes it. */
export interface Sought {
  readonly how: 'client' | 'phone' | 'email' | 'name' | 'payment' | 'reference' | 'ticket' | 'serial';
  readonly value: string;
  /** The phone of the player whose ticket is looked for. */
  readonly of?: string;
}

const mostFound = 20;

/** Finds players, payments and tickets by whatever was typed, at most twenty. */
export async function search(operators: Operators, { session }: Operator, text: string): Promise<Found> {
  const found: Found = [];
  await actAs(operators, async (tx) => {
    for (const { how, value, of } of meaningsOf(text)) {
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

/** Everything that a text may mean, the likeliest first. */
export function meaningsOf(typed: string): Sought[] {
  const text = typed.trim();
  const number = /^#(\d{1,15})$/.exec(text)?.[1];
  if (number !== undefined) return [{ how: 'client', value: number }];
  if (uuidPattern.test(text.toLowerCase())) {
    const value = text.toLowerCase();
    return [
      { how: 'payment', value },
      { how: 'ticket', value },
    ];
  }
  if (text.includes('@')) return [{ how: 'email', value: text }];
  const meanings: Sought[] = [];
  const ofPhone = /^(.*\d)\s+(\S{12,14})$/.exec(text);
  const serial = readSerial(ofPhone?.[2] ?? text);
  if (serial !== null && ofPhone !== null) {
    return findPhones(ofPhone[1]!).map((of) => ({ how: 'serial', value: String(serial), of }));
  }
  if (serial !== null) meanings.push({ how: 'serial', value: String(serial) });
  meanings.push(...phonesBeginning(text).map((value) => ({ how: 'phone', value }) as const));
  meanings.push({ how: 'reference', value: text });
  if (/\p{L}/u.test(text)) meanings.push({ how: 'name', value: foldName(text) });
  return meanings;
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

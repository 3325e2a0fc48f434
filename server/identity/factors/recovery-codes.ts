import { randomBytes } from 'node:crypto';
import type { Queryable } from '#database/connect.ts';
import { Refusal } from '#server/http/refusal.ts';
import { hashPassword, verifyPassword } from '#server/identity/passwords/password.ts';
import type { Sentence } from '#server/words/languages.ts';

/** Crockford's base32, which has no letters that look like digits. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const characters = 12;
const places = Array.from({ length: 10 }, (_, place) => place);

interface NewRecoveryCodes {
  /** `3-XXXX-XXXX-XXXX`: the place, then 60 random bits. They are shown once and stored nowhere. */
  readonly codes: readonly string[];
  readonly hashes: readonly string[];
}

/** Ten codes. The hashes take about a second of processor time, so make them outside a transaction. */
export async function makeRecoveryCodes(): Promise<NewRecoveryCodes> {
  const secrets = places.map(randomSecret);
  const hashes = await Promise.all(secrets.map((secret) => hashPassword(secret)));
  return { codes: secrets.map((secret, place) => `${place}-${secret.match(/.{4}/g)!.join('-')}`), hashes };
}

/** Stores a client's codes in place of the ones before. The caller has locked the client's row. */
export async function storeRecoveryCodes(tx: Queryable, clientId: number, hashes: readonly string[]): Promise<void> {
  await removeRecoveryCodes(tx, clientId);
  await tx.query(
    `insert into recovery_code (client_id, place, hash)
     select $1, place - 1, hash from unnest($2::text[]) with ordinality as made (hash, place)`,
    [clientId, hashes],
  );
}

export async function removeRecoveryCodes(tx: Queryable, clientId: number): Promise<void> {
  await tx.query('delete from recovery_code where client_id = $1', [clientId]);
}

/** A code that was right when it was looked at. `useRecoveryCode` uses it up. */
export interface FoundRecoveryCode {
  readonly place: number;
  readonly hash: string;
}

/**
 * Finds the unused code that this is; null when there is none. Its digit says which one to compare, so each try costs one
 * hash, also where there is no such code.
 */
export async function findRecoveryCode(
  db: Queryable,
  clientId: number,
  typed: string,
): Promise<FoundRecoveryCode | null> {
  const { place, secret } = readTyped(typed);
  const [row] = await db.query<{ hash: string }>(
    'select hash from recovery_code where client_id = $1 and place = $2 and used_at is null',
    [clientId, place],
  );
  const isRight = await verifyPassword(secret, row?.hash ?? null);
  return isRight && row !== undefined ? { place, hash: row.hash } : null;
}

/** Uses a code up. Returns null, or the refusal for the caller to throw: of concurrent uses of one code only one succeeds. */
export async function useRecoveryCode(
  tx: Queryable,
  clientId: number,
  found: FoundRecoveryCode | null,
): Promise<Refusal | null> {
  if (found === null) return refuseRecoveryCode();
  const rows = await tx.query(
    `update recovery_code set used_at = clock_timestamp()
     where client_id = $1 and place = $2 and hash = $3 and used_at is null returning place`,
    [clientId, found.place, found.hash],
  );
  return rows.length === 1 ? null : refuseRecoveryCode();
}

export async function countRecoveryCodes(db: Queryable, clientId: number): Promise<number> {
  const [row] = await db.query<{ left: number }>(
    'select count(*)::integer as left from recovery_code where client_id = $1 and used_at is null',
    [clientId],
  );
  return row!.left;
}

function randomSecret(): string {
  return [...randomBytes(characters)].map((byte) => alphabet[byte % alphabet.length]).join('');
}

/** Small letters, spaces in place of hyphens, and O, I and L for 0 and 1 are read as they are meant. */
function readTyped(typed: string): { readonly place: number; readonly secret: string } {
  const text = typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return { place: Number(/^\d/.exec(text)?.[0] ?? 0), secret: text.slice(1) };
}

function refuseRecoveryCode(): Refusal {
  const message: Sentence = ({ recoveryCodeWrong }) => recoveryCodeWrong;
  return new Refusal('invalid_code', {
    detail: message,
    errors: [{ path: 'recoveryCode', message, code: 'invalid_code' }],
  });
}

import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import type { Queryable } from '#database/connect.ts';
import { hashToken } from '#server/identity/sessions/sessions.ts';
import type { Player } from './players.ts';

/** Gives a client so many passkeys, whose private keys nobody has. @returns their ids, and the credentials' */
export async function addPasskeys(
  owner: Queryable,
  { id }: Pick<Player, 'id'>,
  count: number,
): Promise<{ ids: string[]; credentialIds: string[] }> {
  await owner.query('update client set handle = $2 where id = $1', [id, randomBytes(32)]);
  const rows = await owner.query<{ id: string; credential_id: Buffer }>(
    `insert into passkey (client_id, credential_id, public_key, counter, transports, backed_up, name)
     select $1, sha256(gen_random_uuid()::text::bytea), 'not a key', 0, '{internal}', true, 'Phone ' || n
     from generate_series(1, $2) n returning id, credential_id`,
    [id, count],
  );
  return {
    ids: rows.map((row) => row.id),
    credentialIds: rows.map(({ credential_id }) => credential_id.toString('base64url')),
  };
}

/** Asks the sessions of these tokens for a passkey. @returns the tokens */
export async function askForPasskeys(
  owner: Queryable,
  tokens: readonly string[],
  purpose: 'add' | 'proof',
): Promise<readonly string[]> {
  await owner.query(
    `insert into passkey_challenge (purpose, client_id, flow, nonce, expires_at)
     select $2, client_id, id, sha256(token_hash), now() + interval '1 day' from session where token_hash = any ($1)`,
    [tokens.map(hashToken), purpose],
  );
  return tokens;
}

/** Begins so many sign-ins with a passkey. @returns the ids of their challenges */
export async function beginPasskeySignIns(owner: Queryable, count: number): Promise<string[]> {
  const rows = await owner.query<{ id: string }>(
    `insert into passkey_challenge (purpose, nonce, expires_at)
     select 'sign_in', sha256(n::text::bytea), now() + interval '1 day' from generate_series(1, $1) n returning id`,
    [count],
  );
  return rows.map(({ id }) => id);
}

const bytes = (length: number) =>
  fc.uint8Array({ minLength: length, maxLength: length }).map((array) => Buffer.from(array).toString('base64url'));

/** Signatures that no authenticator has made, of one of these passkeys or of an unknown one. */
export function forgedUses(credentialIds: readonly string[]): fc.Arbitrary<unknown> {
  return fc
    .record({
      id: fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...credentialIds) }, { weight: 1, arbitrary: bytes(32) }),
      clientDataJSON: bytes(60),
      authenticatorData: bytes(37),
      signature: bytes(70),
    })
    .map(({ id, ...response }) => ({ id, rawId: id, type: 'public-key', response }));
}

/** Passkeys that no authenticator has made. */
export const forgedPasskeys: fc.Arbitrary<unknown> = fc
  .record({ id: bytes(32), clientDataJSON: bytes(60), attestationObject: bytes(200) })
  .map(({ id, ...response }) => ({ id, rawId: id, type: 'public-key', response }));

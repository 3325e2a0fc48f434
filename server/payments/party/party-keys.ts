import type { Queryable } from '#database/connect.ts';
import type { KeyRing } from '#server/keys/key-ring.ts';
import { openClientKey, sealClientKey } from './party.ts';

/**
 * Looks whether a process has every key that clients' keys are sealed under.
 *
 * @returns which setting is wrong and why; null where all is well
 */
export async function refusePartyKeys(db: Queryable, { all }: KeyRing): Promise<string | null> {
  // Jumps from one id to the next in the index: clients are many, keys are few.
  const [row] = await db.query<{ id: Buffer }>(
    `with recursive known as (
       (select key_id as id from party_key order by key_id limit 1)
       union all
       select (select key_id from party_key where key_id > known.id order by key_id limit 1) from known where known.id is not null
     )
     select id from known where id <> all ($1) limit 1`,
    [all.map(({ id }) => id)],
  );
  return row === undefined
    ? null
    : `PARTY_KEY is not the key ${row.id.toString('hex')}, which names and phones of payments are sealed under, and PARTY_KEY_FORMER does not hold it`;
}

const batch = 500;

/**
 * Seals under the current key the clients' keys that a former one seals, so that the former one may go. Once it is destroyed,
 * older copies of the database tell nobody's name or phone any more.
 *
 * @returns how many keys it sealed anew, and how many it could not open
 */
export async function sealPartyKeysAnew(
  db: Queryable,
  keys: KeyRing,
  stopping: AbortSignal,
): Promise<{ sealed: number; unreadable: number }> {
  const done = { sealed: 0, unreadable: 0 };
  for (let last = 0; !stopping.aborted;) {
    const rows = await db.query<{ client_id: number; key_sealed: Buffer }>(
      `select client_id, key_sealed from party_key
       where key_id = any ($1) and client_id > $2 order by client_id limit $3`,
      [keys.former.map(({ id }) => id), last, batch],
    );
    for (const { client_id, key_sealed } of rows) {
      const anew = trySealAnew(keys, key_sealed, client_id);
      done[anew === null ? 'unreadable' : 'sealed'] += 1;
      if (anew !== null) await db.query('select reseal_party_key($1, $2, $3)', [client_id, key_sealed, anew]);
    }
    if (rows.length < batch) break;
    last = rows.at(-1)!.client_id;
  }
  return done;
}

/** Null where the key was changed, or belongs to another client. */
function trySealAnew(keys: KeyRing, sealed: Buffer, clientId: number): Buffer | null {
  try {
    return sealClientKey(keys, openClientKey(keys, sealed, clientId), clientId);
  } catch {
    return null;
  }
}

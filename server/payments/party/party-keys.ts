import type { Queryable } from '#database/connect.ts';
import type { KeyRing } from '#server/keys/key-ring.ts';
import { sealAnew, type SealedAnew, type SealedColumn, type SealedValue } from '#server/keys/seal-anew.ts';
import { contextOfKey } from './party.ts';

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

/**
 * Seals the clients' keys under the current PARTY_KEY; see `sealAnew`. Once the former one is destroyed, older copies of the
 * database tell nobody's name or phone any more.
 */
export function sealPartyKeysAnew(db: Queryable, keys: KeyRing, stopping: AbortSignal): Promise<SealedAnew> {
  const clientKeys: SealedColumn = {
    contextOf: contextOfKey,
    read: (keyIds, after, most) =>
      db.query<SealedValue>(
        `select client_id, key_sealed as sealed from party_key
         where key_id = any ($1) and client_id > $2 order by client_id limit $3`,
        [keyIds, after, most],
      ),
    replace: ({ client_id, sealed }, anew) =>
      db.query('select reseal_party_key($1, $2, $3)', [client_id, sealed, anew]),
  };
  return sealAnew(keys, clientKeys, stopping);
}

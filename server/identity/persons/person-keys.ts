import { createHmac } from 'node:crypto';
import type { Queryable } from '#database/connect.ts';
import { namePartsOf } from '#domain/name-parts.ts';
import { lockClient, type ClientRow } from '#server/identity/client.ts';
import type { Identity } from '#server/identity/identity.ts';

type Named = Pick<ClientRow, 'first_name' | 'last_name' | 'birth_date'>;

/** Increase it when `namePartsOf` changes: all clients are then keyed again in the background. */
const keyVersion = 1;

/** One HMAC for each part of the name, with the birth date. Equal parts of persons born on the same day have equal HMACs. */
function personHmacs(key: Buffer, { first_name, last_name, birth_date }: Named): Buffer[] {
  return namePartsOf(first_name, last_name).map((part) =>
    createHmac('sha256', key).update(`name part\n${birth_date}\n${part}`).digest(),
  );
}

/** The arguments of `key_person` about a client besides the id. Nulls where persons are not compared. */
export function personKeysOf(
  { personKey }: Pick<Identity, 'personKey'>,
  named: Named,
): { readonly keyId: Buffer; readonly hmacs: Buffer[] } | null {
  return personKey === null ? null : { keyId: keyId(personKey), hmacs: personHmacs(personKey, named) };
}

/** Names the key and the rules of folding that HMACs were made with. */
function keyId(key: Buffer): Buffer {
  return createHmac('sha256', key).update(`key id\n${keyVersion}`).digest().subarray(0, 8);
}

/**
 * Stores the HMACs of a client's name and compares them with those of the excluded persons. On a match nothing is said, and the
 * client's bets and deposits wait for an identity check. Call it in the transaction that signs the client in or changes the name,
 * after locking the client's row and before locking wallets. Where persons are not compared it does nothing.
 */
export async function keyPerson(
  tx: Queryable,
  identity: Pick<Identity, 'personKey'>,
  client: Named & Pick<ClientRow, 'id'>,
): Promise<void> {
  const keys = personKeysOf(identity, client);
  if (keys !== null) await tx.query('select key_person($1, $2, $3)', [client.id, keys.keyId, keys.hmacs]);
}

/** Stores the keys of a client who perhaps has none yet, in a transaction of its own. */
export async function keyClient(identity: Pick<Identity, 'db' | 'personKey'>, clientId: number): Promise<void> {
  if (identity.personKey === null) return;
  await identity.db.transact(async (tx) => keyPerson(tx, identity, await lockClient(tx, clientId)));
}

const batchSize = 50;

/**
 * A step of background work that keys some clients who have no keys yet, or keys of another PERSON_KEY; it returns whether
 * there may be more. Each client has a transaction of its own, so nobody waits for a batch.
 */
export function createKeying(identity: Pick<Identity, 'db' | 'personKey'>): () => Promise<boolean> {
  // Where the next batch begins, so that no batch reads the clients before it again.
  let after = 0;
  const { personKey } = identity;
  return async () => {
    if (personKey === null) return false;
    const clients = await identity.db.query<{ id: number }>(
      `select c.id from client c
       where c.id > $1 and c.erased_at is null and not exists (select from person_key k where k.client_id = c.id and k.key_id = $2)
       order by c.id limit $3`,
      [after, keyId(personKey), batchSize],
    );
    for (const { id } of clients) await keyClient(identity, id);
    after = clients.length === batchSize ? clients.at(-1)!.id : 0;
    return after > 0;
  };
}

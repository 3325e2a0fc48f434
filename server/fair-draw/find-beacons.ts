import type { Queryable } from '#database/connect.ts';
import { quicknet, quicknetRelays, type BeaconChain } from '#domain/fair-draw/beacon.ts';
import { equalBytes, toHex } from '#domain/fair-draw/bytes.ts';
import type { Beacon } from './beacon.ts';

/**
 * Finds every beacon to follow: the one of new draws, and those of unfinished draws from earlier settings. Without its
 * beacon a draw would become void although it has a result.
 *
 * @param configured null where new draws have no beacon
 * @returns `unknownChain`: the hash, in hex, of an unknown chain that draws wait for; null where there is none
 */
export async function findBeacons(
  db: Queryable,
  configured: Beacon | null,
): Promise<{ beacons: readonly Beacon[]; unknownChain: string | null }> {
  const waiting = await db.query<{ hash: Buffer }>(
    `select distinct c.beacon_chain as hash from draw d join commitment c on c.draw_id = d.id
     where d.finished_at is null and c.beacon_chain is not null`,
  );
  const known = [...(configured ? [configured] : []), { chain: quicknet, urls: quicknetRelays }];
  const find = (hash: Uint8Array) => known.find(({ chain }) => equalBytes(chain.hash, hash));
  const unknown = waiting.find(({ hash }) => !find(hash));
  return {
    beacons: [...new Set([...(configured ? [configured] : []), ...waiting.flatMap(({ hash }) => find(hash) ?? [])])],
    unknownChain: unknown ? toHex(unknown.hash) : null,
  };
}

/**
 * Notes the beacon of the settings, whose values workers may store from then on: the database checks when each is due, and the books
 * whether each is signed.
 *
 * @param owner connects as the owner of the tables
 * @returns why not, where the database knows it by another key or other times; else null
 */
export async function noteBeacon(owner: Queryable, chain: BeaconChain): Promise<string | null> {
  await owner.query(
    `insert into beacon_chain (hash, public_key, genesis, period) values ($1, $2, $3, $4) on conflict do nothing`,
    [chain.hash, chain.publicKey, chain.genesis, chain.period],
  );
  return refuseBeacon(owner, chain);
}

/** Why no draw can be bound to this beacon: the database does not know it like this. Null where one can. */
export async function refuseBeacon(
  db: Queryable,
  { hash, publicKey, genesis, period }: BeaconChain,
): Promise<string | null> {
  const [known] = await db.query<{ same: boolean }>(
    'select (public_key, genesis, period) = ($2::bytea, $3::bigint, $4::integer) as same from beacon_chain where hash = $1',
    [hash, publicKey, genesis, period],
  );
  if (!known)
    return 'the database does not know BEACON_CHAIN. Have the owner of its tables run “npm run migrate” with its settings';
  return known.same
    ? null
    : 'the database knows BEACON_CHAIN by another key, genesis or period: a beacon never changes them';
}

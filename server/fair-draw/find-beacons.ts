import type { Queryable } from '#database/connect.ts';
import { quicknet, quicknetRelays } from '#domain/fair-draw/beacon.ts';
import { equalBytes, toHex } from '#domain/fair-draw/bytes.ts';
import type { Beacon } from './beacon.ts';

/**
 * Every beacon that somebody has to ask: the one that new draws are bound to, and those that unfinished draws were bound to
 * under earlier settings. A draw whose beacon nobody asks would be called off, though it should have been drawn.
 *
 * @param configured null where new draws trust the operator
 * @returns the hash of a chain that is not known, in hex, where draws wait for one
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

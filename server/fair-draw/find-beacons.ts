import type { Queryable } from '#database/connect.ts';
import { quicknet, quicknetRelays } from '#domain/fair-draw/beacon.ts';
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

import { readWallet } from '#server/ledger/wallet.ts';
import { createDrawReader } from '#server/draws/read/read-draws.ts';
import { listBets } from '#server/tickets/read-bets.ts';
import { withDatabase } from './database.ts';
import type { Latencies } from './load/loads.ts';
import { firstClientId } from './load/player.ts';
import type { Rig } from './rig.ts';
import { latenciesOf } from './statistics.ts';

export interface ReadLatencies {
  readonly myBets: Latencies;
  readonly balance: Latencies;
  readonly results: Latencies;
}

const samples = 2_000;

/** The most frequent reads, one after the other, each for another player. */
export function timeReads(rig: Rig): Promise<ReadLatencies> {
  return withDatabase(rig.appConfig, 2, async (db) => {
    const draws = createDrawReader(db, { timeZone: 'Africa/Abidjan', everyMinutes: 5 });
    return {
      myBets: await time((player) => listBets(db, player, {}), rig.players),
      balance: await time((player) => readWallet(db, player), rig.players),
      results: await time(() => draws.results({}), rig.players),
    };
  });
}

async function time(read: (player: number) => Promise<unknown>, players: number): Promise<Latencies> {
  const latencies: number[] = [];
  for (let sample = -100; sample < samples; sample++) {
    const player = firstClientId + (((sample + 100) * 7_919) % players);
    const startedAt = performance.now();
    await read(player);
    // The first samples meet cold caches, which a server has only once.
    if (sample >= 0) latencies.push(performance.now() - startedAt);
  }
  return latenciesOf(latencies);
}

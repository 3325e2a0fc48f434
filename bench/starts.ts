import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#database/connect.ts';
import { findEmbedded, startEmbedded } from '#database/embedded.ts';
import { startServer } from '#tests/support/site/server.ts';
import { withDatabase } from './database.ts';
import { openDraw } from './draws.ts';
import { startClosedLoop } from './load/loads.ts';
import { createPlayers } from './players.ts';
import { processesUnder } from './processor-time.ts';
import { median } from './statistics.ts';

interface StartTimes {
  /** Milliseconds until the database accepts connections, with an existing data folder and with a new one. */
  readonly warm: number;
  readonly cold: number;
  /** Milliseconds until the server answers again after a kill of it and its database while bets were under way. */
  readonly afterKill: number;
  /** Checkouts that were acknowledged before the kill, and tickets that are stored afterwards. */
  readonly acknowledged: number;
  readonly found: number;
}

const repetitions = 3;
const connections = 64;

export async function timeStarts(parent: string): Promise<StartTimes> {
  const folder = await mkdtemp(join(parent, 'starts-'));
  try {
    const cold: number[] = [];
    const warm: number[] = [];
    for (let index = 0; index < repetitions; index++) {
      const dataDir = join(folder, `database-${index}`);
      cold.push(await timeDatabase(dataDir));
      warm.push(await timeDatabase(dataDir));
    }
    return { cold: median(cold), warm: median(warm), ...(await killEverything(join(folder, 'server'))) };
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}

async function timeDatabase(dataDir: string): Promise<number> {
  const startedAt = performance.now();
  const { stop } = await startEmbedded({ dataDir, log: () => {} });
  const time = performance.now() - startedAt;
  await stop();
  return time;
}

async function killEverything(dataDir: string): Promise<Pick<StartTimes, 'afterKill' | 'acknowledged' | 'found'>> {
  const settings = { RATE_LIMIT_SCALE: '10000' };
  const killed = await startServer(dataDir, settings);
  const drawId = await withOwner(dataDir, async (owner) => {
    await createPlayers(owner, connections);
    return openDraw(owner);
  });
  const load = await startClosedLoop({
    url: killed.url,
    drawId,
    connections,
    players: connections,
    ticketsPerCheckout: 1,
  });
  await sleep(2_000);
  for (const pid of [...processesUnder(killed.child.pid!), killed.child.pid!]) process.kill(pid, 'SIGKILL');
  const { statuses } = await load.stop();

  const startedAt = performance.now();
  const server = await startServer(dataDir, settings);
  const afterKill = performance.now() - startedAt;
  const found = await withOwner(dataDir, async (owner) => {
    const [row] = await owner.query<{ count: number }>('select count(*) from ticket where draw_id = $1', [drawId]);
    return row!.count;
  });
  await server.end('SIGINT');
  return { afterKill, acknowledged: statuses[201] ?? 0, found };
}

/** Connects as the owner to the database that a server runs in its data folder. */
async function withOwner<T>(dataDir: string, work: (owner: Database) => Promise<T>): Promise<T> {
  const config = await findEmbedded(dataDir);
  if (config === null) throw new Error(`no database answers in ${dataDir}`);
  return withDatabase(config, 1, work);
}

import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { withDatabase } from '#bench/database.ts';
import type { Latencies } from '#bench/load/loads.ts';
import { latenciesOf } from '#bench/statistics.ts';
import type { Database } from '#database/connect.ts';
import { startEmbedded } from '#database/embedded.ts';
import { migrate } from '#database/migrate.ts';
import { closeDueDraw } from '#server/draws/life/close-draw.ts';
import { sealDueDraw } from '#server/draws/life/seal-draw.ts';
import { readReceipt } from '#server/tickets/receipt.ts';
import { testKeys } from '#tests/support/draws/keys.ts';
import { createDraw, moveDraw, ticketIdAt } from '#tests/support/players/play.ts';

const receipts = 500;
const client = 1;

interface Timing {
  readonly tickets: number;
  readonly seconds: number;
  /** The longest time during which the event loop was blocked, in milliseconds. */
  readonly longestPause: number;
  readonly receipt: Latencies;
}

/** Seals draws of these sizes in a separate database, on disk. */
export async function benchDatabase(sizes: readonly number[]): Promise<void> {
  const folder = await mkdtemp('/tmp/izi-bench-');
  const embedded = await startEmbedded({ dataDir: join(folder, 'data'), log: () => {} });
  try {
    await migrate(embedded.config);
    const timings: Timing[] = [];
    await withDatabase(embedded.config, 2, (owner) =>
      withDatabase(embedded.workerConfig, 4, async (db) => {
        for (const tickets of sizes) timings.push(await measure(owner, db, tickets));
      }),
    );
    for (const timing of timings) console.log(describe(timing));
    const [small, large] = [timings[0]!, timings.at(-1)!];
    console.log(
      `growth for ${large.tickets / small.tickets} times the tickets: sealing ×${(large.seconds / small.seconds).toFixed(1)}, ` +
        `one receipt ×${(large.receipt.p50 / small.receipt.p50).toFixed(2)}`,
    );
  } finally {
    await embedded.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(owner: Database, db: Database, tickets: number): Promise<Timing> {
  const draw = await createDraw(owner);
  await sellTickets(owner, draw, tickets);
  await moveDraw(owner, draw, { closesIn: -1, drawsIn: 600_000 });
  if (!(await closeDueDraw(db))) throw new Error('the draw did not close');

  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const start = performance.now();
  if (!(await sealDueDraw(db, testKeys))) throw new Error('the draw was not sealed');
  const seconds = (performance.now() - start) / 1_000;
  delay.disable();
  return { tickets, seconds, longestPause: delay.max / 1e6, receipt: await timeReceipts(owner, db, draw) };
}

/** Fills the table as bets would, the draw's tickets next to each other. */
async function sellTickets(owner: Database, draw: string, tickets: number): Promise<void> {
  await owner.query(
    `insert into ticket (client_id, id, draw_id, bet_type, selection, stake, stake_win, accepted_at)
     select ${client}, ${ticketIdAt()}, $1, 2, 1 + n % 9, 100, 0, date_trunc('milliseconds', clock_timestamp())
     from generate_series(1, $2::integer) n`,
    [draw, tickets],
  );
  await owner.query('analyze ticket');
}

async function timeReceipts(owner: Database, db: Database, draw: string): Promise<Latencies> {
  const ids = await owner.query<{ id: string }>('select id from ticket where draw_id = $1 order by random() limit $2', [
    draw,
    receipts,
  ]);
  const times: number[] = [];
  for (const { id } of ids) {
    const start = performance.now();
    const { path } = await readReceipt(db, testKeys, client, id);
    times.push(performance.now() - start);
    if (!path) throw new Error(`ticket ${id} is not in the tree`);
  }
  return latenciesOf(times);
}

function describe({ tickets, seconds, longestPause, receipt }: Timing): string {
  return (
    `${tickets} tickets: sealed in ${seconds.toFixed(2)} s, ${((seconds / tickets) * 1e6).toFixed(1)} µs each; ` +
    `longest pause ${longestPause.toFixed(0)} ms; receipt ${receipt.p50.toFixed(1)} ms, p99 ${receipt.p99.toFixed(1)} ms`
  );
}

import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { withDatabase } from '#bench/database.ts';
import { withoutIndexes } from '#bench/fill.ts';
import { processorTimeOf } from '#bench/processor-time.ts';
import { arrayLiteral, type Database } from '#database/connect.ts';
import { startEmbedded } from '#database/embedded.ts';
import { migrate } from '#database/migrate.ts';
import { betNames, betTypes } from '#domain/bet-types.ts';
import { orderAt, resultCount } from '#domain/exposure/orders.ts';
import { encodeNumbers } from '#domain/result.ts';
import { computeExposure } from '#server/exposure/draw-exposure.ts';
import { openMeasuring } from '#server/exposure/measuring.ts';
import { createDraw, ticketIdAt } from '#tests/support/players/play.ts';

const newTickets = 1_000;

/** Computes draws of these sizes in a separate database, each twice, because the first time its pages are read. */
export async function benchDatabase(sizes: readonly number[]): Promise<void> {
  const folder = await mkdtemp('/tmp/izi-bench-');
  const embedded = await startEmbedded({ dataDir: join(folder, 'data'), log: () => {} });
  try {
    await migrate(embedded.config);
    await withDatabase(embedded.config, 2, (owner) =>
      withDatabase(embedded.workerConfig, 2, async (db) => {
        await listOrders(owner);
        for (const tickets of sizes) {
          const draw = await createDraw(owner, { closesIn: 3_600_000 });
          await withoutIndexes(owner, ['ticket'], () => sellTickets(owner, draw, tickets));
          await measure(db, draw, tickets);
          await measure(db, draw, tickets);
          await measureAgain(owner, db, draw, tickets);
        }
      }),
    );
  } finally {
    await embedded.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(db: Database, draw: string, tickets: number): Promise<void> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const processor = processorOf();
  const { exposure, ms } = await computeExposure(db, draw);
  const used = processor();
  delay.disable();
  if (exposure.tickets !== tickets) throw new Error(`${exposure.tickets} tickets were counted, not ${tickets}`);
  const pause = (delay.max / 1e6).toFixed(0);
  console.log(`${tickets} tickets: ${ms} ms, ${used}; longest pause of the thread that answers calls ${pause} ms`);
}

/** The worker's way: the draw as a whole, then with some new tickets, then without any. */
async function measureAgain(owner: Database, db: Database, draw: string, tickets: number): Promise<void> {
  const measuring = openMeasuring(db);
  try {
    const step = async (name: string, expected: number) => {
      const processor = processorOf();
      const { exposure, ms } = await measuring.measureDraw(draw);
      if (exposure.tickets !== expected) throw new Error(`${exposure.tickets} tickets were counted`);
      console.log(`  by the worker, ${name}: ${ms} ms, ${processor()}`);
    };
    await step('as a whole', tickets);
    for (let more = 1; more <= 3; more++) {
      await sellTickets(owner, draw, newTickets);
      await step(`with ${newTickets} new tickets`, tickets + more * newTickets);
    }
    await step('when nothing is new', tickets + 3 * newTickets);
  } finally {
    await measuring.close();
  }
}

/** The processor time of this process and its threads from now on; the database's is in other processes. */
function processorOf(): () => string {
  const start = process.cpuUsage();
  const startOfDatabase = processorTimeOf(process.pid);
  return () => {
    const { user, system } = process.cpuUsage(start);
    const own = (user + system) / 1_000;
    const all = processorTimeOf(process.pid) - startOfDatabase;
    return `of which ${own.toFixed(0)} ms of the processor here and ${Math.max(0, all - own).toFixed(0)} ms in the database`;
  };
}

/** A table of all orders, from which selections are chosen. */
async function listOrders(owner: Database): Promise<void> {
  const orders = Array.from({ length: resultCount }, (_, rank) => encodeNumbers(orderAt(rank)));
  await owner.query('create table bench_order (rank integer primary key, digits text)');
  await owner.query(
    'insert into bench_order select rank - 1, digits from unnest($1::integer[]) with ordinality o (digits, rank)',
    [arrayLiteral(orders)],
  );
  await owner.query('analyze bench_order');
}

/** Tickets take turns in bet types, on selections that look like chance. */
async function sellTickets(owner: Database, draw: string, tickets: number): Promise<void> {
  await owner.query(
    `insert into ticket (client_id, id, draw_id, bet_type, selection, stake, stake_win, accepted_at)
     select 1, ${ticketIdAt()}, $1, 1 + n % 6, left(o.digits, ($3::integer[])[1 + n % 6])::integer, 300, 0,
       date_trunc('milliseconds', clock_timestamp())
     from generate_series(1, $2::integer) n
     join bench_order o on o.rank = (hashint8(n)::bigint & 2147483647) % ${resultCount}`,
    [draw, tickets, betNames.map((name) => betTypes[name].slots)],
  );
}

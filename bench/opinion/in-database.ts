import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { withDatabase } from '#bench/database.ts';
import { withoutIndexes } from '#bench/fill.ts';
import type { ConnectionConfig, Database } from '#database/connect.ts';
import { startEmbedded } from '#database/embedded.ts';
import { migrate } from '#database/migrate.ts';
import { betNames, betTypes } from '#domain/bet-types.ts';
import { projectRoot } from '#scripts/install.js';
import { closeDueDraw } from '#server/draws/life/close-draw.ts';
import { drawDueDraw } from '#server/draws/life/draw-numbers.ts';
import { sealDueDraw } from '#server/draws/life/seal-draw.ts';
import { settleDueDraw } from '#server/draws/life/settle-draw.ts';
import { testKeys } from '#tests/support/draws/keys.ts';
import { createDraw, moveDraw, ticketIdAt } from '#tests/support/players/play.ts';

const run = promisify(execFile);
const players = 5_000;

/** Judges draws of these sizes before and after, in a separate database, on disk. */
export async function benchOpinion(sizes: readonly number[]): Promise<void> {
  const folder = await mkdtemp('/tmp/izi-bench-');
  const embedded = await startEmbedded({ dataDir: join(folder, 'data'), log: () => {} });
  try {
    await migrate(embedded.config);
    await withDatabase(embedded.config, 2, (owner) =>
      withDatabase(embedded.workerConfig, 4, async (db) => {
        await owner.query('insert into wallet (client_id) select n from generate_series(1, $1::integer) n', [players]);
        for (const tickets of sizes) await measure(embedded.config, owner, db, tickets);
      }),
    );
  } finally {
    await embedded.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(config: ConnectionConfig, owner: Database, db: Database, tickets: number): Promise<void> {
  const draw = await createDraw(owner, { closesIn: 3_600_000 });
  await withoutIndexes(owner, ['ticket'], () => sellTickets(owner, draw, tickets));
  await moveDraw(owner, draw, { closesIn: -1, drawsIn: 3_600_000 });
  if (!(await closeDueDraw(db)) || !(await sealDueDraw(db, testKeys))) throw new Error('the draw was not sealed');
  console.log(`${tickets} tickets, before: ${await judge(config, draw)}`);
  await moveDraw(owner, draw, { closesIn: -10_000, drawsIn: -1 });
  if (!(await drawDueDraw(db, testKeys))) throw new Error('the draw was not drawn');
  while (await settleDueDraw(db));
  console.log(`${tickets} tickets, after:  ${await judge(config, draw)}`);
}

/** The program as it runs elsewhere, with the most memory that it took. */
async function judge({ host, port, database }: ConnectionConfig, draw: string): Promise<string> {
  const address = new URL(`postgres://izi_opinion@localhost:${port}/${database}`);
  address.searchParams.set('host', host!);
  const start = performance.now();
  const { stdout } = await run(
    process.execPath,
    ['--import', ownUsage, join(projectRoot, 'second-opinion', 'main.ts'), '--draw', draw, '--json'],
    { env: { ...process.env, OPINION_DATABASE_URL: address.href } },
  );
  const seconds = (performance.now() - start) / 1_000;
  const [said, used] = stdout.trim().split('\n') as [string, string];
  const [memory, processor] = used.split(' ').map(Number) as [number, number];
  const { agrees, tickets } = JSON.parse(said) as { agrees: boolean; tickets: number };
  if (!agrees) throw new Error(`it disagrees: ${said}`);
  return `${seconds.toFixed(2)} s, of which ${processor.toFixed(2)} s of the processor, ${((processor / tickets) * 1e6).toFixed(1)} µs a ticket; ${memory} MB at most`;
}

/** Prints a line of its own when the process ends: the most memory in MB, and the seconds of the processor. */
const ownUsage = `data:text/javascript,process.on('exit',()=>{const{maxRSS,userCPUTime,systemCPUTime}=process.resourceUsage();console.log(Math.round(maxRSS/1024),(userCPUTime+systemCPUTime)/1e6)})`;

/** Tickets take turns in bet types and players, on selections of different numbers. */
async function sellTickets(owner: Database, draw: string, tickets: number): Promise<void> {
  await owner.query(
    `insert into ticket (client_id, id, draw_id, bet_type, selection, stake, stake_win, accepted_at)
     select 1 + n % ${players}, ${ticketIdAt()}, $1, 1 + n % 6,
       left(substr('123456789123456789', 1 + (hashint8(n)::bigint & 2147483647)::integer % 9, 9), ($3::integer[])[1 + n % 6])::integer, 300, 0,
       date_trunc('milliseconds', clock_timestamp())
     from generate_series(1, $2::integer) n`,
    [draw, tickets, betNames.map((name) => betTypes[name].slots)],
  );
}

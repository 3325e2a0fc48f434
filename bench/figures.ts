// Whether the console, the public API, the reports, the tickets themselves and the second opinion have the same figures of a month,
// and how long each takes: `npm run bench:figures -- --players 100000 --tickets 1000000 --seed 14`, `--days 30`. Ends with 1 where they differ. The
// month is made in a database of its own below `--folder`; `--data <folder>` makes it there, or takes the one that is there, and keeps it.
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { connect, type Database } from '#database/connect.ts';
import { startEmbedded } from '#database/embedded.ts';
import { migrate } from '#database/migrate.ts';
import { announceOperatorKey } from '#server/fair-draw/operator-keys.ts';
import { openMeasuring } from '#server/exposure/measuring.ts';
import { keepFigures } from '#server/figures/keep-figures.ts';
import { keepSums } from '#server/reconciliation/kept-sums.ts';
import { reconcile } from '#server/reconciliation/reconcile.ts';
import { claimDatabase } from '#server/start-checks.ts';
import { testKeys } from '#tests/support/draws/keys.ts';
import { startConsole } from '#tests/support/operator/console.ts';
import { signInOperator, type SignedInOperator } from '#tests/support/operator/sign-in.ts';
import { openDatabase, withDatabase } from './database.ts';
import { compareDays, type DaySums } from './figures/compare.ts';
import { makeMonth } from './figures/make-month.ts';
import { askSecondOpinion } from './figures/second-opinion.ts';
import { addUpTickets, askConsole, askPublic, askReport, askReturns, type Period } from './figures/sources.ts';
import { describeLoad, describeMachine } from './machine.ts';

const { values: given } = parseArgs({
  options: {
    players: { type: 'string', default: '10000' },
    tickets: { type: 'string', default: '100000' },
    days: { type: 'string', default: '30' },
    seed: { type: 'string', default: '14' },
    folder: { type: 'string', default: join(import.meta.dirname, '../.cache/bench') },
    data: { type: 'string' },
  },
});
const zone = 'Africa/Abidjan';
const dayMs = 24 * 3_600_000;
const daysBack = (days: number): Period => ({
  from: new Date(Date.now() - days * dayMs).toISOString().slice(0, 10),
  to: new Date().toISOString().slice(0, 10),
  zone,
});
const days = daysBack(35);

await mkdir(given.folder, { recursive: true });
const folder = given.data ?? (await mkdtemp(join(given.folder, 'figures-')));
console.log(`${describeMachine()}; ${describeLoad()} at the start.`);
const isThere = existsSync(join(folder, 'figures-are-kept'));
const embedded = await startEmbedded({ dataDir: folder, log: () => {} });
try {
  await withDatabase(embedded.workerConfig, 4, async (db) => {
    const owner = openDatabase(embedded.config, 1);
    try {
      if (!isThere) await make(owner, db);
      await compareAll(owner, db);
    } finally {
      await owner.end();
    }
  });
} finally {
  await embedded.stop();
  if (given.data === undefined) await rm(folder, { recursive: true, force: true });
}
console.log(`${describeLoad()} at the end.`);

async function make(owner: Database, db: Database): Promise<void> {
  await migrate(embedded.config);
  await claimDatabase(owner, 'demo');
  await announceOperatorKey(owner, testKeys);
  let before = performance.now();
  const log = (part: string) => {
    console.log(`made ${part}: ${secondsSince(before)}`);
    before = performance.now();
  };
  const size = { players: Number(given.players), tickets: Number(given.tickets), days: Number(given.days) };
  const terms = { keys: testKeys, closeSecondsBefore: 30, patienceHours: 24, seed: Number(given.seed) };
  await makeMonth(owner, { ...terms, ...size }, log);
  const sums = await timed('public, before anything is kept', () => askPublic(db, days));
  await timed('keeping the figures of all draws, with their spreads', async () => {
    const measuring = openMeasuring(db);
    while (await keepFigures(db, measuring));
    await measuring.close();
  });
  agrees('public, before anything was kept', await askPublic(db, days), sums);
  const { mismatches } = await timed('a full pass over the books', () => reconcile(db, 'full'));
  if (mismatches.length > 0) fail(`the books: ${JSON.stringify(mismatches.slice(0, 5))}`);
  await timed('sums by account and day', async () => {
    while (await keepSums(db, zone));
  });
  await mkdir(join(folder, 'figures-are-kept'));
}

async function compareAll(owner: Database, db: Database): Promise<void> {
  const [size] = await owner.query<{ tickets: number; players: number; draws: number; postings: number }>(
    `select (select count(*) from ticket) as tickets, (select count(*) from wallet) as players,
       (select count(*) from draw where finished_at is not null) as draws, (select count(*) from posting) as postings`,
  );
  console.log(`${size!.players} players, ${size!.draws} draws, ${size!.tickets} tickets, ${size!.postings} postings`);
  const ours = await timed('public', () => askPublic(db, days));
  await timed('public, a year', () => askPublic(db, daysBack(365)));
  await withConsole(owner, async (auditor) => {
    agrees('console', ours, await timed('console', () => askConsole(auditor, days)));
    const returns = await timed('report of the returns', () => askReturns(auditor, days));
    const others = await timed('tickets of all but test accounts, added up', () => addUpTickets(owner, zone, false));
    const withWon = (row: Omit<DaySums, 'won'>) => ({
      ...row,
      won: others.find(({ day }) => day === row.day)?.won ?? 0,
    });
    agrees('report of the returns, against tickets', others, returns.map(withWon));
    for (const kind of ['accounts', 'liability', 'games']) {
      for (const period of ['day', 'month', 'year', 'all']) {
        const path = `${kind}?period=${period}`;
        const differs = await timed(`report ${path}`, () => askReport(auditor, path)).catch((error: Error) => [
          error.message,
        ]);
        if (differs.length > 0) fail(`report ${path}: ${differs.join('; ')}`);
      }
    }
  });
  agrees('tickets', ours, await timed('tickets and dues, added up', () => addUpTickets(owner, zone, true)));
  const second = await timed('second opinion', () => askSecondOpinion(folder, days));
  if (second === null) fail('there is no second opinion here');
  else agrees('second opinion', ours, second);
}

async function withConsole(owner: Database, work: (auditor: SignedInOperator) => Promise<void>): Promise<void> {
  const config = embedded.consoleConfig;
  // Connects like the console's process.
  const operators = connect({ config, applicationName: 'izi bench console', max: 2, role: 'izi_console' });
  const http = await startConsole({ owner, console: operators } as never);
  try {
    await work(await signInOperator(http, ['auditor']));
  } finally {
    await http.close();
    await operators.end();
  }
}

function agrees(source: string, ours: readonly DaySums[], theirs: readonly DaySums[]): void {
  const { differs } = compareDays(ours, source, theirs);
  const played = ours.filter(({ tickets }) => tickets > 0).length;
  if (played === 0) fail(`${source}: nothing was played`);
  else if (differs.length > 0) fail([`${source} differs:`, ...differs].join('\n  '));
  else console.log(`${source}: agrees on ${played} days with play`);
}

function fail(why: string): void {
  console.log(`FAILED: ${why}`);
  process.exitCode = 1;
}

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const before = performance.now();
  const result = await work();
  console.log(`${what}: ${secondsSince(before)}`);
  return result;
}

function secondsSince(before: number): string {
  return `${((performance.now() - before) / 1_000).toFixed(2)} s`;
}

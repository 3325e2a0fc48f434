// How fast the operators' console is with a year of data: `npm run bench:console`. It makes the data in a database of its own, some
// minutes long, calls every list with every filter through the console's server, and prints what each took. `--data folder` keeps the
// data, and a second run uses it again.
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { ConnectionConfig } from '#database/connect.ts';
import { startEmbedded, type EmbeddedDatabase } from '#database/embedded.ts';
import { migrate } from '#database/migrate.ts';
import { keySettings } from '#tests/support/draws/keys.ts';
import { makeCommonPasswordsWhenMissing } from '#scripts/common-passwords.js';
import { buildWebWhenStale } from '#scripts/web-build.js';
import { startServer } from '#tests/support/site/server.ts';
import { compareBets, bettingPlayers, operatorsAtWork } from './console/bets.ts';
import { callsOf, leftOut, type Measured } from './console/calls.ts';
import { describeCompared, isKept, leastShare } from './compare.ts';
import { openSessions, sitDown, startConsole } from './console/desk.ts';
import { fillDatabase } from './console/fill.ts';
import { measure, type Result } from './console/measure.ts';
import { takeSamples } from './console/samples.ts';
import { sizesOf } from './console/sizes.ts';
import { openDatabase } from './database.ts';
import { openDraw } from './draws.ts';
import { firstClientId } from './load/player.ts';
import { createPlayers } from './players.ts';
import { describeLoad, describeMachine } from './machine.ts';
import { processesUnder } from './processor-time.ts';
import { number } from './report.ts';

const { values: given } = parseArgs({
  options: {
    scale: { type: 'string', default: '0.05' },
    rest: { type: 'string', default: '1' },
    // Whether bets are placed beside it; `--only nothing --bets` measures these alone.
    bets: { type: 'boolean', default: false },
    calls: { type: 'string', default: '300' },
    only: { type: 'string', default: '' },
    data: { type: 'string' },
    folder: { type: 'string', default: join(import.meta.dirname, '../.cache/bench') },
  },
});
const sizes = sizesOf({ scale: Number(given.scale), rest: Number(given.rest) });
const calls = Number(given.calls);
/** Short and many: what else is at work falls on turns of both kinds. */
const turns = { rounds: 24, seconds: 3 };
const only = new RegExp(given.only);

// The server reads what a build makes.
await makeCommonPasswordsWhenMissing();
await buildWebWhenStale();
await mkdir(given.data ?? given.folder, { recursive: true });
const folder = given.data ?? (await mkdtemp(join(given.folder, 'console-')));
console.log(`${describeMachine()}; ${describeLoad()} at the start.`);
const embedded = await startEmbedded({ dataDir: folder, log: () => {} });
const ending: (() => Promise<void>)[] = [embedded.stop];
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void end().finally(() => process.exit(1)));
}
try {
  await run();
} finally {
  await end();
}

async function run(): Promise<void> {
  const filled = join(folder, 'filled');
  if (existsSync(filled)) await migrate(embedded.config);
  else {
    await fillDatabase(embedded.config, sizes, say());
    await writeFile(filled, '');
  }
  const owner = openDatabase(embedded.config, 8);
  ending.push(() => owner.end());
  await describeData();
  const sessions = await openSessions(owner);
  const samples = await takeSamples(owner);
  const server = await startConsole(join(folder, 'server'), embedded.consoleConfig);
  ending.push(() => server.end('SIGINT'));
  const databasePid = Number((await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8')).split('\n', 1)[0]);
  const desk = sitDown(server.url);
  ending.push(async () => desk.leave());
  const processes = () => [process.pid, server.child.pid!, ...processesUnder(databasePid)];
  const results: Result[] = [];
  const measured = callsOf(samples);
  for (const one of measured) {
    if (!only.test(one.name)) continue;
    // An operator who does nothing for 15 minutes is signed out, and some calls are not for every role.
    for (const session of Object.values(sessions)) await desk.get('/waiting', session);
    const result = await measure({ desk, sessions, processes }, one, calls);
    results.push(result);
    console.log(lineOf(result));
  }
  sumUp(results);
  if (given.bets) await placeBets(measured);

  /** Bets beside operators at work, on the same data. */
  async function placeBets(of: readonly Measured[]): Promise<void> {
    const known = await owner.query('select from client where id = $1', [firstClientId]);
    if (known.length === 0) await createPlayers(owner, bettingPlayers);
    const site = await startServer(join(folder, 'site'), {
      ...urlsOf(embedded),
      ROLES: 'web',
      RATE_LIMIT_SCALE: '10000',
      ...keySettings,
    });
    ending.push(() => site.end('SIGINT'));
    const drawId = await openDraw(owner);
    const compared = await compareBets({ desk, sessions, calls: of, url: site.url, drawId }, turns);
    console.log(
      `\nBets/s over HTTP on 64 connections with ${operatorsAtWork} operators at work, against none: ${describeCompared(compared)}. The goal is ${leastShare}: ${isKept(compared) ? 'met' : '**not met**'}. ` +
        `${turns.rounds} turns of ${turns.seconds} s, each between two without. ${describeLoad()} at the end.`,
    );
  }

  /** Counts the rows of the database: the scale is only what was asked for. */
  async function describeData(): Promise<void> {
    const tables = ['client', 'draw', 'ticket', 'posting', 'payment', 'console.audit', 'console.view_log'];
    const counts = await Promise.all(
      tables.map(async (table) => {
        const [row] = await owner.query<{ count: number }>(`select count(*) from ${table}`);
        return `${number(row!.count)} rows of ${table}`;
      }),
    );
    const [span] = await owner.query<{ days: number; size: string }>(
      `select (extract(epoch from max(accepted_at) - min(accepted_at)) / 86400)::float8 as days, pg_size_pretty(pg_database_size(current_database())) as size
       from ticket`,
    );
    console.log(`\n${counts.join(', ')}; ${span!.size}.`);
    console.log(
      `The tickets are those of the last ${span!.days.toFixed(1)} days of a year of 100,000,000, as many a minute as it would have. All else is a whole year.\n`,
    );
  }
}

function urlsOf({ config, appConfig, workerConfig }: EmbeddedDatabase): Record<string, string> {
  const urlOf = ({ user, host, database }: ConnectionConfig) => `postgres://${user}@localhost/${database}?host=${host}`;
  return {
    DATABASE_URL: urlOf(appConfig),
    WORKER_DATABASE_URL: urlOf(workerConfig),
    DATABASE_OWNER_URL: urlOf(config),
  };
}

/** Says what is done, and how long it took. */
function say(): (what: string) => void {
  let since = performance.now();
  return (what) => {
    const now = performance.now();
    console.log(`· ${what}: ${((now - since) / 1_000).toFixed(0)} s`);
    since = now;
  };
}

function lineOf(result: Result): string {
  const { measured, alone, p50, p99, longest, slowest, others } = result;
  const { name, filters, goal, paths } = measured;
  const what = [name, ...filters].join(' · ');
  const times = [alone.p50, alone.p99, alone.longest, p50, p99, longest]
    .map((ms) => ms.toFixed(1).padStart(8))
    .join(' |');
  const notes = [
    ...(isMet(result) ? [] : [`longest: ${slowest}`]),
    ...Object.entries(others).map(([status, count]) => `${count} × ${status}`),
  ];
  const met = isMet(result) ? 'yes   ' : '**no**';
  return `| ${what.padEnd(46)} | ${String(paths.length).padStart(4)} |${times} | ${String(goal).padStart(4)} | ${met} | ${notes.join('; ')}`;
}

/** The calls were in time and answered: some have found what they asked for, and none has failed. */
function isMet({ alone, measured, others, calls: made }: Result): boolean {
  const statuses = Object.entries(others);
  const failed = statuses.some(([status]) => status !== '400' && status !== '404');
  const rest = statuses.reduce((sum, [, count]) => sum + count, 0);
  return alone.p99 <= measured.goal && !failed && rest < made;
}

function sumUp(results: readonly Result[]): void {
  const met = results.filter(isMet).length;
  console.log(
    `\nEach line: so many addresses in turn, ${calls} calls one after the other; p50, p99 and longest in ms, first less the time in which the processes were ready and other work had the cores, then by the clock, from the call in Node to the answer's last byte; the goal, which the first p99 is held against.`,
  );
  for (const [name, why] of Object.entries(leftOut)) console.log(`Not measured: ${name}, because ${why}.`);
  console.log(`${met} of ${results.length} meet their goal. ${describeLoad()} at the end.`);
}

async function end(): Promise<void> {
  for (const stop of ending.splice(0).toReversed()) await stop();
  if (given.data === undefined) await rm(folder, { recursive: true, force: true });
}

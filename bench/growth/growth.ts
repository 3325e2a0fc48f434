import type { ConnectionConfig, Database } from '#database/connect.ts';
import { migrate } from '#database/migrate.ts';
import { fillOperators } from '#bench/console/fill-people.ts';
import { openSessions } from '#bench/console/desk.ts';
import { compareStates, describeCompared } from '#bench/compare.ts';
import { placeThrough } from '#bench/contenders.ts';
import { openDatabase, withDatabase } from '#bench/database.ts';
import { openDraw } from '#bench/draws.ts';
import type { Contender, Rounds } from '#bench/interleave.ts';
import { firstClientId } from '#bench/load/player.ts';
import { number, type Report } from '#bench/report.ts';
import type { Rig } from '#bench/rig.ts';
import { createDrawReader } from '#server/draws/read/read-draws.ts';
import { readStatement } from '#server/ledger/statement.ts';
import { reconcile } from '#server/reconciliation/reconcile.ts';
import { listBetsByDraw } from '#server/tickets/bets-by-draw.ts';
import { createIntake } from '#server/tickets/intake.ts';
import { listBets } from '#server/tickets/read-bets.ts';
import { fillMonths } from './fill-months.ts';

const players = 100_000;
const sizes = [2, 24] as const;
/** The long history may cost a tenth more. */
const goal = 0.91;

/**
 * The cost of two years of months compared with two months, each with as many tickets a month: turns in both databases in alternation.
 *
 * @param tickets all those of the longer history
 */
export async function measureYears(rig: Rig, report: Report, rounds: Rounds, tickets: number): Promise<void> {
  const databases = sizes.map((months) => ({ months, name: `months_${months}` }));
  try {
    for (const { months, name } of databases) {
      await rig.owner.query(`create database ${name}`);
      await migrate({ ...rig.config, database: name });
      const startedAt = performance.now();
      await withDatabase({ ...rig.config, database: name }, 2, (owner) =>
        fillMonths(owner, { months, ticketsOfMonth: Math.round(tickets / 24), players }),
      );
      console.error(`· ${months} months are filled: ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`);
    }
    const [few, many] = (await Promise.all(databases.map(({ name }) => openSite(rig, name)))) as [Site, Site];
    try {
      for (const name of Object.keys(few.works)) {
        let site = few;
        const work = { run: (seconds: number) => site.works[name]!.run(seconds) };
        const enter = async () => void (site = many);
        const leave = async () => void (site = few);
        await enter();
        const perSecond = await work.run(rounds.seconds);
        const compared = await compareStates(work, { enter, leave }, rounds);
        report.add({
          what: `${name}, how many with 24 months of ${number(tickets)} tickets against the last two of them`,
          goal: `≥ ${goal}`,
          measured: `${describeCompared(compared)}; ${number(1_000_000 / perSecond)} µs`,
          met: Math.max(compared.rate, compared.cost) >= goal,
        });
      }
    } finally {
      await Promise.all([few.close(), many.close()]);
    }
  } finally {
    for (const { name } of databases) await rig.owner.query(`drop database if exists ${name} with (force)`);
  }
}

interface Site {
  readonly works: Readonly<Record<string, Contender>>;
  close(): Promise<void>;
}

/** A bet, and each list that grows with the years, in one database. */
async function openSite(rig: Rig, database: string): Promise<Site> {
  const within = (config: ConnectionConfig) => ({ ...config, database });
  const [app, worker, operator] = [rig.appConfig, rig.workerConfig, rig.consoleConfig].map((config) =>
    openDatabase(within(config), 1),
  ) as [Database, Database, Database];
  const { drawId, session } = await withDatabase(within(rig.config), 4, async (owner) => {
    await fillOperators(owner);
    return { drawId: await openDraw(owner), session: (await openSessions(owner)).support };
  });
  const intake = createIntake(app);
  const bets: Contender = {
    name: 'bets',
    run: (seconds) => placeThrough(intake, 64, seconds, players, drawId),
  };
  // The first pass reads all of the books. The others read only these bets, or the rows since the pass before.
  await bets.run(3);
  await reconcile(worker, 'recent');
  const results = createDrawReader(app, { timeZone: 'Africa/Abidjan', everyMinutes: 30 });
  const busy = firstClientId;
  const newcomer = firstClientId + players;
  let turn = 0;
  const usual = () => firstClientId + 20_000 + ((turn += 7_919) % 60_000);
  const bought = { status: ['win', 'lost'] as const };
  const page = { limit: 25 };
  // As many as two months have of each.
  const short = { limit: 4 };
  const asOperator = (list: string, values: readonly unknown[]) =>
    operator.query(`select * from console.${list}`, [session, ...values]);
  const calls: Record<string, () => Promise<unknown>> = {
    // First, because a session ends after 15 minutes without a call.
    "a player's tickets on the console": () => asOperator('player_tickets($1, $2, null, null, null, null, 26)', [busy]),
    "a player's statement on the console": () =>
      asOperator('player_statement($1, $2, null, null, null, null, 26)', [busy]),
    'my bets, who plays most': () => listBets(app, busy, page),
    'my bets, four of somebody': () => listBets(app, usual(), short),
    'my bets, who has none': () => listBets(app, newcomer, page),
    'my bets by draw, who plays most': () => listBetsByDraw(app, busy, { ...bought, ...page }),
    'my bets by draw, four of somebody': () => listBetsByDraw(app, usual(), { ...bought, ...short }),
    results: () => results.results(page),
    'statement, who plays most': () => readStatement(app, busy, page),
    'statement, four of somebody': () => readStatement(app, usual(), short),
    'a pass over recent books': () => reconcile(worker, 'recent'),
  };
  return {
    works: {
      'a bet of 64 that wait': bets,
      ...Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, oneAfterTheOther(name, call)])),
    },
    async close() {
      await Promise.all([app, worker, operator].map((db) => db.end()));
    },
  };
}

function oneAfterTheOther(name: string, call: () => Promise<unknown>): Contender {
  return {
    name,
    async run(seconds) {
      const startedAt = performance.now();
      const endAt = startedAt + seconds * 1_000;
      let done = 0;
      while (performance.now() < endAt || done === 0) {
        await call();
        done += 1;
      }
      return done / ((performance.now() - startedAt) / 1_000);
    },
  };
}

import { claimDatabase } from '#server/start-checks.ts';
import { migrate } from '#database/migrate.ts';
import type { ConnectionConfig, Database } from '#database/connect.ts';
import { openDatabase } from '#bench/database.ts';
import { keepSums } from '#server/reconciliation/kept-sums.ts';
import { withoutIndexes } from '#bench/fill.ts';
import { fillAudit, fillBooks, fillRequests } from './fill-books.ts';
import { fillCare } from './fill-care.ts';
import { fillDraws } from './fill-draws.ts';
import { fillOperators, fillPeople } from './fill-people.ts';
import { fillPayments } from './fill-payments.ts';
import { fillPlay } from './fill-play.ts';
import type { Sizes } from './sizes.ts';

/** The tables with most rows: theirs indexes are built when they are full. */
const large = [
  'ticket',
  'posting',
  'due',
  'payment',
  'payment_event',
  'client',
  'console.audit',
  'console.view_log',
  'draw_figure',
  'account_hour',
  'account_day',
];

/**
 * Migrates an empty database and fills it, in sets of SQL and past the triggers that keep history. Lists and figures have as many rows as
 * the product would have written; sums and chains are not true.
 */
export async function fillDatabase(config: ConnectionConfig, sizes: Sizes, log: (what: string) => void): Promise<void> {
  await migrate(config);
  const owner = openDatabase(config, 1);
  try {
    await claimDatabase(owner, 'demo');
    // These hold for the one connection that fills.
    await owner.query(`set session_replication_role = replica`);
    await owner.query(`set synchronous_commit = off`);
    await owner.query(`set work_mem = '256MB'`);
    await owner.query(`set maintenance_work_mem = '512MB'`);
    await owner.query('select setseed(0.13)');
    await withoutIndexes(owner, large, () => fillTables(owner, sizes, log));
    log('indexes');
    // No trigger has noted these draws and payments. How their payouts are spread is left out.
    await owner.query('select forget_figures()');
    await owner.query(
      `select count(*) from draw d, keep_figures(d.id, '{}', '{}', '{}', '{}') where d.finished_at is not null`,
    );
    while ((await owner.query<{ more: boolean }>('select keep_withdrawals(100000) as more'))[0]!.more);
    // The sums of today, as the worker keeps them.
    while (await keepSums(owner, 'Africa/Abidjan'));
    log('figures');
    await owner.query('vacuum (analyze)');
    await owner.query('checkpoint');
    log('vacuum');
  } finally {
    await owner.end();
  }
}

async function fillTables(owner: Database, sizes: Sizes, log: (what: string) => void): Promise<void> {
  await fillOperators(owner);
  await fillPeople(owner, sizes);
  log('players');
  await fillDraws(owner, sizes);
  log('draws');
  await fillPayments(owner, sizes);
  log('payments');
  await owner.query('analyze draw');
  await fillPlay(owner, sizes);
  log('tickets and postings');
  await fillBooks(owner);
  await fillRequests(owner, sizes);
  await fillCare(owner, sizes);
  await fillAudit(owner, sizes);
  log('requests, care and audit');
}

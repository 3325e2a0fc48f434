import { withDatabase } from '#bench/database.ts';
import type { ConnectionConfig, Queryable } from '#database/connect.ts';
import { clients, scale, type Yardstick } from './yardstick.ts';

const branches = scale;
const tellers = 10 * scale;
const accounts = 100_000 * scale;

/** The transaction of pgbench written by hand, for systems that have no pgbench: the same tables, statements and protocol. */
export async function prepareByHand(config: ConnectionConfig): Promise<Yardstick> {
  await withDatabase(config, 1, (db) =>
    db.query(`
      create table pgbench_branches (bid int primary key, bbalance int, filler char(88)) with (fillfactor = 100);
      create table pgbench_tellers (tid int primary key, bid int, tbalance int, filler char(84)) with (fillfactor = 100);
      create table pgbench_accounts (aid int, bid int, abalance int, filler char(84)) with (fillfactor = 100);
      create table pgbench_history (tid int, bid int, aid int, delta int, mtime timestamp, filler char(22));
      insert into pgbench_branches select n, 0, '' from generate_series(1, ${branches}) n;
      insert into pgbench_tellers select n, (n - 1) / 10 + 1, 0, '' from generate_series(1, ${tellers}) n;
      insert into pgbench_accounts select n, (n - 1) / 100000 + 1, 0, '' from generate_series(1, ${accounts}) n;
      alter table pgbench_accounts add primary key (aid);
      analyze`),
  );
  return {
    description: `the transaction of pgbench written by hand in Node, since no pgbench was found: scale ${scale}, ${clients} clients, simple protocol`,
    run: (seconds) => runFor(config, seconds),
  };
}

async function runFor(config: ConnectionConfig, seconds: number): Promise<number> {
  return withDatabase(config, clients, async (db) => {
    const startedAt = performance.now();
    let done = 0;
    const runOne = async () => {
      while (performance.now() < startedAt + seconds * 1_000) {
        await db.transact(changeBalances);
        done += 1;
      }
    };
    await Promise.all(Array.from({ length: clients }, runOne));
    return done / ((performance.now() - startedAt) / 1_000);
  });
}

/** One message a statement, as pgbench sends them. */
async function changeBalances(tx: Queryable): Promise<void> {
  const upTo = (count: number) => 1 + Math.floor(Math.random() * count);
  const [account, branch, teller] = [upTo(accounts), upTo(branches), upTo(tellers)];
  const delta = upTo(10_001) - 5_001;
  await tx.query(`update pgbench_accounts set abalance = abalance + ${delta} where aid = ${account}`);
  await tx.query(`select abalance from pgbench_accounts where aid = ${account}`);
  await tx.query(`update pgbench_tellers set tbalance = tbalance + ${delta} where tid = ${teller}`);
  await tx.query(`update pgbench_branches set bbalance = bbalance + ${delta} where bid = ${branch}`);
  await tx.query(
    `insert into pgbench_history (tid, bid, aid, delta, mtime)
     values (${teller}, ${branch}, ${account}, ${delta}, current_timestamp)`,
  );
}

import type pg from 'pg';
import { isConnectionUsable, runQuery, type Queryable, type Transaction } from './query.ts';
import type { SilenceWatch } from './silence.ts';

/**
 * Runs `work` inside one transaction on one connection of the pool. When `work` throws, the transaction is rolled back and
 * the error rethrown. An error of COMMIT itself leaves the outcome unknown: a caller that must know asks again with the same
 * ids.
 */
export async function transact<T>(
  checkOut: () => Promise<pg.PoolClient>,
  during: SilenceWatch['during'],
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const client = await checkOut();
  let usable = true;
  const whenCommitted: (() => void)[] = [];

  async function run<Row extends object>(...statement: Parameters<Queryable['query']>): Promise<Row[]> {
    try {
      return await during(client, () => runQuery<Row>(client, ...statement));
    } catch (error) {
      usable &&= isConnectionUsable(error);
      throw error;
    }
  }

  try {
    await run('begin isolation level read committed');
    const result = await work({ query: run, afterCommit: (done) => void whenCommitted.push(done) });
    await during(client, () => commit(client));
    for (const done of whenCommitted) done();
    return result;
  } catch (error) {
    usable &&= await rollBack(client, during);
    throw error;
  } finally {
    // Destroying a connection of unknown state also makes the server roll back its transaction.
    client.release(!usable);
  }
}

async function commit(client: pg.ClientBase): Promise<void> {
  const { command } = await client.query('commit');
  // PostgreSQL answers ROLLBACK, and no error, to the COMMIT of a transaction in which a statement failed.
  if (command === 'ROLLBACK')
    throw new Error('the transaction was rolled back: a statement in it failed and was ignored');
}

async function rollBack(client: pg.ClientBase, during: SilenceWatch['during']): Promise<boolean> {
  try {
    await during(client, () => client.query('rollback'));
    return true;
  } catch {
    return false;
  }
}

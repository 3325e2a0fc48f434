import type { Database } from '#database/connect.ts';

/**
 * The database of a process that dies after this many statements and transactions: what was committed by then stays, and
 * nothing follows. Whatever continues afterwards uses another connection.
 */
export function crashAfter(db: Database, commits: number): Database {
  let left = commits;
  const unlessCrashed = async <T>(work: () => Promise<T>): Promise<T> => {
    if (left-- <= 0) throw new Error('the process has ended');
    return work();
  };
  return {
    ...db,
    query: (sql, params) => unlessCrashed(() => db.query(sql, params)),
    transact: (work) => unlessCrashed(() => db.transact(work)),
  };
}

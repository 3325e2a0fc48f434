import type { Queryable } from '#database/connect.ts';

interface PlanNode {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Join Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** Runs each statement, answers no rows, and tells how many rows its parts gave or threw away, all together. */
export function countRows(db: Queryable, tell: (rows: number) => void): Queryable {
  return {
    async query<Row extends object>(...[sql, params]: Parameters<Queryable['query']>) {
      const { text, values = params } = typeof sql === 'string' ? { text: sql } : sql;
      const explain = `explain (analyze, timing off, format json) ${text}`;
      const [row] = await db.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(explain, values);
      tell(rowsIn(row!['QUERY PLAN'][0]!.Plan));
      return [] as Row[];
    },
  };
}

function rowsIn(node: PlanNode): number {
  const each = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0);
  return (node.Plans ?? []).reduce((sum, part) => sum + rowsIn(part), each * node['Actual Loops']);
}

/** How many rows of a table, and of its partitions, are read from it while `work` runs in this transaction, by whatever functions it calls. */
export async function countReads(tx: Queryable, table: string, work: () => Promise<unknown>): Promise<number> {
  const read = async () => {
    const [row] = await tx.query<{ rows: number }>(
      `select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)::integer as rows
       from pg_stat_xact_all_tables where relid in (select relid from pg_partition_tree($1))`,
      [table],
    );
    return row!.rows;
  };
  const before = await read();
  await work();
  return (await read()) - before;
}

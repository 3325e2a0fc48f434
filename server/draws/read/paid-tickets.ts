import type { Database } from '#database/connect.ts';

/** How many tickets settled draws have paid, by draw. The number of a settled draw never changes, so each is counted once. */
interface PaidTickets {
  count(drawIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
}

/** About two weeks of draws every twenty minutes. */
const mostKept = 1_000;

export function countPaidTickets(db: Pick<Database, 'query'>): PaidTickets {
  const kept = new Map<string, number>();
  return {
    async count(drawIds) {
      const unknown = drawIds.filter((id) => !kept.has(id));
      if (unknown.length > 0) {
        const rows = await db.query<{ id: string; paid: string }>({
          name: 'count-paid-tickets',
          text: `select id, (select count(*) from due where draw_id = id) as paid from unnest($1::uuid[]) as asked (id)`,
          values: [unknown],
        });
        for (const { id, paid } of rows) kept.set(id, Number(paid));
      }
      const paid = new Map(drawIds.map((id) => [id, kept.get(id)!]));
      // The oldest were kept first.
      for (const id of [...kept.keys()].slice(0, Math.max(0, kept.size - mostKept))) kept.delete(id);
      return paid;
    },
  };
}

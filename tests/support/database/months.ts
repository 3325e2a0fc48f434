import type { Database } from '#database/connect.ts';
import { settleDueDraw } from '#server/draws/life/settle-draw.ts';
import { reconcile } from '#server/reconciliation/reconcile.ts';
import { advanceDraws, moveBack, playHistory } from '#tests/support/money/play-history.ts';
import { moveDraw } from '#tests/support/players/play.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

/** When the month after the first one began; by default now. */
interface Border {
  readonly hoursAgo?: number;
}

/**
 * Ends the month that is under way, as if a border had been here: tickets that are made from now on, or from so many hours ago on, lie in the
 * next month, and so do postings from now on.
 */
export async function endMonth(owner: Database, { hoursAgo = 0 }: Border = {}): Promise<void> {
  await owner.transact(async (tx) => {
    const [border] = await tx.query<{ id: string; day: string; posting: number }>(
      `select first_id_at(clock_timestamp() - interval '1 hour' * $1) as id, begins_on::text as day, first_posting_id as posting
       from month where begun_at is null order by begins_on limit 1`,
      [hoursAgo],
    );
    const { id, day: nextDay, posting } = border!;
    const both = await tx.query<{ day: string; name: string }>(
      `select begins_on::text as day, table_of_month('ticket', begins_on) as name from month
       where begins_on <= $1 order by begins_on desc limit 2`,
      [nextDay],
    );
    const [next, ended] = both as [(typeof both)[0], (typeof both)[0]];
    for (const { name } of both) await tx.query(`alter table ticket detach partition ${name}`);
    // An id may have been made some minutes ahead.
    await tx.query(`set local session_replication_role = 'replica'`);
    await tx.query(
      `with moved as (delete from ${ended.name} where id >= '${id}' returning *) insert into ${next.name} select * from moved`,
    );
    await tx.query(
      `update month set first_ticket_id = $2, begun_at = clock_timestamp() - interval '1 hour' * $3 where begins_on = $1`,
      [nextDay, id, hoursAgo],
    );
    for (const { day: first, name } of both) {
      const [bounds] = await tx.query<{ text: string }>(`select bounds_of_month('ticket', $1) as text`, [first]);
      await tx.query(`alter table ticket attach partition ${name} ${bounds!.text}`);
    }
    await tx.query(`select setval('posting_id_seq', $1, false)`, [posting]);
  });
}

const day = 24;

/** A database whose first month is over since forty days, with draws of it that are not finished unless asked for. */
export async function createEndedMonth({ finished = false } = {}): Promise<TestDatabase> {
  const site = await createTestDatabase();
  await playHistory(site);
  if (finished) {
    const open = await site.owner.query<{ id: string }>(`select id from draw where status = 'open'`);
    for (const { id } of open) await moveDraw(site.owner, id, { closesIn: -1, drawsIn: 0 });
    await finishDraws(site);
  }
  await reconcile(site.worker, 'full');
  await moveBack(site.owner, 45 * day);
  await endMonth(site.owner, { hoursAgo: 40 * day });
  return site;
}

/** Finishes all draws that are over. */
export async function finishDraws(site: TestDatabase): Promise<void> {
  await advanceDraws(site);
  while (await settleDueDraw(site.worker));
}

import type { Database } from '#database/connect.ts';
import { deriveResult } from '#domain/fair-draw/derive.ts';
import { encodeNumbers, type DrawResult } from '#domain/result.ts';
import { systemWords } from './randomness.ts';

/**
 * Closes the sales of one draw whose time has come. A draw that nobody closed before its moment is void instead: its
 * result was never known, and every stake goes back.
 *
 * Any number of processes may call this: the row is claimed, and a row that another one holds is skipped.
 *
 * @returns whether there was one
 */
export async function closeDueDraw(db: Database): Promise<boolean> {
  const closed = await db.query<{ id: string }>(
    `update draw set
       status = case when draws_at <= clock_timestamp() then 'void' else 'closed' end::draw_status,
       closed_at = clock_timestamp()
     where id = (
       select id from draw
       where finished_at is null and status = 'open' and closes_at <= statement_timestamp()
       order by closes_at limit 1 for update skip locked
     ) and status = 'open'
     returning id`,
  );
  return closed.length > 0;
}

/** Draws the numbers of one closed draw whose moment has come. Called by any number of processes, as above. */
export async function drawDueDraw(db: Database, drawNumbers: () => DrawResult = drawFromSystem): Promise<boolean> {
  return db.transact(async (tx) => {
    const [draw] = await tx.query<{ id: string }>(
      `select id from draw
       where finished_at is null and status = 'closed' and closes_at <= statement_timestamp()
         and draws_at <= statement_timestamp()
       order by closes_at limit 1 for update skip locked`,
    );
    if (!draw) return false;
    await tx.query(`update draw set status = 'drawn', result = $2, drawn_at = clock_timestamp() where id = $1`, [
      draw.id,
      encodeNumbers(drawNumbers()),
    ]);
    return true;
  });
}

function drawFromSystem(): DrawResult {
  return deriveResult(systemWords());
}

/**
 * How long, in milliseconds of the database's clock, until the next draw has to be closed or drawn; null when there is
 * none. 0 or less: one is due.
 */
export async function timeToNextStep(db: Database): Promise<number | null> {
  const [row] = await db.query<{ wait: number | null }>(
    `select extract(epoch from min(case status when 'open' then closes_at else draws_at end) - clock_timestamp())::float8
       * 1000 as wait
     from (
       select status, closes_at, draws_at from draw
       where finished_at is null and status in ('open', 'closed') order by closes_at limit 10
     ) next`,
  );
  return row?.wait ?? null;
}

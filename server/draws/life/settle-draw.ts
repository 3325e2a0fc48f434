import { arrayLiteral, isDeadlock, type Database } from '#database/connect.ts';
import { betNames, betTypes, type BetName } from '#domain/bet-types.ts';
import { winningSelections } from '#domain/outcome.ts';
import { decodeNumbers } from '#domain/result.ts';

/**
 * How many clients are paid in one transaction: few enough that a bet of one of them waits only milliseconds, and enough
 * to need far fewer statements than winners.
 */
const clientsPerPayment = 250;

/**
 * The number of connections that pay the dues of a draw at once. Each pays one lane, that is a share of the dues. A lane keeps a core of
 * the database busy.
 */
const lanesAtOnce = 2;

interface Unpaid {
  readonly id: string;
  readonly status: 'drawn' | 'void';
  readonly result: number | null;
  readonly listed: boolean;
}

/**
 * Settles one drawn draw, or refunds one void draw, from the state in the database. First one statement lists the dues. Then a
 * few hundred clients are paid per transaction, so that no bet waits long, by several connections at the same time.
 *
 * A draw that waits for the second opinion, or is held by it, is passed over, so that those behind it do not wait.
 *
 * Several processes may work on the same draw: each payment locks one lane of the dues and continues after the last one.
 *
 * @returns whether there was one
 */
export async function settleDueDraw(db: Database, clientsAtOnce = clientsPerPayment): Promise<boolean> {
  const [draw] = await db.query<Unpaid>(
    `select id, status, result, dues_listed_at is not null as listed from draw
     where finished_at is null and status in ('drawn', 'void') and hold_of(id) is null order by closes_at limit 1`,
  );
  if (!draw) return false;
  if (!draw.listed) await listDues(db, draw);
  const lanes = Array.from({ length: lanesAtOnce }, () => payAll(db, draw.id, clientsAtOnce));
  // If one fails, the step is over only when the others are: this process may be about to end its connections.
  const failed = (await Promise.allSettled(lanes)).find(({ status }) => status === 'rejected');
  if (failed) throw (failed as PromiseRejectedResult).reason;
  return true;
}

async function listDues(db: Database, draw: Unpaid): Promise<void> {
  if (draw.status === 'void') {
    await db.query('select list_refunds($1)', [draw.id]);
    return;
  }
  const winning = winningSelections(decodeNumbers(draw.result!), await listPlayed(db, draw.id));
  await db.query('select list_wins($1, $2, $3, $4)', [
    draw.id,
    arrayLiteral(winning.betTypeCodes),
    arrayLiteral(winning.selections),
    arrayLiteral(winning.mults),
  ]);
}

/** The bet types that were played on a draw. IziOrder has 29,000 winning selections, which nobody needs where it was not played. */
async function listPlayed(db: Database, drawId: string): Promise<readonly BetName[]> {
  const sold = await db.query<{ code: number }>('select bet_type as code from sold_of($1)', [drawId]);
  return betNames.filter((name) => sold.some(({ code }) => code === betTypes[name].code));
}

async function payAll(db: Database, drawId: string, clientsAtOnce: number): Promise<void> {
  while ((await payDues(db, drawId, clientsAtOnce)) > 0);
}

/**
 * A caller that finds a lane paid at the moment in which it locks it keeps that lock while it waits for another lane. So two callers can
 * wait for each other at the end of their lanes. PostgreSQL then ends one of them, which has written nothing and continues.
 */
async function payDues(db: Database, drawId: string, clientsAtOnce: number): Promise<number> {
  for (;;) {
    try {
      const [row] = await db.query<{ paid: number }>('select pay_dues($1, $2) as paid', [drawId, clientsAtOnce]);
      return row!.paid;
    } catch (error) {
      if (!isDeadlock(error)) throw error;
    }
  }
}

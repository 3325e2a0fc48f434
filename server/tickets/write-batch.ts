import { arrayLiteral, isLockTimeout, type Database } from '#database/connect.ts';
import type { Francs } from '#domain/money.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { Span } from '#server/tracing/span.ts';
import type { Checkout, TicketInTheWay, Verdict } from './checkout.ts';
import { traceBatch } from './trace-batch.ts';

/** A checkout that waits for its verdict. */
export interface Waiting {
  readonly checkout: Checkout;
  readonly resolve: (verdict: Verdict) => void;
  readonly reject: (error: unknown) => void;
  /** The trace span of its way through the intake, if it is recorded. */
  readonly span?: Span | undefined;
}

const uniqueViolation = '23505';
const deadlockDetected = '40P01';
/** The classes for bad data and violated constraints. Others are the server's, and halves of the batch would meet them too. */
const dataErrors = /^2[23]/;
const maxRetries = 3;

/** A check has a name; a table that has no partition for a row has none. Each half of the batch would be written into that month. */
const isMissingMonth = (error: unknown) => {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return code === '23514' && constraint === undefined;
};

/**
 * Places a batch and answers its checkouts. The batch has at most one checkout per client, is sorted by client, and has no
 * ticket id twice. Returns the checkouts that were not answered, because another transaction has locked their wallet or
 * a draw of theirs.
 *
 * The whole statement fails when another process stores one of the ticket ids after the statement has looked for it. The
 * next try finds that ticket, so the batch is retried unchanged. After any other error of a checkout's data the batch is
 * halved, until the bad checkout is alone.
 */
export async function writeBatch<W extends Waiting>(
  db: Database,
  batch: readonly W[],
  retriesLeft: number = maxRetries,
): Promise<W[]> {
  try {
    const verdicts = await placeCheckouts(db, batch);
    const busy: W[] = [];
    for (const waiting of batch) {
      const verdict = verdicts.get(waiting.checkout.clientId)!;
      if (verdict === 'busy') busy.push(waiting);
      else waiting.resolve(verdict);
    }
    return busy;
  } catch (error) {
    const code = (error as { code?: string }).code;
    if ((code === deadlockDetected || code === uniqueViolation) && retriesLeft > 0) {
      return writeBatch(db, batch, retriesLeft - 1);
    }
    if (code !== undefined && dataErrors.test(code) && !isMissingMonth(error) && batch.length > 1) {
      const middle = Math.ceil(batch.length / 2);
      const busy = await writeBatch(db, batch.slice(0, middle));
      return [...busy, ...(await writeBatch(db, batch.slice(middle)))];
    }
    for (const { reject } of batch) reject(unanswered(error));
    return [];
  }
}

/** The outcome is unknown: the database did not answer. The ticket ids make it safe to send the checkout again. */
function unanswered(cause: unknown): Refusal {
  return new Refusal('unavailable', {
    detail: ({ notLearnt }) => notLearnt,
    retryAfterSeconds: 1,
    cause,
  });
}

/**
 * Writes a checkout whose wallet or draw was locked whenever a batch came to it, in a statement of its own that waits for the wallet.
 *
 * @returns whether it is not answered: one of its draws is locked, for which the statement does not wait, or the wallet's turn
 * did not come within the statement's three seconds. The caller knows how much of that time this process ran
 */
export async function writePatiently(db: Database, waiting: Waiting): Promise<boolean> {
  try {
    const verdicts = await placeCheckouts(db, [waiting], 'place_patiently');
    const verdict = verdicts.get(waiting.checkout.clientId)!;
    if (verdict === 'busy') return true;
    waiting.resolve(verdict);
  } catch (error) {
    if (isLockTimeout(error)) return true;
    waiting.reject(unanswered(error));
  }
  return false;
}

interface VerdictRow {
  readonly client_id: number;
  readonly answer: Verdict['answer'] | 'busy';
  /** By ticket id. */
  readonly in_the_way: Readonly<Record<string, TicketInTheWay>> | null;
  readonly dep: Francs | null;
  readonly win: Francs | null;
  readonly accepted_at: Date;
}

async function placeCheckouts(
  db: Database,
  batch: readonly Waiting[],
  by: 'place_checkouts' | 'place_patiently' = 'place_checkouts',
): Promise<Map<number, Verdict | 'busy'>> {
  const checkouts = batch.map(({ checkout }) => checkout);
  const lines = checkouts.flatMap(({ clientId, tickets }) => tickets.map((ticket) => ({ clientId, ticket })));
  const statement = {
    name: by,
    text: `select client_id, answer, in_the_way, dep, win, accepted_at from ${by}($1, $2, $3, $4, $5, $6, $7, $8)`,
    values: [
      arrayLiteral(checkouts.map((checkout) => checkout.clientId)),
      arrayLiteral([...new Set(lines.map(({ ticket }) => ticket.drawId))]),
      arrayLiteral(lines.map(({ clientId }) => clientId)),
      ...ticketColumns(lines.map(({ ticket }) => ticket)),
    ],
  };
  const rows = await traceBatch(batch, by, () => db.query<VerdictRow>(statement));
  return new Map(rows.map((row) => [row.client_id, readVerdict(row)]));
}

function readVerdict({ answer, in_the_way, dep, win, accepted_at }: VerdictRow): Verdict | 'busy' {
  switch (answer) {
    case 'placed':
      return { answer, acceptedAt: accepted_at, dep: dep!, win: win! };
    case 'in_the_way':
      return { answer, tickets: in_the_way! };
    case 'busy':
      return answer;
    default:
      return { answer };
  }
}

/** Finds why tickets cannot be placed, by their ids, without placing any. For checkouts that were refused already. */
export async function judgeTickets(
  db: Database,
  { clientId, tickets }: Checkout,
): Promise<ReadonlyMap<string, TicketInTheWay>> {
  const rows = await db.query<{ id: string; in_the_way: TicketInTheWay }>({
    name: 'judge-tickets',
    text: `select id, in_the_way from judge_tickets($1, $2, $3, $4, $5, $6, clock_timestamp(), stopped_sales()) where in_the_way is not null`,
    values: [arrayLiteral(tickets.map(() => clientId)), ...ticketColumns(tickets)],
  });
  return new Map(rows.map((row) => [row.id, row.in_the_way]));
}

function ticketColumns(tickets: Checkout['tickets']): string[] {
  return [
    arrayLiteral(tickets.map(({ id }) => id)),
    arrayLiteral(tickets.map(({ drawId }) => drawId)),
    arrayLiteral(tickets.map(({ betType }) => betType)),
    arrayLiteral(tickets.map(({ selection }) => selection)),
    arrayLiteral(tickets.map(({ stake }) => stake)),
  ];
}

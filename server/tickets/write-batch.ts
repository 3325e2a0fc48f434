import { arrayLiteral, type Database } from '#database/connect.ts';
import type { Francs } from '#domain/money.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { Accepted, Checkout } from './intake.ts';

/** A checkout that waits for its answer: null where the database passed it over. */
export interface Waiting {
  readonly checkout: Checkout;
  readonly resolve: (accepted: Accepted | null) => void;
  readonly reject: (error: unknown) => void;
}

const uniqueViolation = '23505';
const deadlockDetected = '40P01';
const maxDeadlockRetries = 3;

/**
 * Answers everybody in the batch, which holds at most one checkout a client, sorted by client. A batch that fails for the
 * sake of one is halved until that one stands alone.
 */
export async function writeBatch(db: Database, batch: readonly Waiting[], deadlocks = 0): Promise<void> {
  try {
    const accepted = await placeBets(
      db,
      batch.map((waiting) => waiting.checkout),
    );
    for (const { checkout, resolve } of batch) resolve(accepted.get(checkout.clientId) ?? null);
  } catch (error) {
    const code = (error as { code?: string }).code;
    if (code === deadlockDetected && deadlocks < maxDeadlockRetries) {
      await writeBatch(db, batch, deadlocks + 1);
    } else if (code === uniqueViolation && batch.length === 1) {
      batch[0]!.resolve(null);
    } else if (code?.startsWith('2') && batch.length > 1) {
      const middle = Math.ceil(batch.length / 2);
      await writeBatch(db, batch.slice(0, middle));
      await writeBatch(db, batch.slice(middle));
    } else {
      for (const { reject } of batch) reject(unanswered(error));
    }
  }
}

/** The database did not say whether it placed the checkout. Its ids make it safe to ask again. */
function unanswered(cause: unknown): Refusal {
  return new Refusal('unavailable', {
    detail: 'We could not learn whether the tickets were placed. Try again: they cannot be taken twice.',
    retryAfterSeconds: 1,
    cause,
  });
}

async function placeBets(db: Database, checkouts: readonly Checkout[]): Promise<Map<number, Accepted>> {
  const lines = checkouts.flatMap(({ clientId, tickets }) => tickets.map((ticket) => ({ clientId, ticket })));
  const rows = await db.query<{ client_id: number; dep: Francs; win: Francs; accepted_at: Date }>({
    name: 'place-bets',
    text: 'select client_id, dep, win, accepted_at from place_bets($1, $2, $3, $4, $5, $6, $7, $8)',
    values: [
      arrayLiteral(checkouts.map((checkout) => checkout.clientId)),
      arrayLiteral([...new Set(lines.map(({ ticket }) => ticket.drawId))]),
      arrayLiteral(lines.map(({ clientId }) => clientId)),
      arrayLiteral(lines.map(({ ticket }) => ticket.id)),
      arrayLiteral(lines.map(({ ticket }) => ticket.drawId)),
      arrayLiteral(lines.map(({ ticket }) => ticket.betType)),
      arrayLiteral(lines.map(({ ticket }) => ticket.selection)),
      arrayLiteral(lines.map(({ ticket }) => ticket.stake)),
    ],
  });
  return new Map(rows.map((row) => [row.client_id, { acceptedAt: row.accepted_at, dep: row.dep, win: row.win }]));
}

import type { Database } from '#database/connect.ts';
import type { Francs } from '#domain/money.ts';
import { Refusal } from '#server/http/refusal.ts';

/** A checkout whose tickets are right by the rules of the game, as the database takes it. */
export interface Checkout {
  readonly clientId: number;
  readonly tickets: readonly TicketRow[];
}

export interface TicketRow {
  readonly id: string;
  readonly drawId: string;
  readonly betType: number;
  /** The numbers as digits. */
  readonly selection: number;
  readonly stake: Francs;
}

export interface Accepted {
  readonly acceptedAt: Date;
  /** Both wallets after the checkout. */
  readonly dep: Francs;
  readonly win: Francs;
}

export interface Intake {
  /**
   * Places a checkout, or answers null when the database passed it over: a ticket is known already, a draw is not open
   * or the money is not there. Refuses with `overloaded` when too many wait, and with `unavailable` when the outcome
   * could not be learnt; the same checkout may be sent again after both.
   */
  place(checkout: Checkout): Promise<Accepted | null>;
  /** Refuses what comes from now on, and resolves when what waits has been answered. */
  drain(): Promise<void>;
}

export interface IntakeLimits {
  /** Checkouts that may wait; one more is refused. */
  readonly maxWaiting: number;
  /** Tickets that go to the database in one statement. */
  readonly maxBatchTickets: number;
  /** How long a checkout may wait before it is refused untried, in milliseconds. */
  readonly maxWaitMs: number;
}

export const defaultIntakeLimits: IntakeLimits = { maxWaiting: 2_000, maxBatchTickets: 1_500, maxWaitMs: 2_000 };

interface Waiting {
  readonly checkout: Checkout;
  readonly since: number;
  readonly resolve: (accepted: Accepted | null) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Group commit: while one statement commits, the checkouts that arrive wait; then all of them go in the next statement,
 * each accepted or passed over on its own. One commit to disk serves many players.
 */
export function createIntake(db: Database, limits: IntakeLimits = defaultIntakeLimits): Intake {
  let queue: Waiting[] = [];
  let writing: Promise<void> | null = null;
  let draining = false;

  function place(checkout: Checkout): Promise<Accepted | null> {
    if (draining || queue.length >= limits.maxWaiting) {
      return Promise.reject(new Refusal('overloaded', { retryAfterSeconds: 1 }));
    }
    return new Promise((resolve, reject) => {
      queue.push({ checkout, since: performance.now(), resolve, reject });
      writing ??= writeAll();
    });
  }

  async function writeAll(): Promise<void> {
    // Checkouts of the same turn of the event loop go together.
    await Promise.resolve();
    while (queue.length > 0) {
      const batch = takeBatch();
      if (batch.length > 0) await writeBatch(db, batch);
    }
    writing = null;
  }

  /** The next batch: at most one checkout a client, sorted by client, so that locks are always taken in one order. */
  function takeBatch(): Waiting[] {
    const batch = new Map<number, Waiting>();
    const later: Waiting[] = [];
    const tooOld = performance.now() - limits.maxWaitMs;
    let tickets = 0;
    for (const waiting of queue) {
      const { clientId, tickets: own } = waiting.checkout;
      if (waiting.since < tooOld) {
        waiting.reject(new Refusal('overloaded', { retryAfterSeconds: 1 }));
      } else if (batch.has(clientId) || (batch.size > 0 && tickets + own.length > limits.maxBatchTickets)) {
        later.push(waiting);
      } else {
        batch.set(clientId, waiting);
        tickets += own.length;
      }
    }
    queue = later;
    return [...batch.values()].toSorted((a, b) => a.checkout.clientId - b.checkout.clientId);
  }

  async function drain(): Promise<void> {
    draining = true;
    await writing;
  }

  return { place, drain };
}

const uniqueViolation = '23505';
const deadlockDetected = '40P01';
const maxDeadlockRetries = 3;

/** Answers everybody in the batch. A batch that fails for the sake of one is halved until that one stands alone. */
async function writeBatch(db: Database, batch: readonly Waiting[], deadlocks = 0): Promise<void> {
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
  const lines = checkouts.flatMap(({ clientId, tickets }) => tickets.map((ticket) => ({ clientId, ...ticket })));
  const rows = await db.query<{ client_id: number; dep: Francs; win: Francs; accepted_at: Date }>({
    name: 'place-bets',
    text: 'select client_id, dep, win, accepted_at from place_bets($1, $2, $3, $4, $5, $6, $7, $8)',
    values: [
      checkouts.map((checkout) => checkout.clientId),
      [...new Set(lines.map((line) => line.drawId))],
      lines.map((line) => line.clientId),
      lines.map((line) => line.id),
      lines.map((line) => line.drawId),
      lines.map((line) => line.betType),
      lines.map((line) => line.selection),
      lines.map((line) => line.stake),
    ],
  });
  return new Map(rows.map((row) => [row.client_id, { acceptedAt: row.accepted_at, dep: row.dep, win: row.win }]));
}

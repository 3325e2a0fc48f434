import type { Database } from '#database/connect.ts';
import type { Francs } from '#domain/money.ts';
import { overloaded } from '#server/http/refusal.ts';
import { writeBatch, type Waiting } from './write-batch.ts';

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
  /** Statements that may be under way at a time. */
  readonly writers: number;
  /** Checkouts that are worth a statement of their own while another one is under way: each costs as much as ten bets. */
  readonly worthwhileBatch: number;
  /** How long fewer than that wait for the statement under way, in milliseconds. */
  readonly patienceMs: number;
  /** Tickets that go to the database in one statement. */
  readonly maxBatchTickets: number;
  /** Tickets that may wait; what comes on top is refused. */
  readonly maxWaitingTickets: number;
  /** Checkouts that one client may have waiting: they go one by one, and would keep all others from the queue. */
  readonly maxWaitingOfClient: number;
  /** How long a checkout may wait before it is refused untried, in milliseconds. */
  readonly maxWaitMs: number;
}

export const defaultIntakeLimits: IntakeLimits = {
  writers: 2,
  worthwhileBatch: 32,
  patienceMs: 20,
  maxBatchTickets: 1_500,
  maxWaitingTickets: 7_500,
  maxWaitingOfClient: 64,
  maxWaitMs: 800,
};

interface Queued extends Waiting {
  readonly since: number;
}

/**
 * Group commit: while a statement commits, the checkouts that arrive wait; then all of them go in the next statement, each
 * accepted or passed over on its own. One commit to disk serves many players.
 *
 * A second statement runs beside the first when many wait, for other clients, so that a wait for the disk and a second
 * processor are put to use.
 */
export function createIntake(db: Database, limits: IntakeLimits = defaultIntakeLimits): Intake {
  let queue: Queued[] = [];
  let waitingTickets = 0;
  const waitingOf = new Map<number, number>();
  const clientsUnderWay = new Set<number>();
  const underWay = new Set<Promise<void>>();
  let startedAt = 0;
  let gathering = false;
  let patience: NodeJS.Timeout | undefined;
  let draining = false;

  function place(checkout: Checkout): Promise<Accepted | null> {
    const own = waitingOf.get(checkout.clientId) ?? 0;
    const tooMuch = waitingTickets >= limits.maxWaitingTickets || own >= limits.maxWaitingOfClient;
    if (draining || tooMuch) return Promise.reject(overloaded);
    return new Promise((resolve, reject) => {
      queue.push({ checkout, since: performance.now(), resolve, reject });
      waitingTickets += checkout.tickets.length;
      waitingOf.set(checkout.clientId, own + 1);
      if (queue.length >= limits.worthwhileBatch) write();
      else gather();
    });
  }

  /** Checkouts of the same turn of the event loop go together, or all those that come while a statement is under way. */
  function gather(): void {
    if (underWay.size > 0) return waitPatiently();
    if (gathering) return;
    gathering = true;
    setImmediate(() => {
      gathering = false;
      write();
    });
  }

  /** For the end of the statement under way, which writes; but somebody's lock may hold that one up. */
  function waitPatiently(): void {
    patience ??= setTimeout(
      () => {
        patience = undefined;
        write();
      },
      Math.max(0, startedAt + limits.patienceMs - performance.now()),
    );
  }

  function write(): void {
    while (queue.length > 0 && underWay.size < limits.writers) {
      const mayWait = underWay.size > 0 && performance.now() < startedAt + limits.patienceMs;
      if (mayWait && queue.length < limits.worthwhileBatch) return waitPatiently();
      const batch = takeBatch();
      if (batch.length === 0) return;
      startedAt = performance.now();
      const written = writeBatchFor(batch);
      underWay.add(written);
      void written.finally(() => underWay.delete(written)).then(write);
    }
  }

  async function writeBatchFor(batch: readonly Queued[]): Promise<void> {
    for (const { checkout } of batch) clientsUnderWay.add(checkout.clientId);
    await writeBatch(db, batch);
    for (const { checkout } of batch) clientsUnderWay.delete(checkout.clientId);
  }

  /**
   * The next batch: its share of all that is there, at most one checkout a client and none of a client who is being
   * served, sorted by client, so that locks are always taken in one order.
   */
  function takeBatch(): Queued[] {
    const share = Math.ceil((queue.length + clientsUnderWay.size) / limits.writers);
    const most = Math.max(share, limits.worthwhileBatch);
    const tooOld = performance.now() - limits.maxWaitMs;
    const batch = new Map<number, Queued>();
    const later: Queued[] = [];
    let tickets = 0;
    for (const waiting of queue) {
      const { clientId, tickets: own } = waiting.checkout;
      const isNext = batch.size < most && !batch.has(clientId) && !clientsUnderWay.has(clientId);
      if (waiting.since < tooOld) {
        leave(waiting);
        waiting.reject(overloaded);
      } else if (isNext && (batch.size === 0 || tickets + own.length <= limits.maxBatchTickets)) {
        leave(waiting);
        batch.set(clientId, waiting);
        tickets += own.length;
      } else {
        later.push(waiting);
      }
    }
    queue = later;
    return [...batch.values()].toSorted((a, b) => a.checkout.clientId - b.checkout.clientId);
  }

  function leave({ checkout }: Queued): void {
    waitingTickets -= checkout.tickets.length;
    const others = waitingOf.get(checkout.clientId)! - 1;
    if (others > 0) waitingOf.set(checkout.clientId, others);
    else waitingOf.delete(checkout.clientId);
  }

  async function drain(): Promise<void> {
    draining = true;
    for (write(); underWay.size > 0; write()) await Promise.all(underWay);
  }

  return { place, drain };
}

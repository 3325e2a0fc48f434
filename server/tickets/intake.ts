import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#database/connect.ts';
import { overloaded } from '#server/http/refusal.ts';
import type { Checkout, Verdict } from './checkout.ts';
import { walletBusy, writeBatch, writePatiently, type Waiting } from './write-batch.ts';

export interface Intake {
  /**
   * Places a checkout, or says why not. Refuses with `overloaded` when too many wait, and with `unavailable` when the
   * outcome could not be learnt or the wallet stays locked; the same checkout may be sent again after both.
   */
  place(checkout: Checkout): Promise<Verdict>;
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
  /** How long a checkout is tried again and again whose wallet is locked, in milliseconds. */
  readonly maxBusyMs: number;
  /** Checkouts at a time that wait for their turn at a wallet, each on a connection of its own. */
  readonly patientWriters: number;
}

export const defaultIntakeLimits: IntakeLimits = {
  writers: 2,
  worthwhileBatch: 32,
  patienceMs: 20,
  maxBatchTickets: 1_500,
  maxWaitingTickets: 7_500,
  maxWaitingOfClient: 64,
  maxWaitMs: 800,
  maxBusyMs: 3_000,
  patientWriters: 2,
};

/** How long a checkout whose wallet is locked rests before the next try: twice as long each time, up to the longest. */
const SHORTEST_REST_MS = 2;
const LONGEST_REST_MS = 64;

interface Queued extends Waiting {
  readonly since: number;
  /** How long it rests when the database finds the wallet locked; null until it was tried. */
  restMs: number | null;
}

/**
 * Group commit: while a statement commits, the checkouts that arrive wait; then all of them go in the next statement, each
 * accepted or refused on its own. One commit to disk serves many players.
 *
 * A second statement runs beside the first when many wait, for other clients, so that a wait for the disk and a second
 * processor are put to use.
 *
 * Nobody waits for a wallet that is locked by something else: its checkout rests for a moment and goes in a later batch.
 * After some tries it goes alone, in a statement that waits for its turn: others who wait for that wallet would be served
 * before it for ever.
 */
export function createIntake(db: Database, limits: IntakeLimits = defaultIntakeLimits): Intake {
  let queue: Queued[] = [];
  let waitingTickets = 0;
  const waitingOf = new Map<number, number>();
  const clientsUnderWay = new Set<number>();
  const idsUnderWay = new Set<string>();
  const clientsResting = new Set<number>();
  const underWay = new Set<Promise<void>>();
  const resting = new Set<Promise<void>>();
  let startedAt = 0;
  let gathering = false;
  let patience: NodeJS.Timeout | undefined;
  let patient = 0;
  let draining = false;

  function place(checkout: Checkout): Promise<Verdict> {
    const own = waitingOf.get(checkout.clientId) ?? 0;
    const tooMuch = waitingTickets >= limits.maxWaitingTickets || own >= limits.maxWaitingOfClient;
    if (draining || tooMuch) return Promise.reject(overloaded);
    return new Promise((resolve, reject) => {
      const waiting: Queued = { checkout, since: performance.now(), restMs: null, resolve, reject };
      queue.push(waiting);
      enter(waiting);
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
    const busy = await writeBatch(db, batch);
    for (const { checkout } of batch) {
      clientsUnderWay.delete(checkout.clientId);
      for (const { id } of checkout.tickets) idsUnderWay.delete(id);
    }
    for (const waiting of busy) {
      const rested = rest(waiting);
      resting.add(rested);
      void rested.finally(() => resting.delete(rested));
    }
  }

  /** Tries a checkout again after a moment; the client's others wait behind it. */
  async function rest(waiting: Queued): Promise<void> {
    const { clientId } = waiting.checkout;
    waiting.restMs = Math.min(LONGEST_REST_MS, 2 * (waiting.restMs ?? SHORTEST_REST_MS / 2));
    enter(waiting);
    clientsResting.add(clientId);
    await sleep(waiting.restMs);
    if (waiting.restMs === LONGEST_REST_MS && patient < limits.patientWriters) {
      leave(waiting);
      patient += 1;
      await writePatiently(db, waiting);
      patient -= 1;
    } else {
      queue.unshift(waiting);
    }
    clientsResting.delete(clientId);
    gather();
  }

  /**
   * The next batch: its share of all that is there, at most one checkout a client and none of a client who is being
   * served, sorted by client, so that locks are always taken in one order. Two checkouts with the same ticket id, which
   * only somebody makes who tries what happens, never go at the same time: one of them would make the statement fail.
   */
  function takeBatch(): Queued[] {
    const share = Math.ceil((queue.length + clientsUnderWay.size) / limits.writers);
    const most = Math.max(share, limits.worthwhileBatch);
    const now = performance.now();
    const batch = new Map<number, Queued>();
    const later: Queued[] = [];
    let tickets = 0;
    for (const waiting of queue) {
      const { clientId, tickets: own } = waiting.checkout;
      const isBusy = batch.has(clientId) || clientsUnderWay.has(clientId) || clientsResting.has(clientId);
      const isNext = batch.size < most && !isBusy && !own.some(({ id }) => idsUnderWay.has(id));
      const longest = waiting.restMs === null ? limits.maxWaitMs : limits.maxBusyMs;
      if (now - waiting.since > longest) {
        leave(waiting);
        waiting.reject(waiting.restMs === null ? overloaded : walletBusy);
      } else if (isNext && (batch.size === 0 || tickets + own.length <= limits.maxBatchTickets)) {
        leave(waiting);
        batch.set(clientId, waiting);
        for (const { id } of own) idsUnderWay.add(id);
        tickets += own.length;
      } else {
        later.push(waiting);
      }
    }
    queue = later;
    return [...batch.values()].toSorted((a, b) => a.checkout.clientId - b.checkout.clientId);
  }

  function enter({ checkout }: Queued): void {
    waitingTickets += checkout.tickets.length;
    waitingOf.set(checkout.clientId, (waitingOf.get(checkout.clientId) ?? 0) + 1);
  }

  function leave({ checkout }: Queued): void {
    waitingTickets -= checkout.tickets.length;
    const others = waitingOf.get(checkout.clientId)! - 1;
    if (others > 0) waitingOf.set(checkout.clientId, others);
    else waitingOf.delete(checkout.clientId);
  }

  async function drain(): Promise<void> {
    draining = true;
    for (write(); underWay.size + resting.size > 0; write()) await Promise.race([...underWay, ...resting]);
  }

  return { place, drain };
}

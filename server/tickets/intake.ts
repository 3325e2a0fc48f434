import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#database/connect.ts';
import { runningMs } from '#database/running-time.ts';
import { countUpTo } from '#server/http/count-up-to.ts';
import { currentSpan } from '#server/tracing/span.ts';
import { overloaded, Refusal } from '#server/http/refusal.ts';
import type { Checkout, Verdict } from './checkout.ts';
import { writeBatch, writePatiently, type Waiting } from './write-batch.ts';

export interface Intake {
  /**
   * Places a checkout, or says why not. It is safe to send the same checkout again after a refusal.
   *
   * @throws Refusal overloaded, when the queue is full or the checkout waited too long; unavailable, when the outcome is
   *   unknown or the wallet stays locked
   */
  place(checkout: Checkout): Promise<Verdict>;
  /** The checkouts and tickets that wait for a statement now. With `mostTickets`, further checkouts are refused. */
  load(): { readonly checkouts: number; readonly tickets: number; readonly mostTickets: number };
  /** Refuses new checkouts, and resolves when the waiting ones have been answered. */
  drain(): Promise<void>;
}

/** Observes the intake, for its metrics. */
export interface IntakeObserver {
  /** A statement begins, with so many checkouts. */
  onBatch(checkouts: number): void;
  /** A checkout is answered, so long after it came. */
  onAnswer(answer: Verdict['answer'] | 'overloaded' | 'unavailable', waitedMs: number): void;
}

const unobserved: IntakeObserver = { onBatch: () => {}, onAnswer: () => {} };

export type IntakeLimits = Readonly<typeof defaultIntakeLimits>;

export const defaultIntakeLimits = {
  /** The most statements at a time. */
  writers: 2,
  /** Queue length that justifies a second concurrent statement: a statement costs as much as ten bets. */
  worthwhileBatch: 48,
  /** How long a shorter queue waits for the statement under way, in milliseconds. */
  patienceMs: 20,
  /** The most tickets in one statement. */
  maxBatchTickets: 1_500,
  /** The most waiting tickets; further checkouts are refused. */
  maxWaitingTickets: 7_500,
  /** The most waiting checkouts of one client. They go one by one, so without a limit they would fill the queue. */
  maxWaitingOfClient: 64,
  /**
   * A checkout that waited longer than this, in milliseconds, is refused without a try. As for `maxBusyMs`, time in which this
   * process did not run does not count.
   */
  maxWaitMs: 800,
  /** How long a checkout whose wallet or draw is locked is retried, in milliseconds. */
  maxBusyMs: 3_000,
  /** The most checkouts that wait for the lock of a wallet at a time, each on its own connection. */
  patientWriters: 2,
};

/** This call placed nothing, but the transaction that holds the wallet may be placing the same tickets. */
const walletBusy = new Refusal('unavailable', {
  detail: ({ walletBusy }) => walletBusy,
  retryAfterSeconds: 1,
});

/** Exponential backoff of a checkout whose wallet or draw is locked. */
const shortestRestMs = 2;
const longestRestMs = 64;

interface Queued extends Waiting {
  /** Counted in time in which this process ran. */
  readonly since: number;
  /** The backoff of its last try; null before the first one. */
  restMs: number | null;
}

/**
 * Group commit: checkouts that arrive while a statement commits go together in the next one. Each is accepted or refused on
 * its own. One commit to disk serves many players.
 *
 * When many wait, a second statement runs concurrently, for other clients. It uses the time in which the first waits for
 * the disk, and a second processor.
 *
 * A locked wallet delays nobody else: its checkout backs off and goes in a later batch. After some tries it goes alone, in a
 * statement that waits for the lock: otherwise other waiters for that wallet could overtake it forever.
 */
export function createIntake(
  db: Database,
  limits: IntakeLimits = defaultIntakeLimits,
  observer: IntakeObserver = unobserved,
): Intake {
  let queue: Queued[] = [];
  let waitingTickets = 0;
  const waitingOf = countUpTo<number>(limits.maxWaitingOfClient);
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
    const tooMuch = waitingTickets >= limits.maxWaitingTickets || !waitingOf.hasRoom(checkout.clientId);
    if (draining || tooMuch) {
      observer.onAnswer('overloaded', 0);
      return Promise.reject(overloaded);
    }
    const span = currentSpan()?.begin('intake', { 'izi.tickets': checkout.tickets.length });
    const answered = new Promise<Verdict>((resolve, reject) => {
      const cameAt = performance.now();
      const tell = (answer: Parameters<IntakeObserver['onAnswer']>[0]) =>
        observer.onAnswer(answer, performance.now() - cameAt);
      const waiting: Queued = {
        checkout,
        since: runningMs(),
        restMs: null,
        span,
        resolve(verdict) {
          tell(verdict.answer);
          resolve(verdict);
        },
        reject(error) {
          tell(error === overloaded ? 'overloaded' : 'unavailable');
          reject(error);
        },
      };
      queue.push(waiting);
      enter(waiting);
      if (queue.length >= limits.worthwhileBatch) write();
      else gather();
    });
    return span ? answered.finally(() => span.end()) : answered;
  }

  /** Batches the checkouts of one turn of the event loop, or those that arrive while a statement is under way. */
  function gather(): void {
    if (underWay.size > 0) return waitPatiently();
    if (gathering) return;
    gathering = true;
    setImmediate(() => {
      gathering = false;
      write();
    });
  }

  /** The end of the statement under way starts the next one. The timer is for a statement that a lock delays. */
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
    observer.onBatch(batch.length);
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

  /** Tries a checkout again after its backoff. The client's other checkouts wait for it. */
  async function rest(waiting: Queued): Promise<void> {
    const { clientId } = waiting.checkout;
    waiting.restMs = Math.min(longestRestMs, 2 * (waiting.restMs ?? shortestRestMs / 2));
    enter(waiting);
    clientsResting.add(clientId);
    await sleep(waiting.restMs);
    let isBusy = true;
    if (waiting.restMs === longestRestMs && patient < limits.patientWriters) {
      leave(waiting);
      patient += 1;
      isBusy = await writePatiently(db, waiting);
      patient -= 1;
      if (isBusy) enter(waiting);
    }
    if (isBusy) queue.unshift(waiting);
    clientsResting.delete(clientId);
    gather();
  }

  /**
   * Takes the next batch: this writer's share of the queue, with at most one checkout per client and none of a client whose
   * checkout is under way. It is sorted by client, so that locks are always taken in the same order. Two checkouts with the
   * same ticket id never run concurrently, because one of them would make its statement fail. No honest client sends such.
   */
  function takeBatch(): Queued[] {
    const share = Math.ceil((queue.length + clientsUnderWay.size) / limits.writers);
    const most = Math.max(share, limits.worthwhileBatch);
    const now = runningMs();
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
    waitingOf.add(checkout.clientId);
  }

  function leave({ checkout }: Queued): void {
    waitingTickets -= checkout.tickets.length;
    waitingOf.remove(checkout.clientId);
  }

  async function drain(): Promise<void> {
    draining = true;
    for (write(); underWay.size + resting.size > 0; write()) await Promise.race([...underWay, ...resting]);
  }

  const load = () => ({ checkouts: queue.length, tickets: waitingTickets, mostTickets: limits.maxWaitingTickets });
  return { place, load, drain };
}

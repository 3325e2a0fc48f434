import type { Database, Queryable } from '#database/connect.ts';
import { openExposure, type DrawExposure } from '#domain/exposure/exposure.ts';
import { resultCount } from '#domain/exposure/orders.ts';
import { openBookKeeper } from './book-keeper.ts';
import type { Digested, Reading } from './book-questions.ts';
import type { ComputedExposure } from './exposed-draw.ts';
import { createKnownDraws, type KnownDraw } from './known-draws.ts';
import { digestOf } from './read-book.ts';
import {
  readAnyDraw,
  readDraw,
  readSnapshot,
  readSold,
  readSplitSums,
  readSums,
  type SplitSums,
} from './read-stakes.ts';
import { spreadColumns, type SpreadColumns } from './spread-columns.ts';

/**
 * The possible payouts of draws, from one book of each draw: for screens, for caps, and for storage. One for each
 * process.
 */
export interface Measuring {
  /**
   * The exposure of a draw, for the tickets of this moment. A call for a draw that is being computed gets that answer. A draw that was
   * asked for lately reads its new tickets alone; one without new tickets is not computed again, and `exposure` is the same object as
   * before.
   *
   * @throws NoExposure
   * @throws Error when it cannot be computed; what has to be begun again is begun again by the next call
   */
  measureDraw(drawId: string, how?: HowToMeasure): Promise<ComputedExposure>;
  /**
   * The hash of what every result of a draw pays, from all its tickets, read again; also of a draw that was voided after its seal.
   *
   * @param outcome of a drawn draw: its result and what it paid
   * @throws NoExposure
   */
  digestDraw(drawId: string, outcome?: { readonly result: number; readonly paid: number }): Promise<Digested>;
  /** How the payouts of a settled draw are spread. @throws NoExposure; RangeError where it cannot be computed to the franc */
  spreadDraw(drawId: string): Promise<SpreadColumns>;
  close(): Promise<void>;
}

interface HowToMeasure {
  /** Reads after this call, comes before reads that are not urgent, and fails when reading takes longer than 20 s. */
  readonly isUrgent?: boolean;
  /** Whether an unknown draw gets a book, for a next time; default true. */
  readonly isKept?: boolean;
}

/** A draw is read completely again after this time, so that a wrong reading does not last. */
const fullReadMs = 5 * 60_000;
/** When this reading has failed for this long, callers wait for it and get its error. */
const patienceMs = 3 * fullReadMs;
const urgentReading = '20s';
/** The most by which the database's clock may have gone back. */
const clockSlackMs = 10_000;

export function openMeasuring(db: Database, { anewMs = fullReadMs } = {}): Measuring {
  const keeper = openBookKeeper();
  const known = createKnownDraws(keeper);
  /** Promises by draw, each resolved when the work under way on its book has ended. */
  const turns = new Map<string, Promise<unknown>>();
  const underWay = new Map<string, Promise<ComputedExposure>>();
  /** Draws that are being read completely: for somebody who waits, and beside looks at them. */
  const begun = new Set<string>();
  const fullReads = new Set<string>();
  let books = 0;
  let nothing: DrawExposure | undefined;

  /** Changes of a draw's book run one after the other. */
  function inTurn<T>(drawId: string, work: () => Promise<T>): Promise<T> {
    const done = (turns.get(drawId) ?? Promise.resolve()).then(work);
    const over = Promise.allSettled([done]);
    turns.set(drawId, over);
    void over.then(() => turns.get(drawId) === over && turns.delete(drawId));
    return done;
  }

  function measureDraw(drawId: string, how: HowToMeasure = {}): Promise<ComputedExposure> {
    const running = underWay.get(drawId);
    if (running && !how.isUrgent) return running;
    // An urgent read waits for new tickets to be added, but not for a draw that begins with millions.
    if (begun.has(drawId)) return timed(() => readOnce(drawId, how));
    const computing = inTurn(drawId, () => timed(() => measure(drawId, how))).finally(() => {
      if (underWay.get(drawId) === computing) underWay.delete(drawId);
    });
    underWay.set(drawId, computing);
    return computing;
  }

  async function measure(drawId: string, how: HowToMeasure): Promise<Computed> {
    const now = performance.now();
    const last = known.take(drawId);
    if (last && now - last.readAt < patienceMs) return addNew(drawId, last, how);
    if (last) known.forget(last);
    if (how.isKept === false) return readOnce(drawId, how);
    begun.add(drawId);
    try {
      const { computed, next } = await readOn(drawId, undefined, how);
      known.put(drawId, next);
      return computed;
    } finally {
      begun.delete(drawId);
    }
  }

  async function addNew(drawId: string, last: KnownDraw, how: HowToMeasure): Promise<Computed> {
    try {
      const { computed, next } = await readOn(drawId, last, how);
      known.put(drawId, next);
      if (performance.now() - next.readAt >= anewMs) startFullRead(drawId);
      return computed;
    } catch (error) {
      // It begins again.
      known.forget(last);
      throw error;
    }
  }

  /** Brings a book up to this moment, or begins one. */
  async function readOn(
    drawId: string,
    since: KnownDraw | undefined,
    how: HowToMeasure,
  ): Promise<{ readonly computed: Computed; readonly next: KnownDraw }> {
    const readAt = since?.readAt ?? performance.now();
    const { draw, snapshot, sums } = await read(how, async (tx) => {
      const snapshot = await readSnapshot(tx);
      const draw = await readDraw(tx, drawId);
      return { draw, snapshot, sums: await readSplitSums(tx, drawId, snapshot.over, since ?? null) };
    });
    const isNew = sums.settled.length > 0 || sums.recent.length > 0 || since?.hadRecent === true;
    const last = { book: null, generation: keeper.generation(), exposure: withoutTickets(), ...since };
    // With a thread that ended meanwhile its book is gone.
    if (isNew && last.book !== null && last.generation !== keeper.generation()) return readOn(drawId, undefined, how);
    const { book, generation, exposure } = isNew ? await add(drawId, last.book, sums, how) : last;
    const moments = [...(since?.moments ?? []), snapshot];
    // A transaction that is not over at this moment had not begun to write at one of those before: its tickets were accepted later.
    const oldest = moments.findLastIndex(({ next }) => next <= snapshot.over);
    const next: KnownDraw = {
      book,
      generation,
      closesAt: draw.status === 'open' ? draw.closesAt.getTime() : Infinity,
      readAt,
      over: snapshot.over,
      acceptedFrom:
        oldest < 0 ? (since?.acceptedFrom ?? new Date(0)) : new Date(moments[oldest]!.at.getTime() - clockSlackMs),
      moments: moments.slice(Math.max(0, oldest)),
      hadRecent: sums.recent.length > 0,
      exposure,
    };
    return { computed: { draw, exposure, computedAt: snapshot.at }, next };
  }

  async function add(drawId: string, last: string | null, sums: SplitSums, { isUrgent = false }: HowToMeasure) {
    const book = last ?? `${drawId} ${++books}`;
    const generation = keeper.generation();
    const question = { book, begins: last === null, ...sums, reading: { kind: 'exposure' } as const };
    return { book, generation, exposure: await keeper.ask(question, isUrgent) };
  }

  /** Computes a draw that is not kept. */
  async function readOnce(drawId: string, how: HowToMeasure): Promise<Computed> {
    const { draw, at, sums } = await read(how, async (tx) => {
      const { at } = await readSnapshot(tx);
      return { at, draw: await readDraw(tx, drawId), sums: await readSums(tx, drawId) };
    });
    const exposure =
      sums.length === 0
        ? withoutTickets()
        : await keeper.ask(allAtOnce(sums, { kind: 'exposure' }), how.isUrgent ?? false);
    return { draw, exposure, computedAt: at };
  }

  /** Reads a known draw completely, beside the looks at it, which continue from the old book. */
  function startFullRead(drawId: string): void {
    if (fullReads.has(drawId)) return;
    fullReads.add(drawId);
    readOn(drawId, undefined, {})
      .then(({ next }) =>
        inTurn(drawId, async () => {
          const last = known.take(drawId);
          known.forget(last ?? next);
          if (last) known.put(drawId, next);
        }),
      )
      // The book that there is stays for now: see patienceMs.
      .catch(() => {})
      .finally(() => fullReads.delete(drawId));
  }

  /** Without a ticket there is nothing to compute, and no thread needs to begin. */
  function withoutTickets(): DrawExposure {
    return (nothing ??= openExposure().read());
  }

  function read<T>({ isUrgent = false }: HowToMeasure, work: (tx: Queryable) => Promise<T>): Promise<T> {
    return db.transact(async (tx) => {
      await tx.query('set transaction isolation level repeatable read, read only');
      // The memory is for the groups of a draw in which every order was played; with less, they are sorted on the disk.
      await tx.query(`set local work_mem = '64MB'`);
      if (isUrgent) await tx.query(`set local statement_timeout = '${urgentReading}'`);
      return work(tx);
    });
  }

  async function spread(drawId: string): Promise<SpreadColumns> {
    const reading = { kind: 'spread' } as const;
    if (known.has(drawId)) {
      const { exposure } = await measure(drawId, {});
      const { tickets, stakes } = await readSold(db, drawId);
      // The draw is over, and nobody needs its book any more.
      const last = known.take(drawId);
      try {
        // Recent tickets are in `exposure`, and not in the book.
        if (last?.book && !last.hadRecent && exposure.tickets === tickets && exposure.stakes === stakes)
          return await keeper.ask({ book: last.book, begins: false, settled: [], recent: [], reading }, false);
      } finally {
        if (last) known.forget(last);
      }
    }
    const sums = await read({}, async (tx) => {
      await readDraw(tx, drawId);
      return readSums(tx, drawId);
    });
    return sums.length === 0 ? spreadColumns(openExposure().spread()) : keeper.ask(allAtOnce(sums, reading), false);
  }

  return {
    measureDraw,
    async digestDraw(drawId, outcome) {
      const sums = await read({}, async (tx) => {
        await readAnyDraw(tx, drawId);
        return readSums(tx, drawId);
      });
      if (sums.length === 0) return digestOfNoStakes(outcome);
      return keeper.ask(allAtOnce(sums, { kind: 'digest', outcome: outcome ?? null }), false);
    },
    spreadDraw: (drawId) => inTurn(drawId, () => spread(drawId)),
    close: () => keeper.close(),
  };
}

type Computed = Omit<ComputedExposure, 'ms'>;

async function timed(work: () => Promise<Computed>): Promise<ComputedExposure> {
  const startedAt = performance.now();
  const computed = await work();
  return { ...computed, ms: Math.round(performance.now() - startedAt) };
}

/** A book that is made for one answer. */
function allAtOnce<R extends Reading>(settled: readonly Uint8Array[], reading: R) {
  return { book: null, begins: true, settled, recent: [], reading };
}

let emptyDigest: Digested | undefined;

/** Without a ticket every result pays nothing, and no thread needs to begin. */
function digestOfNoStakes(outcome: { readonly paid: number } | undefined): Digested {
  emptyDigest ??= digestOf(openExposure(), null);
  const isNothing = outcome?.paid === 0;
  const place = { expected: 0, below: isNothing ? 0 : resultCount, equal: isNothing ? resultCount : 0 };
  return { ...emptyDigest, place: outcome ? place : null };
}

import { Worker } from 'node:worker_threads';
import type { Question, Reading, Readings } from './book-questions.ts';

type ReadQuestion = Extract<Question, { kind: 'read' }>;

/** The thread that keeps the books of draws. It begins with the first question, and ends when nobody has asked for a minute. */
export interface BookKeeper {
  /** Rises whenever the thread is gone, and with it all its books. */
  readonly generation: () => number;
  /**
   * @param isUrgent comes before all questions that are not, except the one under way
   * @throws RangeError when the sums cannot be added: the book is gone then
   * @throws Error when the thread ended, or when what is urgent was not answered within 30 s: all books are gone then
   */
  ask<Kind extends Reading['kind']>(
    question: Omit<ReadQuestion, 'kind' | 'reading'> & { readonly reading: Extract<Reading, { kind: Kind }> },
    isUrgent: boolean,
  ): Promise<Readings[Kind]>;
  /** To be called when no question about it waits. */
  forget(book: string): void;
  close(): Promise<void>;
}

const idleMs = 60_000;
const urgentWithinMs = 30_000;

interface Asked {
  readonly question: ReadQuestion;
  readonly isUrgent: boolean;
  readonly resolve: (answer: never) => void;
  readonly reject: (error: Error) => void;
}

export function openBookKeeper(): BookKeeper {
  let thread: Worker | undefined;
  let generation = 0;
  let idle: NodeJS.Timeout | undefined;
  let current: Asked | undefined;
  const waiting: Asked[] = [];

  function start(): Worker {
    const started = new Worker(new URL('book-thread.ts', import.meta.url));
    started.on('message', ({ answer, error }: { answer?: unknown; error?: Error }) => {
      // A stopping thread may still answer; ignore it.
      if (thread !== started) return;
      const { resolve, reject } = current!;
      current = undefined;
      if (error) reject(error);
      else resolve(answer as never);
      goOn();
    });
    const ended = (error: Error) => {
      if (thread === started) lose(error);
    };
    started.on('error', ended);
    started.on('exit', (code) => ended(new Error(`the thread of exposures ended with ${code}`)));
    return started;
  }

  /** One question at a time goes to the thread, so that an urgent one waits for one other at most. */
  function goOn(): void {
    if (current) return;
    clearTimeout(idle);
    current = waiting.shift();
    if (current) {
      thread ??= start();
      thread.ref();
      thread.postMessage(current.question, []);
    } else {
      // Nobody waits for a thread that has nothing to do.
      thread?.unref();
      idle = setTimeout(() => void stop('was idle'), idleMs).unref();
    }
  }

  /** A thread that hangs would keep caps from being looked at. */
  async function inTime<T>(answer: Promise<T>): Promise<T> {
    const late = setTimeout(() => void stop(`took longer than ${urgentWithinMs} ms`), urgentWithinMs).unref();
    try {
      return await answer;
    } finally {
      clearTimeout(late);
    }
  }

  function lose(error: Error): void {
    clearTimeout(idle);
    thread = undefined;
    generation++;
    // Waiting questions fail too, because they belong to books that are gone.
    for (const { reject } of [...(current ? [current] : []), ...waiting.splice(0)]) reject(error);
    current = undefined;
  }

  async function stop(why: string): Promise<void> {
    const ending = thread;
    lose(new Error(`the thread of exposures ${why}`));
    await ending?.terminate();
  }

  return {
    generation: () => generation,
    ask(question, isUrgent) {
      const { promise, resolve, reject } = Promise.withResolvers<never>();
      const place = isUrgent ? waiting.findIndex((other) => !other.isUrgent) : -1;
      const asked: Asked = { question: { kind: 'read', ...question }, isUrgent, resolve, reject };
      waiting.splice(place < 0 ? waiting.length : place, 0, asked);
      goOn();
      return isUrgent ? inTime(promise) : promise;
    },
    forget(book) {
      // A new thread does not have the book.
      thread?.postMessage({ kind: 'forget', book } satisfies Question, []);
    },
    close: () => stop('was stopped'),
  };
}

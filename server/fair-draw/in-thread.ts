import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** A worker thread that answers questions, one after the other. */
export interface Thread {
  ask<Answer>(question: unknown): Promise<Answer>;
  end(): Promise<void>;
}

/** @param file posts one message for each that it gets */
export function openThread(file: URL): Thread {
  const thread = new Worker(file);
  // The caller of a question gets its error; an error between two questions goes to nobody.
  thread.on('error', () => {});
  return {
    async ask<Answer>(question: unknown): Promise<Answer> {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- it is no window
      thread.postMessage(question);
      return answerOf(thread);
    },
    async end() {
      await thread.terminate();
    },
  };
}

/**
 * Runs a file in a worker thread, which posts one answer. For work that would block the event loop.
 *
 * @param file gets `data` as its `workerData`
 */
export async function inThread<Answer>(file: URL, data: unknown): Promise<Answer> {
  const thread = new Worker(file, { workerData: data });
  try {
    return await answerOf(thread);
  } finally {
    await thread.terminate();
  }
}

async function answerOf<Answer>(thread: Worker): Promise<Answer> {
  const over = new AbortController();
  try {
    const [answer] = (await Promise.race([
      once(thread, 'message', { signal: over.signal }),
      failure(thread, over.signal),
    ])) as [Answer];
    return answer;
  } finally {
    over.abort();
  }
}

async function failure(thread: Worker, signal: AbortSignal): Promise<never> {
  const [code] = (await once(thread, 'exit', { signal })) as [number];
  throw new Error(`a thread ended with ${code} before it answered`);
}

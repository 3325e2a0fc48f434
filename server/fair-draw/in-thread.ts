import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/**
 * Runs a file in a worker thread, which posts one answer. For work that would block the event loop.
 *
 * @param file gets `data` as its `workerData`
 */
export async function inThread<Answer>(file: URL, data: unknown): Promise<Answer> {
  const thread = new Worker(file, { workerData: data });
  try {
    const [answer] = (await Promise.race([once(thread, 'message'), failure(thread)])) as [Answer];
    return answer;
  } finally {
    await thread.terminate();
  }
}

async function failure(thread: Worker): Promise<never> {
  const [code] = (await once(thread, 'exit')) as [number];
  throw new Error(`a thread ended with ${code} before it answered`);
}

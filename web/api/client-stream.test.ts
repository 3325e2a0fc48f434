import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listen } from './client-stream.ts';
import { queryClient } from './queries.ts';

let refreshed: unknown[];
/** The answers of the test's server, one after the other. */
let answers: (() => Response)[];
let calls: { address: string; authorization: unknown }[];
let streams: ReadableStreamDefaultController<Uint8Array>[];
const page = Object.assign(new EventTarget(), { hidden: false });

beforeEach(() => {
  vi.useFakeTimers();
  [refreshed, answers, calls, streams] = [[], [], [], []];
  page.hidden = false;
  vi.stubGlobal('document', page);
  vi.stubGlobal(
    'fetch',
    (address: string, { headers, signal }: { headers: { authorization: string }; signal: AbortSignal }) => {
      calls.push({ address, authorization: headers.authorization });
      const answer = answers.shift();
      if (answer) return Promise.resolve(answer());
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          streams.push(controller);
          signal.addEventListener('abort', () => controller.error(signal.reason));
        },
      });
      return Promise.resolve(new Response(body));
    },
  );
  vi.spyOn(queryClient, 'invalidateQueries').mockImplementation((filters) => {
    refreshed.push(filters?.queryKey?.[0]);
    return Promise.resolve();
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const tell = (text: string) => streams.at(-1)!.enqueue(new TextEncoder().encode(text));
const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

test('an event refreshes its data, also if it arrives in pieces, and no address contains the token', async () => {
  const end = listen('Bearer a-token');
  await settle();
  expect(calls).toEqual([{ address: '/api/clients/stream', authorization: 'Bearer a-token' }]);
  tell(':\n\nevent: pay');
  await settle();
  expect(refreshed).toEqual([]);
  tell('ment\ndata: {"id":"1","status":"succeeded"}\n\nevent: something new\ndata: {}\n\n');
  await settle();
  expect(refreshed).toEqual(['balance']);
  tell('event: session.over\ndata: {}\n\n');
  await settle();
  expect(refreshed).toEqual(['balance', 'auth']);
  end();
});

test('the stream reconnects later each time, and then refreshes everything; not without a session', async () => {
  answers = [() => new Response('', { status: 429 }), () => Response.error()];
  const end = listen('Bearer a-token');
  await settle(10_000);
  expect(calls).toHaveLength(3);
  await settle(2_000);
  expect(refreshed).toEqual(['bets', 'balance', 'auth']);
  streams.at(-1)!.close();
  answers = [() => new Response('', { status: 401 })];
  await settle(600_000);
  expect(calls).toHaveLength(4);
  end();
});

test('a hidden tab holds no stream', async () => {
  const end = listen('Bearer a-token');
  await settle();
  page.hidden = true;
  page.dispatchEvent(new Event('visibilitychange'));
  await settle(600_000);
  expect(calls).toHaveLength(1);
  page.hidden = false;
  page.dispatchEvent(new Event('visibilitychange'));
  await settle();
  expect(calls).toHaveLength(2);
  end();
  await settle(600_000);
  expect(calls).toHaveLength(2);
});

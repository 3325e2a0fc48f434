import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { startBackground, type Background, type Work } from './background.ts';

const never = 60_000;
const log = { error: vi.fn<(...told: unknown[]) => void>() };
let background: Background | undefined;

afterEach(async () => {
  await background?.stop();
  background = undefined;
});

function start(...works: Work[]): void {
  background = startBackground(works, log);
}

/** A step that finds so many portions, and counts how often it was asked. */
function portions(count: number) {
  return vi.fn(async () => count-- > 0);
}

test('goes on at once while there is more, and then pauses', async () => {
  const step = portions(3);
  start({ name: 'work', step, everyMs: never });
  await vi.waitFor(() => expect(step).toHaveBeenCalledTimes(4), 10_000);
  await sleep(20);
  expect(step).toHaveBeenCalledTimes(4);
});

test('comes back after its pause', async () => {
  const step = portions(0);
  start({ name: 'work', step, everyMs: 10 });
  await vi.waitFor(() => expect(step.mock.calls.length).toBeGreaterThan(2), 10_000);
});

test('comes back when the next is due, where that is sooner', async () => {
  const step = portions(0);
  start({ name: 'work', step, everyMs: never, wait: async () => 10 });
  await vi.waitFor(() => expect(step.mock.calls.length).toBeGreaterThan(2), 10_000);
});

test('a step that did something wakes the works beside it', async () => {
  let there = false;
  const waiting = vi.fn(async () => false);
  const working = vi.fn(async () => {
    if (!there) return false;
    there = false;
    return true;
  });
  start({ name: 'waiting', step: waiting, everyMs: never }, { name: 'working', step: working, everyMs: 10 });
  await vi.waitFor(() => expect(working).toHaveBeenCalled(), 10_000);
  expect(waiting).toHaveBeenCalledTimes(1);
  there = true;
  await vi.waitFor(() => expect(waiting).toHaveBeenCalledTimes(2), 10_000);
});

test('what fails is logged and tried again, and keeps no other work waiting', async () => {
  const failing = vi.fn(async () => {
    throw new Error('the disk is full');
  });
  const working = portions(0);
  start(
    { name: 'failing', step: failing, everyMs: never, retryMs: 10 },
    { name: 'working', step: working, everyMs: 10 },
  );
  await vi.waitFor(() => expect(failing.mock.calls.length).toBeGreaterThan(2), 10_000);
  await vi.waitFor(() => expect(working.mock.calls.length).toBeGreaterThan(2), 10_000);
  expect(log.error).toHaveBeenCalledWith({ err: new Error('the disk is full') }, 'failing failed; it is tried again');
});

test('stopping tells the step under way, waits for it, and starts no other', async () => {
  let ended = false;
  const step = vi.fn(async (stopping: AbortSignal) => {
    await sleep(never, undefined, { signal: stopping }).catch(() => {});
    await sleep(20);
    ended = true;
    return true;
  });
  start({ name: 'work', step, everyMs: 10 });
  await vi.waitFor(() => expect(step).toHaveBeenCalled(), 10_000);
  await background!.stop();
  expect(ended).toBe(true);
  expect(step).toHaveBeenCalledTimes(1);
});

test('a step that is cut off by the stop is no failure', async () => {
  log.error.mockClear();
  start({ name: 'work', step: (stopping) => sleep(never, true, { signal: stopping }), everyMs: 10 });
  await background!.stop();
  expect(log.error).not.toHaveBeenCalled();
});

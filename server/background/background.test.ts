import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { untilPasses } from '#tests/support/until-passes.ts';
import { startBackground, type Background, type Work } from './background.ts';

const never = 60_000;
const log = { error: vi.fn<(...told: unknown[]) => void>(), warn: vi.fn<(...told: unknown[]) => void>() };
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

test('continues at once while there is more work, and then pauses', async () => {
  const step = portions(3);
  start({ name: 'work', step, everyMs: never });
  await untilPasses(() => expect(step).toHaveBeenCalledTimes(4));
  await sleep(20);
  expect(step).toHaveBeenCalledTimes(4);
});

test('runs again after its pause', async () => {
  const step = portions(0);
  start({ name: 'work', step, everyMs: 10 });
  await untilPasses(() => expect(step.mock.calls.length).toBeGreaterThan(2));
});

test('runs again when the next work is due, if that is sooner', async () => {
  const step = portions(0);
  start({ name: 'work', step, everyMs: never, wait: async () => 10 });
  await untilPasses(() => expect(step.mock.calls.length).toBeGreaterThan(2));
});

test('work that is woken when it is due does not look for it by itself', async () => {
  const step = portions(0);
  let wake = () => {};
  background = startBackground([{ name: 'work', step, everyMs: 1 }], log, (given) => (wake = given));
  await untilPasses(() => expect(step).toHaveBeenCalledTimes(1));
  await sleep(50);
  expect(step).toHaveBeenCalledTimes(1);
  wake();
  await untilPasses(() => expect(step).toHaveBeenCalledTimes(2));
});

test('a step that did something wakes the related works', async () => {
  let there = false;
  const waiting = vi.fn(async () => false);
  const working = vi.fn(async () => {
    if (!there) return false;
    there = false;
    return true;
  });
  start({ name: 'waiting', step: waiting, everyMs: never }, { name: 'working', step: working, everyMs: 10 });
  await untilPasses(() => expect(working).toHaveBeenCalled());
  expect(waiting).toHaveBeenCalledTimes(1);
  there = true;
  await untilPasses(() => expect(waiting).toHaveBeenCalledTimes(2));
});

test('a failed step is logged and tried again, and does not delay other work', async () => {
  const failing = vi.fn(async () => {
    throw new Error('the disk is full');
  });
  const working = portions(0);
  start(
    { name: 'failing', step: failing, everyMs: never, retryMs: 10 },
    { name: 'working', step: working, everyMs: 10 },
  );
  await untilPasses(() => expect(failing.mock.calls.length).toBeGreaterThan(2));
  await untilPasses(() => expect(working.mock.calls.length).toBeGreaterThan(2));
  expect(log.error).toHaveBeenCalledWith({ err: new Error('the disk is full') }, 'failing failed; it is tried again');
});

test('a step that fails because the database does not answer is not logged as an error of the program', async () => {
  log.error.mockClear();
  const gone = new Error('Connection terminated: the answer was lost');
  const step = vi.fn(async () => Promise.reject(gone));
  start({ name: 'work', step, everyMs: never });
  await untilPasses(() => expect(log.warn).toHaveBeenCalledWith({ err: gone }, 'work failed; it is tried again'));
  expect(log.error).not.toHaveBeenCalled();
});

test('stopping tells the running step, waits for it, and starts no other', async () => {
  let ended = false;
  const step = vi.fn(async (stopping: AbortSignal) => {
    await sleep(never, undefined, { signal: stopping }).catch(() => {});
    await sleep(20);
    ended = true;
    return true;
  });
  start({ name: 'work', step, everyMs: 10 });
  await untilPasses(() => expect(step).toHaveBeenCalled());
  await background!.stop();
  expect(ended).toBe(true);
  expect(step).toHaveBeenCalledTimes(1);
});

test('a step that is interrupted by the stop does not count as failed', async () => {
  log.error.mockClear();
  start({ name: 'work', step: (stopping) => sleep(never, true, { signal: stopping }), everyMs: 10 });
  await background!.stop();
  expect(log.error).not.toHaveBeenCalled();
});

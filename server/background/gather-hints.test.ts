import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { gatherHints } from './gather-hints.ts';

test('the first hint is read at once, later hints are read together, up to a limit', async () => {
  const readings: string[][] = [];
  const add = gatherHints(async (hints) => void readings.push([...hints]), { most: 3, pauseMs: 50 });
  add('a');
  add('a');
  add('b');
  await Promise.resolve();
  expect(readings).toEqual([['a', 'b']]);
  for (let index = 0; index < 1_000; index++) add(`c${index}`);
  expect(readings).toHaveLength(1);
  await expect
    .poll(() => readings)
    .toEqual([
      ['a', 'b'],
      ['c0', 'c1', 'c2'],
    ]);
});

test('a failed read ends neither the process nor later reads', async () => {
  let readings = 0;
  const add = gatherHints(
    async () => {
      readings += 1;
      throw new Error('away');
    },
    { most: 3, pauseMs: 1 },
  );
  add('a');
  await sleep(20);
  add('a');
  await expect.poll(() => readings).toBe(2);
});

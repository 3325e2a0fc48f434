import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { isVeiled, noteOpened, veilOutcomes } from './hide-outcomes.ts';

it('hides every answer until the first page has rendered, and continues while that page does not know its draw', async () => {
  expect(isVeiled(Date.now())).toBe(true);
  const unveil = veilOutcomes();
  noteOpened();
  await sleep(5);
  expect(isVeiled(Date.now() - 5_000)).toBe(true);
  unveil();
  await sleep(5);
  expect(isVeiled(Date.now())).toBe(false);
});

it('hides only new data if the client had seen a balance before', async () => {
  const seenAt = Date.now() - 5_000;
  const unveil = veilOutcomes();
  expect([isVeiled(seenAt), isVeiled(Date.now())]).toEqual([false, true]);
  unveil();
  await sleep(5);
});

it('hides a balance from after the draw while the draw is on stage', async () => {
  const drawsAt = Date.now() - 3_000;
  const unveil = veilOutcomes(drawsAt);
  expect([isVeiled(drawsAt - 1_000), isVeiled(drawsAt + 1_000)]).toEqual([false, true]);
  unveil();
  await sleep(5);
  expect(isVeiled(drawsAt + 1_000)).toBe(false);
});

import { expect, test } from 'vitest';
import { createAdmission, type Admission } from './admission.ts';

const limits = { least: 10, most: 100, targetMs: 30 };

/** How many calls are let in while none leaves, as far as it is worth counting. */
function fill(admission: Admission): number {
  let count = 0;
  while (count <= limits.most && admission.enter()) count += 1;
  return count;
}

function empty(admission: Admission, count: number, servedMs: number): void {
  for (let left = 0; left < count; left++) admission.leave(servedMs);
}

test('lets in one more for each call that was served in time while all places were taken, up to a limit', () => {
  const admission = createAdmission(limits);
  expect(fill(admission)).toBe(40);
  for (let call = 0; call < 20; call++) {
    admission.leave(29);
    expect(fill(admission)).toBe(2);
  }
  empty(admission, 60, 29);
  expect(fill(admission)).toBe(61);
  for (let call = 0; call < 100; call++) {
    admission.leave(29);
    fill(admission);
  }
  empty(admission, 100, 29);
  expect(fill(admission)).toBe(100);
});

test('calls that find room do not raise the number of places', () => {
  const admission = createAdmission(limits);
  for (let call = 0; call < 100; call++) {
    expect(admission.enter()).toBe(true);
    admission.leave(1);
  }
  expect(fill(admission)).toBe(40);
});

test('lets fewer in when calls take too long, once for all late calls of one time, and never below a limit', async () => {
  const admission = createAdmission(limits);
  let taken = fill(admission);
  for (const room of [26, 17, 11, 10, 10]) {
    await new Promise((resolve) => setTimeout(resolve, limits.targetMs + 10));
    empty(admission, taken, limits.targetMs + 1);
    taken = fill(admission);
    expect(taken).toBe(room);
  }
});

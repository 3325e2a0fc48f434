import { expect, test } from 'vitest';

test('a test file has the same address in each run, by which Node finds what it has compiled', () => {
  expect(import.meta.url).toMatch(/\/test-process\.test\.ts$/);
});

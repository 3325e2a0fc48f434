import { expect, test } from 'vitest';
import { moveBy, writeCell } from './reports.ts';

test('the previous and next period are right at the ends of months and years', () => {
  expect(moveBy('2026-03-01', 'day', -1)).toBe('2026-02-28');
  expect(moveBy('2026-12-31', 'day', 1)).toBe('2027-01-01');
  expect(moveBy('2026-03-31', 'month', -1)).toBe('2026-02-01');
  expect(moveBy('2026-12-31', 'month', 1)).toBe('2027-01-01');
  expect(moveBy('2024-02-29', 'year', 1)).toBe('2025-01-01');
  for (const text of ['9999-12-31', 'abc']) expect(moveBy(text, 'day', 1)).toBe(text);
});

test('a cell is written by the type of its column', () => {
  expect(writeCell('signed', -1_500)).toBe('−1\u00A0500');
  expect(writeCell('share', 0.662092)).toBe('66.21\u00A0%');
  expect(writeCell('day', '2026-11-20')).toBe('20/11/2026');
  expect(writeCell('francs', null)).toBe('–');
  expect(writeCell('json', 'null')).toBe('–');
  for (const type of ['instant', 'day', 'francs'] as const) expect(writeCell(type, '')).toBe('');
  expect(writeCell('account', 42)).toBe('42');
});

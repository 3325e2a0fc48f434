import { expect, test } from 'vitest';
import { partsOf } from './daily.ts';

test('the days are 30, and end with the day', () => {
  const days = partsOf('days', '2026-03-01');
  expect(days).toHaveLength(30);
  expect(days[0]).toEqual({ key: '2026-01-31', from: '2026-01-31', to: '2026-01-31' });
  expect(days.at(-1)!.key).toBe('2026-03-01');
});

test('the months are 12 whole ones, of which the last ends with the day', () => {
  const months = partsOf('months', '2026-03-14');
  expect(months).toHaveLength(12);
  expect(months[0]).toEqual({ key: '2025-04-01', from: '2025-04-01', to: '2025-04-30' });
  expect(months.at(-2)).toEqual({ key: '2026-02-01', from: '2026-02-01', to: '2026-02-28' });
  expect(months.at(-1)).toEqual({ key: '2026-03-01', from: '2026-03-01', to: '2026-03-14' });
});

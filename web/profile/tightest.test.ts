import { expect, it } from 'vitest';
import type { PlayLimit } from '#contract/play-limits.ts';
import { tightestOf } from './tightest.ts';

const limit = (period: PlayLimit['period'], used: number, amount: number | null): PlayLimit => ({
  kind: 'stake',
  period,
  amount,
  operatorAmount: null,
  operatorUntil: null,
  used,
  unanswered: 0,
  resetsAt: '2026-11-27T00:00:00Z',
  next: null,
});

it('is null where no limit is set', () => expect(tightestOf([limit('day', 500, null)])).toBeNull());

it('is the one whose larger share is used, whatever the amounts', () => {
  expect(
    tightestOf([limit('day', 100, 1_000), limit('week', 9_000, 10_000), limit('month', 9_000, 50_000)]),
  ).toMatchObject({
    period: 'week',
  });
});

it('is the shorter period where shares are equal, also at a limit of zero', () => {
  expect(tightestOf([limit('day', 0, 0), limit('week', 0, 10_000)])).toMatchObject({ period: 'day' });
});

import { expect, it } from 'vitest';
import { nearestCap, wholeCap } from './limits.ts';

const of = (payout: number, high: number) => ({
  worst: { payout, count: 1, results: [] },
  quantiles: { '0.5': 0, '0.99': 0, '0.999': 0, '0.9999': high },
});
const nothing = of(0, 0);
const exposure = {
  ...of(30_000, 9_000),
  byType: {
    IziOne: of(4_500, 4_000),
    IziTwo: nothing,
    IziABC: nothing,
    Izi2x: nothing,
    Izi3x: nothing,
    IziOrder: of(29_000, 800),
  },
};
const all = { name: null, measure: 'worst', amount: 40_000 } as const;

it('takes the cap that is reached most, of each kind', () => {
  expect(nearestCap(exposure, [])).toBeNull();
  expect(nearestCap(exposure, [all])).toEqual({ cap: all, share: 0.75 });
  const rare = { name: null, measure: 'p9999', amount: 10_000 } as const;
  expect(nearestCap(exposure, [all, rare])).toEqual({ cap: rare, share: 0.9 });
  const ofType = { name: 'IziOne', measure: 'worst', amount: 4_500 } as const;
  const rareOfType = { name: 'IziOrder', measure: 'p9999', amount: 1_000 } as const;
  expect(nearestCap(exposure, [all, ofType, rareOfType, rare])).toEqual({ cap: ofType, share: 1 });
  expect(nearestCap(exposure, [all, rareOfType])).toEqual({ cap: rareOfType, share: 0.8 });
});

it('takes no cap on a bet type or on a rare payout for the one on the worst case of a draw', () => {
  expect(wholeCap(undefined)).toBeNull();
  expect(wholeCap([{ name: null, measure: 'p9999', amount: 1 }])).toBeNull();
  expect(wholeCap([{ name: 'IziOne', measure: 'worst', amount: 2 }, all])).toBe(40_000);
});

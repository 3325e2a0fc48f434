import { describe, expect, test } from 'vitest';
import rules from './rules/izi-1.json' with { type: 'json' };
import { betNames, betTypeOfCode, betTypes, highestMult, stakesOf, type BetName } from './bet-types.ts';
import { chanceOf } from './chance.ts';
import { arrangements, multOf, outcomeOf } from './outcome.ts';

const results = [...arrangements(9)];
/** By symmetry one selection stands for all: relabelling the numbers maps any selection to this one. */
const selectionOf = (name: BetName) => [1, 2, 3, 4, 5, 6, 7, 8, 9].slice(0, betTypes[name].slots);

/** How many of all results give this many hits. */
function countHits(name: BetName): Map<number, number> {
  const counts = new Map<number, number>();
  for (const result of results) {
    const { hits } = outcomeOf(betTypes[name], selectionOf(name), result);
    counts.set(hits, (counts.get(hits) ?? 0) + 1);
  }
  return counts;
}

test('there are 9! results', () => {
  expect(results).toHaveLength(362_880);
  expect(new Set(results.map((result) => result.join(''))).size).toBe(362_880);
});

describe.each(betNames)('%s', (name) => {
  const betType = betTypes[name];
  const counts = countHits(name);
  const winning = betType.tiers.map(({ hits, mult }) => ({ results: counts.get(hits) ?? 0, mult }));

  test('wins in exactly the share of results that the rules state', () => {
    const wins = BigInt(winning.reduce((sum, tier) => sum + tier.results, 0));
    const [numerator, denominator] = betType.probability;
    expect(wins * BigInt(denominator)).toBe(BigInt(numerator) * 362_880n);
  });

  test('has each number of hits in exactly the share of results that is computed for it', () => {
    for (let hits = 0; hits <= betType.slots; hits++) {
      const [numerator, denominator] = chanceOf(betType, hits);
      expect(BigInt(counts.get(hits) ?? 0) * BigInt(denominator)).toBe(BigInt(numerator) * 362_880n);
    }
  });

  test('returns exactly the share of stakes that the rules state', () => {
    const returned = BigInt(winning.reduce((sum, tier) => sum + tier.results * tier.mult, 0));
    const [numerator, denominator] = betType.rtp;
    expect(returned * BigInt(denominator)).toBe(BigInt(numerator) * 362_880n);
  });

  test('pays whole francs for every stake, and never more than 30,000,000', () => {
    for (const stake of stakesOf(betType)) {
      for (const { mult } of betType.tiers) expect(Number.isInteger(stake * mult)).toBe(true);
      expect(stake * highestMult(betType)).toBeLessThanOrEqual(30_000_000);
    }
  });

  test('is found by its code', () => {
    expect(betTypeOfCode(betType.code)).toBe(betType);
  });

  test('has the same rules in the published document', () => {
    const published = rules.betTypes.find((entry) => entry.name === name);
    expect(published).toMatchObject({
      code: betType.code,
      slots: betType.slots,
      tiers: betType.tiers,
      stake: { min: betType.minStake, max: betType.maxStake, step: betType.stakeStep },
      probability: betType.probability.join('/'),
      rtp: betType.rtp.join('/'),
    });
  });
});

test('the table of game.md, word for word', () => {
  const table = betNames.map((name) => {
    const { slots, tiers, probability, rtp } = betTypes[name];
    return [name, slots, tiers.map((tier) => tier.mult), probability.join('/'), rtp.join('/')];
  });
  expect(table).toEqual([
    ['IziOrder', 9, [4, 10, 30, 120, 600, 20_000], '29143/362880', '12013/18144'],
    ['IziOne', 1, [6], '1/9', '2/3'],
    ['IziTwo', 2, [24], '1/36', '2/3'],
    ['IziABC', 1, [2], '1/3', '2/3'],
    ['Izi2x', 3, [3, 3], '19/84', '19/28'],
    ['Izi3x', 3, [56], '1/84', '2/3'],
  ]);
});

test("IziOrder's tiers occur in the stated number of results, and eight exact hits never", () => {
  const counts = countHits('IziOrder');
  expect([3, 4, 5, 6, 7, 8, 9].map((hits) => counts.get(hits) ?? 0)).toEqual([22_260, 5_544, 1_134, 168, 36, 0, 1]);
});

test('an unknown code throws, and an impossible number of hits pays nothing', () => {
  expect(() => betTypeOfCode(7)).toThrow(RangeError);
  expect(multOf(betTypes.IziOrder, 8)).toBe(0);
  expect(multOf(betTypes.Izi3x, 2)).toBe(0);
});

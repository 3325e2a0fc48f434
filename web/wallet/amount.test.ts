import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import {
  amountChips,
  amountTrouble,
  checkAmount,
  highestAmount,
  lowestAmount,
  refuseAmount,
  withAmount,
} from './amount.ts';

const limits = { min: 500, max: 1_000_000, step: 5 };

describe('refuseAmount', () => {
  it.each([
    [null, /Choose or enter/],
    [0, /Enter 500/],
    [495, /Enter 500/],
    [500, null],
    [501, /multiple of 5/],
    [20_000, null],
    [20_005, /You can withdraw at most 20\u202F000/],
    [99_999_999, /You can withdraw at most 20\u202F000/],
  ])('refuseAmount for %s says %s', (amount, sentence) => {
    const refused = refuseAmount(amount, limits, 20_000);
    if (sentence === null) expect(refused).toBeNull();
    else expect(refused).toMatch(sentence);
  });

  it.each([
    ['what can be paid, not what is there', 495, 12_503, /Enter 500.* to 12\u202F500/],
    ['the same for too much', 12_504, 12_503, /at most 12\u202F500/],
    ['the most of the method where more is there', 99_999_999, 5_000_000, /Enter 500.* to 1\u202F000\u202F000/],
    ['the limits of the method for a deposit', 99_999_999, Infinity, /Enter 500.* to 1\u202F000\u202F000/],
    ['the least where less is there', 300, 499, /You need at least 500/],
    ['the least where less is there, for more too', 99_999_999, 499, /You need at least 500/],
  ])('says %s', (_, amount, available, sentence) => expect(refuseAmount(amount, limits, available)).toMatch(sentence));
});

describe('amountTrouble', () => {
  it.each([
    ['nothing', null, null, null],
    ['the first digit of a larger amount', 5, null, /Enter 500/],
    ['an amount off the step', 501, null, /multiple of 5/],
    ['more than there is', 20_005, /at most 20\u202F000/, /at most 20\u202F000/],
    ['more than the most', 1_000_005, /at most 20\u202F000/, /at most 20\u202F000/],
    ['what can be paid', 20_000, null, null],
  ])('reports %s', (_, amount, typing, left) => {
    for (const [isLeft, sentence] of [
      [false, typing],
      [true, left],
    ] as const) {
      const said = amountTrouble(amount, limits, { available: 20_000, isLeft });
      if (sentence === null) expect(said).toBeNull();
      else expect(said).toMatch(sentence);
    }
  });
});

describe('amountChips', () => {
  it('offers only amounts that can be paid', () => expect(amountChips(limits, 2_400)).toEqual([500, 1_000, 2_000]));
  it('offers six at most', () => expect(amountChips(limits)).toHaveLength(6));
});

describe('lowestAmount', () => {
  it.each([
    [12_501, 12_505],
    [12_500, 12_500],
    [1, 500],
    [1_000_001, null],
  ])('lowestAmount for %d is %s', (wanted, amount) => expect(lowestAmount(limits, wanted)).toBe(amount));
});

describe('highestAmount', () => {
  it.each([
    [12_503, 12_500],
    [499, null],
    [2_000_000, 1_000_000],
  ])('highestAmount of %d is %s', (available, amount) => expect(highestAmount(limits, available)).toBe(amount));
});

describe('checkAmount', () => {
  const fields = v.strictObject({ amount: v.nullable(v.number()), method: v.string() });
  const form = v.pipe(
    fields,
    checkAmount(20_000, ({ method }) => (method === 'wave' ? limits : undefined)),
    v.transform(withAmount),
  );

  it('accepts a valid amount, and any amount of a method that is not offered', () => {
    expect(v.parse(form, { amount: 500, method: 'wave' })).toEqual({ amount: 500, method: 'wave' });
    expect(v.parse(form, { amount: 1, method: 'other' })).toEqual({ amount: 1, method: 'other' });
  });

  it.each([null, 495, 501, 20_005])('sets the error of %s at the amount', (amount) => {
    const { success, issues } = v.safeParse(form, { amount, method: 'wave' });
    expect(success).toBe(false);
    expect(v.flatten(issues!).nested).toEqual({ amount: [refuseAmount(amount, limits, 20_000)] });
  });
});

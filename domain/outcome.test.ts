import { expect, test } from 'vitest';
import fc from 'fast-check';
import { betNames, betTypeOfCode, betTypes, type BetName } from './bet-types.ts';
import { arrangements, outcomeOf, payoutOf, winningSelections } from './outcome.ts';
import { decodeNumbers, encodeNumbers } from './result.ts';

const result = [4, 9, 1, 7, 2, 8, 5, 3, 6];

test.each<[BetName, number[], boolean[], number]>([
  ['IziOne', [4], [true], 6],
  ['IziOne', [9], [false], 0],
  ['IziTwo', [9, 4], [true, true], 24],
  ['IziTwo', [4, 1], [true, false], 0],
  ['IziABC', [1], [true], 2],
  ['IziABC', [7], [false], 0],
  ['Izi2x', [1, 5, 4], [true, false, true], 3],
  ['Izi2x', [1, 9, 4], [true, true, true], 3],
  ['Izi2x', [1, 5, 6], [true, false, false], 0],
  ['Izi3x', [1, 9, 4], [true, true, true], 56],
  ['Izi3x', [1, 9, 7], [true, true, false], 0],
  ['IziOrder', [4, 9, 1, 7, 2, 8, 5, 3, 6], Array(9).fill(true), 20_000],
  ['IziOrder', [4, 1, 9, 7, 2, 6, 8, 3, 5], [true, false, false, true, true, false, false, true, false], 10],
  ['IziOrder', [4, 9, 7, 1, 8, 2, 3, 5, 6], [true, true, false, false, false, false, false, false, true], 4],
  ['IziOrder', [4, 9, 7, 1, 8, 2, 3, 6, 5], [true, true, false, false, false, false, false, false, false], 0],
])('%s %j', (name, numbers, places, mult) => {
  expect(outcomeOf(betTypes[name], numbers, result)).toMatchObject({ places, mult });
  expect(payoutOf(betTypes[name], numbers, 300, result)).toBe(300 * mult);
});

const anyResult = fc.shuffledSubarray([1, 2, 3, 4, 5, 6, 7, 8, 9], { minLength: 9 });

test('the winning selections are exactly the selections that win', () => {
  fc.assert(
    fc.property(anyResult, (drawn) => {
      const { betTypeCodes, selections, mults } = winningSelections(drawn);
      expect(betTypeCodes.length).toBe(1 + 2 + 3 + 114 + 6 + 29_143);
      const listed = new Set(selections.map((selection, index) => `${betTypeCodes[index]}:${selection}`));
      expect(listed.size).toBe(selections.length);
      for (let index = 0; index < selections.length; index += 97) {
        const betType = betTypeOfCode(betTypeCodes[index]!);
        expect(outcomeOf(betType, decodeNumbers(selections[index]!), drawn).mult).toBe(mults[index]);
      }
      for (const name of betNames.filter((betName) => betName !== 'IziOrder')) {
        for (const numbers of arrangements(betTypes[name].slots)) {
          const wins = outcomeOf(betTypes[name], numbers, drawn).mult > 0;
          expect(listed.has(`${betTypes[name].code}:${encodeNumbers(numbers)}`)).toBe(wins);
        }
      }
    }),
    { numRuns: 10 },
  );
});

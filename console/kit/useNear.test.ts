import { expect, test } from 'vitest';
import { piecesOf } from './useNear.ts';

const write = (count: number, from: number, to: number, kept = -1) =>
  piecesOf(count, { from, to, height: 30 }, kept)
    .map((piece) => ('row' in piece ? piece.row : `${piece.height / 30} rows from ${piece.from}`))
    .join(', ');

test.each([
  ['the beginning', write(9, 0, 3), '0, 1, 2, 6 rows from 3'],
  ['the middle', write(9, 3, 5), '3 rows from 0, 3, 4, 4 rows from 5'],
  ['the end', write(9, 7, 20), '7 rows from 0, 7, 8'],
  ['a focus above', write(9, 4, 5, 1), '1 rows from 0, 1, 2 rows from 2, 4, 4 rows from 5'],
  ['a focus below', write(9, 0, 1, 8), '0, 7 rows from 1, 8'],
  ['a focus within', write(9, 0, 2, 1), '0, 1, 7 rows from 2'],
  ['a list that became short', write(2, 40, 90, 60), '1 rows from 0, 1'],
])('in a long table of %s only the near rows are in the page, with space for the rest', (_, written, expected) => {
  expect(written).toBe(expected);
});

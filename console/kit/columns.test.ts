import { expect, test } from 'vitest';
import { plainColumn, type Column } from './columns.tsx';

interface Row {
  readonly francs: number | null;
}

const heads = { amount: 'Moved', house: 'House' };
const plain = (column: Column<Row, typeof heads>) => plainColumn(column, heads);

test('a column has its head in the words of its list, then in those of the kit', () => {
  const cell = () => '';
  expect(plain({ key: 'house', cell }).head).toBe('House');
  expect(plain({ key: 'amount', cell }).head).toBe('Moved');
  expect(plainColumn({ key: 'amount', cell }, undefined).head).toBe('XOF');
  expect(plain({ key: 'house', head: '', cell }).head).toBe('');
});

test('figures are on the right, and a missing one is a dash', () => {
  const { align, cell } = plain({ key: 'house', amount: ({ francs }) => francs });
  expect(align).toBe('right');
  expect(cell({ francs: 1_500 })).toBe('1\u00A0500');
  expect(cell({ francs: null })).toBe('–');
  expect(plain({ key: 'house', difference: ({ francs }) => francs }).cell({ francs: 20 })).toBe('+20');
});

test('an empty cell stays empty whatever its look, so that a row of a phone leaves it out', () => {
  expect(plain({ key: 'house', cell: () => null, look: 'quiet' }).cell({ francs: 1 })).toBeNull();
  expect(plain({ key: 'house', cell: () => 'x', look: 'bold' }).cell({ francs: 1 })).toHaveProperty('type', 'b');
});

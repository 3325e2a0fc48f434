import { expect, test } from 'vitest';
import { mergeNews } from './list-state.ts';

const row = (id: string, status = 'open') => ({ id, status });
const idOf = ({ id }: { readonly id: string }) => id;

test('rows keep their places and show their newest state, and new rows wait', () => {
  const shown = [row('b'), row('a')];
  const polled = [row('d'), row('c'), row('b', 'settled')];
  expect(mergeNews(shown, polled, idOf)).toEqual({ rows: [row('b', 'settled'), row('a')], waiting: 2 });
});

test('a row that has left the first page stays until the operator asks for the new rows', () => {
  expect(mergeNews([row('b'), row('a')], [row('a')], idOf)).toEqual({ rows: [row('b'), row('a')], waiting: 0 });
});

test('a list that does not begin at its first row has no waiting rows', () => {
  expect(mergeNews([row('a')], null, idOf)).toEqual({ rows: [row('a')], waiting: 0 });
});

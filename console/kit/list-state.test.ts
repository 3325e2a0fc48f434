import { expect, test } from 'vitest';
import { mergeNews } from './list-state.ts';

const row = (id: string, status = 'open') => ({ id, status });
const idOf = ({ id }: { readonly id: string }) => id;

test('rows stay in their places, each as it is now, and new ones wait', () => {
  const shown = [row('b'), row('a')];
  const polled = [row('d'), row('c'), row('b', 'settled')];
  expect(mergeNews(shown, polled, idOf)).toEqual({ rows: [row('b', 'settled'), row('a')], waiting: 2 });
});

test('a row that left the first page stays until it is asked for', () => {
  expect(mergeNews([row('b'), row('a')], [row('a')], idOf)).toEqual({ rows: [row('b'), row('a')], waiting: 0 });
});

test('a list that begins behind its first row waits for nothing', () => {
  expect(mergeNews([row('a')], null, idOf)).toEqual({ rows: [row('a')], waiting: 0 });
});

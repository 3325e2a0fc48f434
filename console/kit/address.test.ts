import { expect, test } from 'vitest';
import { changeAddress, chosenOf, readAddress, readFilter, showsView, writeAddress, writeFilter } from './address.ts';

test('an address stays the same when it is read and written back, whatever the order of its parameters', () => {
  const text = 'view=open&day=2026-11-20&status=unknown,held&order=-staked&after=k:12&open=4471-02';
  expect(writeAddress(readAddress(`?${text}`))).toBe(text);
  expect(
    writeAddress(readAddress('open=4471-02&status=unknown%2Cheld&day=2026-11-20&after=k%3A12&order=-staked&view=open')),
  ).toBe(text);
  expect(readAddress('?day=&open=')).toEqual({ filters: {}, order: null, view: null, after: null, open: null });
});

test('a text that contains characters such as & comes back whole', () => {
  const address = { ...readAddress(''), filters: { q: 'a&b=c +225 07 %2C,é' } };
  expect(readAddress(writeAddress(address)).filters).toEqual(address.filters);
});

test('a change of filter or order goes back to the first page, and keeps the open row', () => {
  const address = readAddress('status=held&order=age&after=k12&open=7');
  expect(writeAddress(changeAddress(address, { filters: { day: '2026-11-20' } }))).toBe(
    'day=2026-11-20&status=held&order=age&open=7',
  );
  expect(writeAddress(changeAddress(address, { order: null }))).toBe('status=held&open=7');
  expect(writeAddress(changeAddress(address, { open: null }))).toBe('status=held&order=age&after=k12');
  expect(writeAddress(changeAddress(address, { filters: { status: null } }))).toBe('order=age&open=7');
});

test('a saved view counts as shown when filters and order match, whatever page and row are open', () => {
  const address = readAddress('order=-age&status=held&after=k12&open=7');
  expect(showsView(address, 'status=held&order=-age')).toBe(true);
  expect(showsView(address, 'status=held')).toBe(false);
  expect(showsView(address, '')).toBe(false);
});

test.each([
  ['unknown,held', { isNot: false, values: ['unknown', 'held'] }],
  ['-sign-out', { isNot: true, values: ['sign-out'] }],
  ['', { isNot: false, values: [] }],
])('the filter %j', (text, filter) => {
  expect(readFilter(text)).toEqual(filter);
  expect(writeFilter(filter)).toBe(text);
});

test('a filter with a fixed set of values reads the chosen ones, also when they are given as “all but”', () => {
  const all = ['asked', 'done', 'failed'] as const;
  expect(chosenOf(undefined, all)).toEqual(all);
  expect(chosenOf('done,asked', all)).toEqual(['asked', 'done']);
  expect(chosenOf('-done,nonsense', all)).toEqual(['asked', 'failed']);
});

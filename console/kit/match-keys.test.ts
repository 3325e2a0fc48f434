import { expect, test } from 'vitest';
import { capsOf, matchKeys, nameOfKey } from './match-keys.ts';

const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

test.each([
  [{ key: 'd' }, 'd'],
  [{ key: '?', shiftKey: true }, '?'],
  [{ key: 'Enter' }, 'Enter'],
  [{ key: 'Enter', shiftKey: true }, 'Shift Enter'],
  [{ key: 'K', ctrlKey: true }, 'Ctrl k'],
  [{ key: 'k', metaKey: true }, 'Ctrl k'],
  [{ key: 'd', altKey: true }, null],
  [{ key: 'Dead' }, null],
])('%j is %j', (event, name) => {
  expect(nameOfKey({ ...plain, ...event })).toBe(name);
});

const bindings = ['g d', 'g r', 'd', 'Ctrl k', 'Shift Enter'].map((keys) => ({ keys }));

test('a sequence waits for its second key, and a sequence that matches nothing starts again', () => {
  expect(matchKeys(null, 'g', bindings)).toEqual({ wait: 'g' });
  expect(matchKeys('g', 'd', bindings)).toEqual({ run: { keys: 'g d' } });
  expect(matchKeys(null, 'd', bindings)).toEqual({ run: { keys: 'd' } });
  expect(matchKeys('g', 'g', bindings)).toEqual({ wait: 'g' });
  expect(matchKeys('g', 'x', bindings)).toBeNull();
  expect(matchKeys(null, 'x', bindings)).toBeNull();
});

test('a key with Ctrl is one key, and Ctrl or Shift alone does nothing', () => {
  expect(matchKeys(null, 'Ctrl k', bindings)).toEqual({ run: { keys: 'Ctrl k' } });
  expect(matchKeys(null, 'Ctrl', bindings)).toBeNull();
  expect(matchKeys(null, 'Shift', bindings)).toBeNull();
});

test('when two bindings have the same keys, the last one counts', () => {
  const [first, last] = [{ keys: 'd' }, { keys: 'd' }];
  expect(matchKeys(null, 'd', [first, last])).toEqual({ run: last });
});

test.each([
  ['g d', ['g d']],
  ['Shift Enter', ['Shift', 'Enter']],
  ['Ctrl k', ['Ctrl K']],
  ['ArrowUp', ['↑']],
])('%s is printed as %j', (keys, caps) => {
  expect(capsOf(keys)).toEqual(caps);
});

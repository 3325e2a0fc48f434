import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { memoryStorage } from '#tests/support/browser/memory-storage.ts';
import { clearClient } from '#web/storage/storage.ts';
import { keepDraft, lastDraft, readDraft } from './draft.ts';

beforeEach(() => vi.stubGlobal('window', { localStorage: memoryStorage(), sessionStorage: memoryStorage() }));
afterEach(() => vi.unstubAllGlobals());

it('is stored until nothing differs from the saved profile', () => {
  keepDraft({ city: 'Bouaké', address: null });
  expect(lastDraft()).toEqual({ city: 'Bouaké', address: null });
  keepDraft({});
  expect(lastDraft()).toBeNull();
});

it('is cleared at log-out', () => {
  keepDraft({ firstName: 'Ama' });
  clearClient();
  expect(lastDraft()).toBeNull();
});

it.each([
  ['nothing', null, null],
  ['a list', ['Ama'], null],
  ['other fields', { phone: '+2250700000001' }, null],
  ['a name that is no text', { firstName: 7, city: 'Man' }, { city: 'Man' }],
  ['a name without a value', { firstName: null, address: null }, { address: null }],
])('reads %s', (_, stored, expected) => {
  expect(readDraft(stored)).toEqual(expected);
});

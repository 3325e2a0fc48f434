import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { memoryStorage } from '#tests/support/browser/memory-storage.ts';
import { clearClient } from '#web/storage/storage.ts';
import { keepDraft, lastDraft, readDraft } from './draft.ts';

const awa = 7;

beforeEach(() => vi.stubGlobal('window', { localStorage: memoryStorage(), sessionStorage: memoryStorage() }));
afterEach(() => vi.unstubAllGlobals());

it('is stored until nothing differs from the saved profile', () => {
  keepDraft(awa, { city: 'Bouaké', address: null });
  expect(lastDraft(awa)).toEqual({ city: 'Bouaké', address: null });
  keepDraft(awa, {});
  expect(lastDraft(awa)).toBeNull();
});

it('is nobody else’s', () => {
  keepDraft(awa, { city: 'Bouaké' });
  expect(lastDraft(8)).toBeNull();
  expect(lastDraft(awa)).toEqual({ city: 'Bouaké' });
});

it.each([
  ['a draft without its client', { typed: { city: 'Man' } }],
  ['a draft of before', { city: 'Man' }],
])('ignores %s', (_, stored) => {
  window.sessionStorage.setItem('profile.draft', JSON.stringify(stored));
  expect(lastDraft(awa)).toBeNull();
});

it('is cleared at log-out', () => {
  keepDraft(awa, { firstName: 'Ama' });
  clearClient();
  expect(lastDraft(awa)).toBeNull();
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

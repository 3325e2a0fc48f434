import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { memoryStorage } from '#tests/support/browser/memory-storage.ts';
import { clearClient, local, session } from './storage.ts';

let room = true;
let taken: Storage;

beforeEach(() => {
  room = true;
  taken = memoryStorage();
  const { setItem } = taken;
  Object.getPrototypeOf(taken).setItem = (key: string, text: string) => {
    if (!room) throw new DOMException('full', 'QuotaExceededError');
    setItem(key, text);
  };
  vi.stubGlobal('window', { localStorage: taken, sessionStorage: memoryStorage() });
});
afterEach(() => {
  clearClient();
  vi.unstubAllGlobals();
});

it('what a full storage refuses lasts as long as the page', () => {
  local.setItem('draws', '[1]');
  room = false;
  local.setItem('draws', '[1,2]');
  expect([local.getItem('draws'), taken.getItem('draws')]).toEqual(['[1,2]', '[1]']);
  local.removeItem('draws');
  expect([local.getItem('draws'), taken.getItem('draws')]).toEqual([null, null]);
});

it('is stored again once there is room, and then what another tab has written counts', () => {
  room = false;
  local.setItem('draws', '[1]');
  expect(local.keys()).toEqual(['draws']);
  room = true;
  local.setItem('draws', '[1,2]');
  taken.setItem('draws', '[3]');
  expect(local.getItem('draws')).toBe('[3]');
});

it('ends with the client’s session', () => {
  room = false;
  local.setItem('draws', '[1]');
  clearClient();
  expect(local.getItem('draws')).toBeNull();
});

it('holds nothing where there is no browser', () => {
  vi.unstubAllGlobals();
  expect([local.getItem('draws'), session.keys()]).toEqual([null, []]);
});

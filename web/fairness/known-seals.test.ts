import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { memoryStorage } from '#tests/support/browser/memory-storage.ts';
import { keepSeals, readKnownSeals } from './known-seals.ts';

const hash = (digit: string) => digit.repeat(64);
let local: Storage;

beforeEach(() => {
  local = memoryStorage();
  vi.stubGlobal('window', { localStorage: local });
});
afterEach(() => vi.unstubAllGlobals());

describe('the seals this device saw', () => {
  it('are stored, and the first one of a draw counts', () => {
    keepSeals({ one: hash('1') });
    keepSeals({ one: hash('f'), two: hash('2') });
    expect(readKnownSeals()).toEqual({ one: hash('1'), two: hash('2') });
  });

  it('are limited in number, and the latest are kept', () => {
    keepSeals(Object.fromEntries(Array.from({ length: 499 }, (_, index) => [`draw ${index}`, hash('a')])));
    keepSeals({ x: hash('b'), y: hash('c') });
    const known = readKnownSeals();
    expect(Object.keys(known)).toHaveLength(500);
    expect(known).not.toHaveProperty('draw 0');
    expect(known).toMatchObject({ 'draw 1': hash('a'), y: hash('c') });
  });

  it.each(['no json', '{}', 'null', '[1,["a"],["a",1],["a","short"]]'])('are none in %s', (stored) => {
    local.setItem('seals', stored);
    expect(readKnownSeals()).toEqual({});
  });

  it('stay as they are when the storage is full', () => {
    local.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    expect(() => keepSeals({ one: hash('1') })).not.toThrow();
  });
});

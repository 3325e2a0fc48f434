import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { memoryStorage } from '#tests/support/browser/memory-storage.ts';
import { attemptKey, endAttempt, spendsKey } from './payment.ts';

const at = Date.UTC(2026, 10, 20);
const awa = 7;

function keepIn(sessionStorage: Storage) {
  vi.stubGlobal('window', { sessionStorage, localStorage: memoryStorage() });
}

beforeEach(() => keepIn(memoryStorage()));
afterEach(() => vi.unstubAllGlobals());

describe('attemptKey', () => {
  it('is kept for a retry of the same body', () => {
    const key = attemptKey('deposit', awa, { amount: 500 }, at);
    expect(attemptKey('deposit', awa, { amount: 500 }, at + 60_000)).toBe(key);
  });

  it('is new for another body, and for the other direction', () => {
    const key = attemptKey('deposit', awa, { amount: 500 }, at);
    expect(attemptKey('withdrawal', awa, { amount: 500 }, at)).not.toBe(key);
    expect(attemptKey('deposit', awa, { amount: 505 }, at)).not.toBe(key);
  });

  it('is new for another client in the same tab', () => {
    const key = attemptKey('deposit', awa, { amount: 500 }, at);
    expect(attemptKey('deposit', 8, { amount: 500 }, at)).not.toBe(key);
  });

  it('is new after a definite answer', () => {
    const key = attemptKey('deposit', awa, { amount: 500 }, at);
    endAttempt('deposit');
    expect(attemptKey('deposit', awa, { amount: 500 }, at)).not.toBe(key);
  });

  it('has the format of the contract', () => {
    expect(attemptKey('deposit', awa, {}, at)).toMatch(/^[\x21-\x7e]{8,200}$/);
  });

  it('is kept where storage is blocked', () => {
    vi.stubGlobal('window', {
      get sessionStorage(): Storage {
        throw new DOMException('blocked', 'SecurityError');
      },
    });
    const key = attemptKey('withdrawal', awa, { amount: 700 }, at);
    expect(attemptKey('withdrawal', awa, { amount: 700 }, at)).toBe(key);
    endAttempt('withdrawal');
  });

  const body = JSON.stringify({ amount: 500 });
  it.each([
    ['what is not JSON', '{'],
    ['another value', '"draws"'],
    ['nothing', 'null'],
    ['an attempt without its client', JSON.stringify({ key: 'a key', body })],
    ['an attempt without its key', JSON.stringify({ clientId: awa, body })],
    ['an attempt whose key is no text', JSON.stringify({ clientId: awa, key: 7, body })],
  ])('is new where storage holds %s', (_, text) => {
    keepIn(memoryStorage({ 'attempt.deposit': text }));
    const key = attemptKey('deposit', awa, { amount: 500 }, at);
    expect(key).toMatch(/^[\x21-\x7e]{8,200}$/);
    expect(attemptKey('deposit', awa, { amount: 500 }, at)).toBe(key);
  });
});

describe('spendsKey', () => {
  it.each([
    ['payment_rejected', true],
    ['idempotency_mismatch', true],
    ['rate_limited', false],
    ['unauthenticated', false],
    ['overloaded', false],
    ['insufficient_funds', false],
    [null, false],
  ] as const)('%s: %s', (code, spent) => expect(spendsKey(code)).toBe(spent));
});

import { describe, expect, it } from 'vitest';
import { ApiError, type Failure } from '#web/api/errors.ts';
import { attemptKey, endAttempt, wasRefused } from './attempt.ts';

const at = Date.UTC(2026, 10, 20);

describe('attemptKey', () => {
  it('is kept for a retry of the same body', () => {
    const store = memoryStore();
    const key = attemptKey('deposit', { amount: 500 }, at, store);
    expect(attemptKey('deposit', { amount: 500 }, at + 60_000, store)).toBe(key);
  });

  it('is new for another body, and for the other movement', () => {
    const store = memoryStore();
    const key = attemptKey('deposit', { amount: 500 }, at, store);
    expect(attemptKey('withdraw', { amount: 500 }, at, store)).not.toBe(key);
    expect(attemptKey('deposit', { amount: 505 }, at, store)).not.toBe(key);
  });

  it('is new after a definite answer', () => {
    const store = memoryStore();
    const key = attemptKey('deposit', { amount: 500 }, at, store);
    endAttempt('deposit', store);
    expect(attemptKey('deposit', { amount: 500 }, at, store)).not.toBe(key);
  });

  it('is what the contract takes as a key', () => {
    expect(attemptKey('deposit', {}, at, memoryStore())).toMatch(/^[\x21-\x7e]{8,200}$/);
  });
});

describe('wasRefused', () => {
  const problem = (status: number): Failure => ({
    kind: 'HTTP',
    status,
    retryAfter: null,
    data: { code: 'unexpected', title: 'Title', detail: 'Detail.' },
  });
  const cases: readonly [Failure, boolean][] = [
    [problem(422), true],
    [problem(500), false],
    [{ kind: 'HTTP', status: 404, retryAfter: null, data: 'a proxy' }, false],
    [{ kind: 'FETCH_ERROR' }, false],
    [{ kind: 'TIMEOUT_ERROR' }, false],
    [{ kind: 'PARSING_ERROR', originalStatus: 422, text: '<html>' }, false],
  ];
  it.each(cases)('%j: %s', (failure, refused) => expect(wasRefused(new ApiError(failure))).toBe(refused));
});

function memoryStore() {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}

import { afterEach, describe, expect, it, vi } from 'vitest';
import { memoryStorage } from '#tests/support/browser/memory-storage.ts';
import { ApiError, type Failure } from '#web/api/errors.ts';
import { clearClient } from '#web/storage/storage.ts';
import { leavesUnknown } from './attempt.ts';
import { betsAttempts, nextAttempt } from './bets.ts';

const attempt = nextAttempt(
  null,
  7,
  [
    {
      id: 'a',
      name: 'IziOne',
      drawId: '0199a4d0-0000-7000-8000-000000000001',
      fullDate: '2026-11-20T18:35:00.000Z',
      betAmount: 100,
      selectedNumbers: ['4'],
    },
  ],
  Date.parse('2026-11-20T18:31:00.000Z'),
);

afterEach(() => vi.unstubAllGlobals());

it('is cleared when the client signs out, while the device’s own settings stay', () => {
  const local = memoryStorage({ theme: '{"mode":"dark"}', seals: '[]' });
  const session = memoryStorage({ 'attempt.deposit': '{}', 'attempt.withdraw': '{}', 'wallet.wayOn': '/checkout' });
  vi.stubGlobal('window', { localStorage: local, sessionStorage: session });
  betsAttempts.keep(attempt);
  expect(betsAttempts.last()).toEqual(attempt);
  clearClient();
  expect(betsAttempts.last()).toBeNull();
  expect(Array.from({ length: local.length }, (_, index) => local.key(index))).toEqual(['theme', 'seals']);
  expect(session.length).toBe(0);
});

function keepStored(text: string | null) {
  vi.stubGlobal('window', { localStorage: memoryStorage(text === null ? {} : { checkout: text }) });
}

it('reads back what was stored', () => {
  keepStored(JSON.stringify(attempt));
  expect(betsAttempts.last()).toEqual(attempt);
});

it.each([
  ['nothing', null],
  ['what is not JSON', '{'],
  ['another value', '"draws"'],
  ['an attempt without its client', JSON.stringify({ ...attempt, clientId: undefined })],
  ['an attempt without an id', JSON.stringify({ ...attempt, entries: [{ item: attempt.entries[0]!.item }] })],
  ['an attempt with a broken ticket', JSON.stringify({ ...attempt, entries: [{ ticketId: 'x', item: { id: 'a' } }] })],
])('ignores %s', (_, text) => {
  keepStored(text);
  expect(betsAttempts.last()).toBeNull();
});

describe('an unknown outcome', () => {
  it.each([
    ['no answer at all', { status: null, code: null }, true],
    ['an answer that is not a problem document', { status: 502, code: null }, true],
    ['a bug on the server', { status: 500, code: 'unexpected' }, true],
    ['a server that is going down', { status: 503, code: 'unavailable' }, true],
    ['a full queue', { status: 503, code: 'overloaded' }, false],
    ['too little money', { status: 422, code: 'insufficient_funds' }, false],
    ['a session that has ended', { status: 401, code: 'unauthenticated' }, false],
  ] as const)('%s', (_, failure, unknown) => {
    expect(leavesUnknown(failure)).toBe(unknown);
  });

  const problem = (status: number): Failure => ({
    kind: 'HTTP',
    status,
    retryAfter: null,
    data: { code: 'unexpected', title: 'Title', detail: 'Detail.' },
  });
  const failures: readonly [Failure, boolean][] = [
    [problem(422), false],
    [problem(500), true],
    [{ kind: 'HTTP', status: 404, retryAfter: null, data: 'a proxy' }, true],
    [{ kind: 'FETCH_ERROR' }, true],
    [{ kind: 'TIMEOUT_ERROR' }, true],
    [{ kind: 'PARSING_ERROR', originalStatus: 422, text: '<html>' }, true],
  ];
  it.each(failures)('%j: %s', (failure, unknown) => expect(leavesUnknown(new ApiError(failure))).toBe(unknown));
});

import { afterEach, expect, it, vi } from 'vitest';
import { memoryStorage } from '#tests/support/browser/memory-storage.ts';
import { clearClient } from '#web/storage/storage.ts';
import { nextAttempt } from './attempt.ts';
import { attempts, readAttempt } from './attempt-store.ts';

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

it('leaves the device with the client, and the device keeps what is its own', () => {
  const local = memoryStorage({ theme: '{"mode":"dark"}', seals: '[]' });
  const session = memoryStorage({ 'attempt.deposit': '{}', 'attempt.withdraw': '{}', 'wallet.wayOn': '/checkout' });
  vi.stubGlobal('window', { localStorage: local, sessionStorage: session });
  attempts.keep(attempt);
  expect(attempts.last()).toEqual(attempt);
  clearClient();
  expect(attempts.last()).toBeNull();
  expect(Array.from({ length: local.length }, (_, index) => local.key(index))).toEqual(['theme', 'seals']);
  expect(session.length).toBe(0);
});

it('reads back what was stored', () => {
  expect(readAttempt(JSON.stringify(attempt))).toEqual(attempt);
});

it.each([
  ['nothing', null],
  ['what is not JSON', '{'],
  ['another thing', '"draws"'],
  ['an attempt without its client', JSON.stringify({ ...attempt, clientId: undefined })],
  ['an attempt without an id', JSON.stringify({ ...attempt, entries: [{ item: attempt.entries[0]!.item }] })],
  ['an attempt with a broken ticket', JSON.stringify({ ...attempt, entries: [{ ticketId: 'x', item: { id: 'a' } }] })],
])('makes nothing of %s', (_, text) => {
  expect(readAttempt(text)).toBeNull();
});

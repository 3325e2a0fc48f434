import { describe, expect, it } from 'vitest';
import { uuidTime, uuidv7Pattern } from '#domain/uuid.ts';
import type { BasketItem } from '#web/basket/basket.ts';
import { type BetsAttempt, isAboutDraw, nextAttempt, refusalsByItem, ticketsOf } from './bets.ts';

const now = Date.parse('2026-11-20T18:31:00.000Z');
const awa = 7;

function item(id: string, patch: Partial<BasketItem> = {}): BasketItem {
  return {
    id,
    name: 'IziTwo',
    drawId: '0199a4d0-0000-7000-8000-000000000001',
    fullDate: '2026-11-20T18:35:00.000Z',
    betAmount: 500,
    selectedNumbers: ['4', '9'],
    ...patch,
  };
}

function refused(attempt: BetsAttempt): BetsAttempt {
  return { ...attempt, answered: true };
}

function idsOf(attempt: BetsAttempt): string[] {
  return attempt.entries.map((entry) => entry.ticketId);
}

describe('the ids of a checkout', () => {
  it('are a different UUIDv7 for each ticket, by the given clock', () => {
    const ids = idsOf(nextAttempt(null, awa, [item('a'), item('b')], now));
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) {
      expect(id).toMatch(uuidv7Pattern);
      expect(uuidTime(id)).toBe(now);
    }
  });

  it('are in the order of the basket, so that lists of the tickets have it', () => {
    const basket = Array.from('abcdefghijkl', (id) => item(id));
    const ids = idsOf(nextAttempt(null, awa, basket, now));
    expect(ids).toEqual(ids.toSorted());
  });

  it('are sent again unchanged while the attempt is unanswered, even if the basket changed', () => {
    const sent = nextAttempt(null, awa, [item('a'), item('b')], now);
    expect(nextAttempt(sent, awa, [item('b', { betAmount: 900 }), item('c')], now + 60_000)).toEqual(sent);
  });

  it('survive being stored as text', () => {
    const sent = nextAttempt(null, awa, [item('a')], now);
    expect(nextAttempt(JSON.parse(JSON.stringify(sent)), awa, [], now)).toEqual(sent);
  });

  it('stay the same for an unchanged ticket after a refusal, and are new for a changed or added one', () => {
    const first = nextAttempt(null, awa, [item('a'), item('b')], now);
    const items = [item('a'), item('b', { selectedNumbers: ['9', '4'] }), item('c')];
    const [a, b, c] = idsOf(nextAttempt(refused(first), awa, items, now + 60_000));
    expect(a).toBe(idsOf(first)[0]);
    expect(idsOf(first)).not.toContain(b);
    expect(idsOf(first)).not.toContain(c);
  });

  it.each([
    ['drawId', { drawId: '0199a4d0-0000-7000-8000-000000000002' }],
    ['amount', { betAmount: 600 }],
    ['bet type', { name: 'Izi2x' }],
  ] as const)('are new after the %s has changed', (_, patch) => {
    const first = nextAttempt(null, awa, [item('a')], now);
    expect(idsOf(nextAttempt(refused(first), awa, [item('a', patch)], now))).not.toEqual(idsOf(first));
  });

  it('are new when the server would refuse the old ones as too old', () => {
    const first = refused(nextAttempt(null, awa, [item('a')], now));
    expect(idsOf(nextAttempt(first, awa, [item('a')], now + 22 * 3_600_000))).toEqual(idsOf(first));
    expect(idsOf(nextAttempt(first, awa, [item('a')], now + 23 * 3_600_000))).not.toEqual(idsOf(first));
  });

  it('are never reused by another client on the same phone', () => {
    const sent = nextAttempt(null, awa, [item('a')], now);
    const other = nextAttempt(sent, 8, [item('a')], now);
    expect(other.clientId).toBe(8);
    expect(idsOf(other)).not.toEqual(idsOf(sent));
  });
});

describe('the call', () => {
  it('carries exactly the fields of a new ticket', () => {
    const attempt = nextAttempt(null, awa, [item('a')], now);
    expect(ticketsOf(attempt)).toEqual([
      {
        id: attempt.entries[0]!.ticketId,
        name: 'IziTwo',
        drawId: item('a').drawId,
        betAmount: 500,
        selectedNumbers: ['4', '9'],
      },
    ]);
  });
});

describe('refusals', () => {
  const attempt = nextAttempt(null, awa, [item('a'), item('b')], now);
  const problem = { type: 'about:blank', title: '', status: 422, detail: '', code: 'draw_closed' } as const;

  it('are shown at their ticket, identified by id or by path', () => {
    const errors = [
      { path: 'tickets.0', id: idsOf(attempt)[1]!, message: 'Sales for this draw are closed.' },
      { path: 'tickets.0.betAmount', message: 'The amount is not one this bet type takes.' },
    ];
    expect(refusalsByItem(attempt, { ...problem, errors })).toEqual({ a: errors[1], b: errors[0] });
  });

  it('are shown at no ticket if the problem is about none', () => {
    expect(refusalsByItem(attempt, problem)).toEqual({});
    expect(refusalsByItem(attempt, { ...problem, errors: [{ path: 'tickets', message: 'At least one.' }] })).toEqual(
      {},
    );
  });
});

it.each([
  ['draw_closed', true],
  ['draw_not_open', true],
  ['sales_stopped', true],
  ['unknown_draw', true],
  ['ticket_conflict', false],
  ['stake_out_of_range', false],
] as const)('a ticket refused with %s can be fixed by another draw: %s', (code, mends) => {
  expect(isAboutDraw(code)).toBe(mends);
});

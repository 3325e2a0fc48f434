import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { memoryStorage } from '#tests/support/browser/memory-storage.ts';
import { basket, restoreBasket, type BasketItem } from '#web/basket/basket.ts';
import { betsAttempts, nextAttempt, ticketsOf } from './bets.ts';
import { followNextDraw } from './follow-next-draw.ts';

const day = '2026-11-20T';

function drawAt(time: string) {
  return { id: `draw-${time}`, fullDate: `${day}${time}:00.000Z` };
}

function itemAt(time: string, patch: Partial<BasketItem> = {}): BasketItem {
  const { id: drawId, fullDate } = drawAt(time);
  return { id: 'a', name: 'IziOne', drawId, fullDate, betAmount: 100, selectedNumbers: ['4'], follows: true, ...patch };
}

const drawsNow = () => basket.items().map(({ drawId }) => drawId.slice('draw-'.length));

beforeEach(() => {
  vi.stubGlobal('window', { localStorage: memoryStorage(), sessionStorage: memoryStorage() });
  restoreBasket();
  betsAttempts.keep(null);
});
afterEach(() => vi.unstubAllGlobals());

describe('a ticket for the next draw', () => {
  it.each([
    ['a minute', ['11:20', '11:21', '11:22']],
    ['five minutes', ['11:24', '11:29', '11:34']],
  ])('moves on where draws are %s apart, and says from where', (_, times) => {
    basket.add(itemAt('11:19'));
    const open = times.map(drawAt);
    followNextDraw(open);
    expect(basket.items()).toEqual([itemAt(times[0]!, { movedFrom: drawAt('11:19').fullDate })]);
    followNextDraw(open);
    expect(drawsNow()).toEqual([times[0]]);
    followNextDraw(open.slice(1));
    expect(basket.items()).toEqual([itemAt(times[1]!, { movedFrom: drawAt(times[0]!).fullDate })]);
  });

  it('stays while its draw is open, and where no draw is open', () => {
    basket.add(itemAt('11:19'));
    followNextDraw([drawAt('11:19'), drawAt('11:20')]);
    followNextDraw([]);
    expect(basket.items()).toEqual([itemAt('11:19')]);
  });

  it('moves on when the server says that sales have closed, though this clock does not', () => {
    basket.add(itemAt('11:19'), itemAt('11:19', { id: 'b', selectedNumbers: ['5'] }));
    followNextDraw([drawAt('11:18'), drawAt('11:19'), drawAt('11:20')], ({ id }) => id === 'a');
    expect(drawsNow()).toEqual(['11:20', '11:19']);
  });

  it('moves behind the other draws of its series', () => {
    basket.add(itemAt('11:19'), itemAt('11:20', { id: 'b' }), itemAt('11:21', { id: 'c' }));
    followNextDraw(['11:20', '11:21', '11:22'].map(drawAt));
    expect(drawsNow()).toEqual(['11:22', '11:20', '11:21']);
  });
});

it('a ticket for a chosen hour stays', () => {
  const chosen = itemAt('11:19', { follows: false });
  basket.add(chosen, itemAt('11:19', { id: 'b', follows: undefined }));
  followNextDraw([drawAt('11:20')], () => true);
  expect(drawsNow()).toEqual(['11:19', '11:19']);
});

it('tickets that were sent stay as they are until the server has answered, and are sent again unchanged', () => {
  const now = Date.parse(drawAt('11:18').fullDate);
  basket.add(itemAt('11:19'), itemAt('11:19', { id: 'b', selectedNumbers: ['5'] }));
  const sent = nextAttempt(null, 7, basket.items().slice(0, 1), now);
  betsAttempts.keep(sent);
  followNextDraw([drawAt('11:20')]);
  expect(drawsNow()).toEqual(['11:19', '11:20']);
  expect(ticketsOf(nextAttempt(betsAttempts.last(), 7, [], now + 60_000))).toEqual(ticketsOf(sent));

  betsAttempts.keep({ ...sent, answered: true });
  followNextDraw([drawAt('11:20')]);
  expect(drawsNow()).toEqual(['11:20', '11:20']);
  const [moved] = ticketsOf(nextAttempt(betsAttempts.last(), 7, basket.items(), now + 60_000));
  expect(moved).toMatchObject({ drawId: 'draw-11:20' });
  expect(moved!.id).not.toBe(sent.entries[0]!.ticketId);
});

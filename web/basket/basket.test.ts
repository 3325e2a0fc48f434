import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { memoryStorage } from '#tests/support/browser/memory-storage.ts';
import { clearClient } from '#web/storage/storage.ts';
import { basket, readBasket, restoreBasket, type BasketItem } from './basket.ts';

const item: BasketItem = {
  id: 'a',
  name: 'IziTwo',
  fullDate: '2026-11-20T18:35:00.000Z',
  betAmount: 300,
  selectedNumbers: ['4', '9'],
  drawId: '0193f0a0-0000-7000-8000-000000000001',
};

describe('readBasket', () => {
  it('reads back what was stored', () => {
    expect(readBasket(JSON.stringify([item]))).toEqual([item]);
  });

  it.each([
    ['nothing', null],
    ['no JSON', '[{'],
    ['null', 'null'],
    ['a number', '7'],
    ['an object', '{"id":"a"}'],
    ['a text', '"draws"'],
  ])('reads %s as an empty basket', (_, text) => {
    expect(readBasket(text)).toEqual([]);
  });

  it('keeps an item with the specification’s five fields, whose draw is not known yet', () => {
    const { drawId: _, ...fields } = item;
    expect(readBasket(JSON.stringify([fields, item]))).toEqual([{ ...fields, drawId: '' }, item]);
  });

  it('reads whether a ticket follows the next draw, and from where it has moved', () => {
    const moved = { ...item, follows: true, movedFrom: '2026-11-20T18:30:00.000Z' };
    expect(readBasket(JSON.stringify([moved]))).toEqual([moved]);
  });

  it.each([
    ['an unknown bet type', { name: 'IziFour' }],
    ['an amount that is text', { betAmount: '300' }],
    ['an amount with centimes', { betAmount: 300.5 }],
    ['a negative amount', { betAmount: -300 }],
    ['a draw that is no text', { drawId: 7 }],
    ['no date', { fullDate: 'soon' }],
    ['no date that it has moved from', { movedFrom: 'before' }],
    ['numbers that are no list', { selectedNumbers: '49' }],
    ['numbers that are not text', { selectedNumbers: [4, 9] }],
  ])('leaves out a ticket with %s and keeps the others', (_, wrong) => {
    expect(readBasket(JSON.stringify([{ ...item, ...wrong }, item]))).toEqual([item]);
  });
});

describe('basket', () => {
  let local: Storage;

  beforeEach(() => {
    local = memoryStorage();
    vi.stubGlobal('window', { localStorage: local, sessionStorage: memoryStorage() });
    restoreBasket();
  });
  afterEach(() => vi.unstubAllGlobals());

  it('keeps every change under `draws`', () => {
    basket.add(item, { ...item, id: 'b' });
    basket.update('b', { betAmount: 500 });
    expect(readBasket(local.getItem('draws'))).toEqual([item, { ...item, id: 'b', betAmount: 500 }]);
    basket.remove('a');
    expect(readBasket(local.getItem('draws')).map(({ id }) => id)).toEqual(['b']);
  });

  it('removes the key with the last ticket', () => {
    basket.add(item);
    basket.remove('a');
    expect(local.getItem('draws')).toBeNull();
  });

  it('is cleared when the client signs out', () => {
    basket.add(item);
    clearClient();
    expect(local.getItem('draws')).toBeNull();
    expect(basket.items()).toEqual([]);
  });

  it('takes over what another tab has stored', () => {
    local.setItem('draws', JSON.stringify([item]));
    restoreBasket();
    expect(basket.items()).toEqual([item]);
  });
});

import type { ReactElement } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { memoryStorage } from '#tests/support/browser/memory-storage.ts';
import { dismissToast, shownToast } from '#ui/toasts.ts';
import { basket, restoreBasket, type BasketItem } from './basket.ts';
import { removeBet } from './remove.tsx';

const items = Array.from('abcde', (id, index): BasketItem => ({
  id,
  name: 'IziTwo',
  fullDate: `2026-11-20T18:3${index}:00.000Z`,
  betAmount: 300,
  selectedNumbers: ['4', '9'],
  drawId: `0193f0a0-0000-7000-8000-00000000000${index}`,
}));
const series = items.slice(1, 4);

beforeEach(() => {
  vi.stubGlobal('window', { localStorage: memoryStorage(), sessionStorage: memoryStorage() });
  restoreBasket();
  basket.add(...items);
});
afterEach(() => {
  dismissToast();
  vi.unstubAllGlobals();
});

const undoButton = () => shownToast()!.action as ReactElement<{ onClick: () => void }>;
const undo = () => undoButton().props.onClick();

it('removes a series, and puts exactly the same tickets back in their places', () => {
  removeBet(series, 'IziTwo');
  expect(basket.items()).toEqual([items[0], items[4]]);
  undo();
  expect(basket.items()).toEqual(items);
});

it('keeps later changes to the other tickets', () => {
  removeBet(series, 'IziTwo');
  basket.update('a', { betAmount: 500 });
  basket.remove('e');
  basket.add({ ...items[0]!, id: 'f' });
  undo();
  expect(basket.items().map(({ id, betAmount }) => `${id} ${betAmount}`)).toEqual([
    'a 500',
    'b 300',
    'c 300',
    'd 300',
    'f 300',
  ]);
});

it('puts nothing back twice', () => {
  removeBet(series, 'IziTwo');
  const { onClick } = undoButton().props;
  onClick();
  onClick();
  expect(basket.items()).toEqual(items);
});

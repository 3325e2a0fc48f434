import { expect, it } from 'vitest';
import type { BasketItem } from '#web/basket/basket.ts';
import { splitPayment } from './split-payment.ts';

function itemAt(minute: number): BasketItem {
  const time = `2026-11-20T18:${String(minute).padStart(2, '0')}:00.000Z`;
  return {
    id: `at-${minute}`,
    name: 'IziOne',
    drawId: `draw-${minute}`,
    fullDate: time,
    betAmount: 100,
    selectedNumbers: ['4'],
  };
}

it('pays a basket of fifty at once', () => {
  const items = Array.from({ length: 50 }, (_, minute) => itemAt(minute));
  expect(splitPayment(items)).toEqual({ now: items, later: [] });
});

it('pays the soonest fifty of sixty, in the order of the basket', () => {
  const items = Array.from({ length: 60 }, (_, index) => itemAt(59 - index));
  const { now, later } = splitPayment(items);
  expect(now).toEqual(items.slice(10));
  expect(later).toEqual(items.slice(0, 10));
});

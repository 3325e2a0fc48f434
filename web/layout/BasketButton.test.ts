import { expect, it } from 'vitest';
import { badgeText } from './BasketButton.tsx';

it('counts to nine', () => {
  expect([1, 9, 10, 50].map(badgeText)).toEqual(['1', '9', '9+', '9+']);
});

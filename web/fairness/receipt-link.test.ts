import { expect, it } from 'vitest';
import { makeDraw } from '#tests/support/draws/fair-draw.ts';
import { readReceiptLink, receiptPath } from './receipt-link.ts';

const { receipts } = makeDraw({ tickets: 6, beacon: false });

it('carries ticket and signature through an address', () => {
  for (const { ticket, signature } of receipts) {
    const path = receiptPath({ ticket, signature });
    expect(path).toMatch(/^\/verify#[\w-]+$/);
    expect(readReceiptLink(new URL(path, 'http://localhost').hash)).toEqual({ ticket, signature });
  }
});

it.each([
  '',
  '#',
  '#draws',
  '#äöü',
  `${receiptPath(receipts[0]!).slice(7)}AAAA`,
  receiptPath(receipts[0]!).slice(7, -4),
])('finds no receipt in %j', (hash) => expect(readReceiptLink(hash)).toBeNull());

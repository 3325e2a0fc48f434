import { createHash } from 'node:crypto';
import type { ExposureBook } from '#domain/exposure/exposure.ts';
import { rankOfCode } from '#domain/exposure/orders.ts';
import { payoutBytes, placeOf } from '#domain/exposure/payout-bytes.ts';
import type { Digested, Reading, Readings } from './book-questions.ts';
import { spreadColumns } from './spread-columns.ts';

/** The only place that computes from the payouts of a draw. */
export function readBook(book: ExposureBook, reading: Reading): Readings[keyof Readings] {
  switch (reading.kind) {
    case 'exposure':
      return book.read();
    case 'spread':
      return spreadColumns(book.spread());
    case 'digest':
      return digestOf(book, reading.outcome);
  }
}

/** @param outcome of a drawn draw: its result and what it paid */
export function digestOf(
  book: ExposureBook,
  outcome: { readonly result: number; readonly paid: number } | null,
): Digested {
  const payouts = book.payouts();
  let worst = 0;
  for (const payout of payouts) if (payout > worst) worst = payout;
  return {
    ...book.total(),
    worst,
    digest: createHash('sha256').update(payoutBytes(payouts)).digest(),
    place: outcome && { expected: payouts[rankOfCode(outcome.result)]!, ...placeOf(payouts, outcome.paid) },
  };
}

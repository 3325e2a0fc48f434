import type { DrawExposure } from '#domain/exposure/exposure.ts';
import type { Place } from '#domain/exposure/payout-bytes.ts';
import type { SpreadColumns } from './spread-columns.ts';

/** A question that a book answers. */
export type Reading =
  | { readonly kind: 'exposure' }
  | { readonly kind: 'spread' }
  | {
      /** The hash over the payouts of all results. With the outcome of a drawn draw, also the rank of its payout. */
      readonly kind: 'digest';
      readonly outcome: { readonly result: number; readonly paid: number } | null;
    };

/** A question to the thread with the books of draws. Sums are pieces of `packedSum`. */
export type Question =
  | {
      readonly kind: 'read';
      /** The name that the book is kept under; null for a book that is made for this answer alone. */
      readonly book: string | null;
      /** Whether the book begins with this question. */
      readonly begins: boolean;
      /** Sums that stay in the book. */
      readonly settled: readonly Uint8Array[];
      /** Sums that the next question repeats, here or in `settled`. */
      readonly recent: readonly Uint8Array[];
      readonly reading: Reading;
    }
  | { readonly kind: 'forget'; readonly book: string };

export interface Digested {
  readonly tickets: number;
  readonly stakes: number;
  readonly worst: number;
  readonly digest: Uint8Array;
  /** The place of the payout in the distribution, and what the result pays by the distribution. */
  readonly place: (Place & { readonly expected: number }) | null;
}

export interface Readings {
  readonly exposure: DrawExposure;
  readonly spread: SpreadColumns;
  readonly digest: Digested;
}

import type { DrawExposure } from '#domain/exposure/exposure.ts';
import type { Place } from '#domain/exposure/payout-bytes.ts';
import type { SpreadColumns } from './spread-columns.ts';

/** What is read off a book. */
export type Reading =
  | { readonly kind: 'exposure' }
  | { readonly kind: 'spread' }
  | {
      /** The hash of what every result pays; of a drawn draw with the place of what was paid. */
      readonly kind: 'digest';
      readonly outcome: { readonly result: number; readonly paid: number } | null;
    };

/** What the thread with the books of draws is asked. Sums are pieces of `packedSum`. */
export type Question =
  | {
      readonly kind: 'read';
      /** A book that is kept under this name; null for one that is made for this answer alone. */
      readonly book: string | null;
      /** Whether the book begins with this question. */
      readonly begins: boolean;
      /** Stays in the book. */
      readonly settled: readonly Uint8Array[];
      /** Comes again, here or among what is settled. */
      readonly recent: readonly Uint8Array[];
      readonly reading: Reading;
    }
  | { readonly kind: 'forget'; readonly book: string };

export interface Digested {
  readonly tickets: number;
  readonly stakes: number;
  readonly worst: number;
  readonly digest: Uint8Array;
  /** Of what was paid, and what the result pays by the distribution. */
  readonly place: (Place & { readonly expected: number }) | null;
}

export interface Readings {
  readonly exposure: DrawExposure;
  readonly spread: SpreadColumns;
  readonly digest: Digested;
}

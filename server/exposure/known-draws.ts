import type { DrawExposure } from '#domain/exposure/exposure.ts';
import type { BookKeeper } from './book-keeper.ts';
import type { Snapshot } from './read-stakes.ts';

/** A draw whose book the thread keeps. */
export interface KnownDraw {
  /** The name of its book; null while it has no ticket. */
  readonly book: string | null;
  /** The generation of the thread that has the book. */
  readonly generation: number;
  /** In milliseconds since 1970; infinite once sales are over. */
  readonly closesAt: number;
  /** When it was read as a whole, by this process's timer. */
  readonly readAt: number;
  /** Transactions before it are in the book. */
  readonly over: bigint;
  /** Every other ticket was accepted then or later. */
  readonly acceptedFrom: Date;
  /** Moments since then, the oldest first. */
  readonly moments: readonly Snapshot[];
  readonly hadRecent: boolean;
  readonly exposure: DrawExposure;
}

/** Each takes 3 MB in the thread. */
const mostDraws = 16;

interface KnownDraws {
  has(drawId: string): boolean;
  /** Takes the draw out. A caller that changes its book puts it back, or forgets it. */
  take(drawId: string): KnownDraw | undefined;
  /** Remembers a draw. When there are too many, those that close last are forgotten: screens and caps mostly ask for the next ones. */
  put(drawId: string, draw: KnownDraw): void;
  forget(draw: KnownDraw): void;
}

export function createKnownDraws(keeper: BookKeeper): KnownDraws {
  const draws = new Map<string, KnownDraw>();

  function has(drawId: string): boolean {
    const draw = draws.get(drawId);
    if (!draw) return false;
    if (draw.book === null || draw.generation === keeper.generation()) return true;
    draws.delete(drawId);
    return false;
  }

  function forget({ book }: KnownDraw): void {
    if (book !== null) keeper.forget(book);
  }

  return {
    has,
    take(drawId) {
      const draw = has(drawId) ? draws.get(drawId) : undefined;
      draws.delete(drawId);
      return draw;
    },
    put(drawId, draw) {
      draws.set(drawId, draw);
      if (draws.size <= mostDraws) return;
      const [[last, known]] = [...draws].toSorted(([, one], [, other]) => other.closesAt - one.closesAt) as [
        [string, KnownDraw],
      ];
      draws.delete(last);
      forget(known);
    },
    forget,
  };
}

import { countUpTo, type CountUpTo } from './count-up-to.ts';

export interface Admission {
  /** Whether `enter` would let nobody in now. */
  isFull(): boolean;
  /** Takes a place for a call. False when all places are taken. */
  enter(): boolean;
  /** Gives the place back. Call it once for each call that entered, when it is answered or its connection has closed. */
  leave(servedMs: number): void;
  /** How many calls are being served, and how many may be now. */
  load(): { readonly served: number; readonly most: number };
}

export interface AdmissionLimits {
  /** The limit never falls below this many calls at a time, however slow they are. */
  readonly least: number;
  readonly most: number;
  /** A call that takes longer than this, in milliseconds, lowers the limit. */
  readonly targetMs: number;
}

/**
 * Limits how many calls are served at a time. The limit is adaptive (AIMD): one more while on time at the limit, a third
 * fewer when late. A fixed limit would be too high for a slow machine, where calls would time out while they are being
 * served, or too low for a fast one.
 */
export function createAdmission({ least, most, targetMs }: AdmissionLimits): Admission {
  let limit = 4 * least;
  let served = 0;
  let reducedAt = 0;

  return {
    isFull: () => served >= limit,
    load: () => ({ served, most: limit }),
    enter() {
      if (served >= limit) return false;
      served += 1;
      return true;
    },
    leave(servedMs) {
      const allTaken = served >= limit;
      served -= 1;
      const now = performance.now();
      if (servedMs <= targetMs) {
        if (allTaken) limit = Math.min(most, limit + 1);
      } else if (now - reducedAt > targetMs) {
        // Calls that entered together are late together, so they lower the limit only once.
        limit = Math.max(least, Math.floor((limit * 2) / 3));
        reducedAt = now;
      }
    },
  };
}

/** Overload protection of an endpoint: see `route`. */
export interface Door {
  readonly admission: Admission;
  /** Concurrent calls of each address, from the headers of the request to the end of the answer. */
  readonly perAddress: CountUpTo<string>;
}

/**
 * Far above what many people behind one address (NAT) have under way at a time. A call takes some 50 ms; a refused one
 * takes a second.
 */
const mostOfOneAddress = 128;

/** @param scale multiplies the limit per address; see RATE_LIMIT_SCALE */
export function createDoor(limits: AdmissionLimits, scale: number): Door {
  return {
    admission: createAdmission(limits),
    perAddress: countUpTo(Math.max(1, Math.floor(mostOfOneAddress * scale))),
  };
}

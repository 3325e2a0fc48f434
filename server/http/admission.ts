import { countUpTo, type CountUpTo } from './count-up-to.ts';

export interface Admission {
  /** Whether `enter` would let nobody in now. */
  isFull(): boolean;
  /** Lets a call in, or answers false when as many are being served as can be in time. */
  enter(): boolean;
  /** Told of each call that was let in, once it is answered or gone. */
  leave(servedMs: number): void;
}

export interface AdmissionLimits {
  /** Calls that are always served at a time, however slow. */
  readonly least: number;
  readonly most: number;
  /** How long a call may take to be served before fewer are let in, in milliseconds. */
  readonly targetMs: number;
}

/**
 * How many calls are served at a time, found by trying: one more for each that was served in time while all places were
 * taken, and a third fewer when one took too long. A fixed number would be too many for a slow machine, where those let in
 * wait until nobody waits for them any longer, or too few for a fast one.
 */
export function createAdmission({ least, most, targetMs }: AdmissionLimits): Admission {
  let limit = 4 * least;
  let served = 0;
  let reducedAt = 0;

  return {
    isFull: () => served >= limit,
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
        // Those that were let in together are late together, which is one reason and not many.
        limit = Math.max(least, Math.floor((limit * 2) / 3));
        reducedAt = now;
      }
    },
  };
}

/** What a call passes on its way in: see `route`. */
export interface Door {
  readonly admission: Admission;
  /** The calls of each address, from their first byte to the last one of the answer. */
  readonly ofAddress: CountUpTo<string>;
}

/**
 * Far above what a street of people behind one address has under way at a time. A call takes some 50 ms, and one that is
 * turned away waits for a second.
 */
const mostOfOneAddress = 128;

/** @param scale multiplies what one address may have under way; see RATE_LIMIT_SCALE */
export function createDoor(limits: AdmissionLimits, scale: number): Door {
  return {
    admission: createAdmission(limits),
    ofAddress: countUpTo(Math.max(1, Math.round(mostOfOneAddress * scale))),
  };
}

/** How many balls a draw has. */
export const ballCount = 9;

/**
 * All times of the stage in milliseconds. Every device counts them from the same instant, at which the server drew the
 * result, so that all who watch see the same ball, and a late viewer begins with the ball that is due.
 */
const firstFalls = 1_200;
const nextFalls = 750;
/** The third decides most bets. */
const thirdFalls = 1_100;
const fall = 620;
const rest = 230;

/** When each ball begins to fall, and shows its number; after the result was drawn. */
const falls = Array.from({ length: ballCount }, (_, ball) =>
  ball < 2 ? firstFalls + ball * nextFalls : firstFalls + thirdFalls + (ball - 1) * nextFalls,
);
const lands = falls.map((at) => at + fall);
const ends = lands.at(-1)! + rest;
const steps = [...falls, ...lands, ends].toSorted((one, other) => one - other);

/** No result exists before the draw's moment. The clock of this device may be behind the server's by less than this. */
export const holdBefore = 2_000;
/** A result that has not come by then is late: whoever waits is told so, and sees their balance again. */
const lateAfter = 30_000;

/** The balls take eight seconds, and everybody is paid sooner than that. A draw that is not paid by then is being checked. */
const paidAfter = 15_000;

/** Whether a draw should have been paid by now. @param now the server's time, in milliseconds since 1970 */
export function isUnpaidAt({ status, drawnAt }: { status: string; drawnAt: string | null }, now: number): boolean {
  return status === 'drawn' && drawnAt !== null && now - Date.parse(drawnAt) >= paidAfter;
}

/** The data of a draw that the stage needs. Instants in milliseconds since 1970. */
export interface Staged {
  readonly closesAt: number;
  readonly drawsAt: number;
  /** When its result was drawn; null until the result is known. */
  readonly drawnAt: number | null;
  readonly isVoid: boolean;
}

/**
 * The state of a draw on the stage: it is on sale; its sales are closed; its moment has come; its result is late; its balls fall; all nine
 * are out; it was called off.
 */
export type Act = 'selling' | 'closed' | 'due' | 'late' | 'falling' | 'out' | 'void';

export interface Scene {
  readonly act: Act;
  /** How many balls show their number. */
  readonly out: number;
  /** Whether the next ball is falling. */
  readonly isFalling: boolean;
  /** Whether the rest of the page must not tell the outcome yet. */
  readonly holds: boolean;
  /** The milliseconds until this changes; null for never, or not before there is news. */
  readonly changesIn: number | null;
}

interface Viewing {
  /** With reduced motion or on a saved connection all nine balls are there at once. */
  readonly still: boolean;
  /** Whether the viewer wants to see no more balls fall. */
  readonly skipped: boolean;
}

/**
 * The stage's view of a draw.
 *
 * @param now the server's time, in milliseconds since 1970
 */
export function sceneAt(draw: Staged, now: number, { still, skipped }: Viewing): Scene {
  if (draw.isVoid) return { ...noBallOut, act: 'void' };
  if (draw.drawnAt !== null) return still || skipped ? allOut : ballsAt(now - draw.drawnAt);
  if (now < draw.closesAt) return { ...noBallOut, act: 'selling', changesIn: draw.closesAt - now };
  const holdsFrom = draw.drawsAt - holdBefore;
  const holds = now >= holdsFrom;
  if (now < draw.drawsAt) {
    return { ...noBallOut, act: 'closed', holds, changesIn: (holds ? draw.drawsAt : holdsFrom) - now };
  }
  const lateFrom = draw.drawsAt + lateAfter;
  if (now < lateFrom) return { ...noBallOut, act: 'due', holds, changesIn: lateFrom - now };
  return { ...noBallOut, act: 'late' };
}

/** The balls `elapsed` milliseconds after the result was drawn, or after a settled draw is played again. */
export function ballsAt(elapsed: number): Scene {
  if (elapsed >= ends) return allOut;
  const out = count(lands, elapsed);
  return {
    act: 'falling',
    out,
    isFalling: count(falls, elapsed) > out,
    holds: true,
    changesIn: steps.find((step) => step > elapsed)! - elapsed,
  };
}

const noBallOut = { out: 0, isFalling: false, holds: false, changesIn: null } as const;
const allOut: Scene = { act: 'out', out: ballCount, isFalling: false, holds: false, changesIn: null };

function count(instants: readonly number[], elapsed: number): number {
  return instants.filter((at) => at <= elapsed).length;
}

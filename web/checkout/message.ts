import { formatFrancs, type Francs } from '#domain/money.ts';
import { formatDuration, formatTime } from '#web/values/format.ts';
import { words } from '#web/words/en/checkout.ts';

interface Standing {
  /** False for a client whose phone is not confirmed. */
  readonly confirmed: boolean;
  /** How much the wallet is short of the total. */
  readonly short: Francs;
  /** How many tickets are too late for their draws. */
  readonly closed: number;
  /** How many tickets are not sold at the moment. */
  readonly stopped: number;
  readonly isRefused: boolean;
  /** The draw among the tickets' whose sales close next. */
  readonly soonest: { readonly fullDate: string; readonly closesAt: string } | null;
  /** The server's time, in milliseconds since 1970. */
  readonly now: number | null;
  /** How long a call takes, there and back, in milliseconds. */
  readonly answerMs: number;
  /** The balance after the payment; null while it is not known. */
  readonly after: Francs | null;
}

/** In milliseconds: time enough to decide, and short enough not to press anybody. */
const lastMoments = 15_000;

/**
 * The line under the total: the reason why paying is not possible, else the last result, else the time left, else the
 * balance afterwards.
 */
export function barMessage({
  confirmed,
  short,
  closed,
  stopped,
  isRefused,
  soonest,
  now,
  answerMs,
  after,
}: Standing): string {
  if (!confirmed) return words.unconfirmed;
  if (short > 0) return words.short(formatFrancs(short));
  if (closed > 0) return words.someClosed(closed);
  if (stopped > 0) return words.someStopped(stopped);
  if (isRefused) return words.nothingTakenShort;
  const left = soonest && now !== null ? Date.parse(soonest.closesAt) - now : Infinity;
  // A payment that leaves now arrives after half of that time. In the middle of a second half a second of it is over.
  if (soonest && left - 500 < answerMs / 2) return words.likelyLate(formatTime(soonest.fullDate));
  if (soonest && left <= lastMoments) return words.closingIn(formatTime(soonest.fullDate), formatDuration(left));
  return after === null ? '' : words.balanceAfterOf(formatFrancs(after));
}

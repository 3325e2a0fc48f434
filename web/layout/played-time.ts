/** How long a client has played without a reality check. All times are of the server's clock, in milliseconds since 1970. */
export interface Played {
  /** The sign-in that it is about: another one begins again. */
  readonly signedInAt: string;
  /** The time from which it counts. */
  readonly from: number;
  /** When the app was in use last. */
  readonly seen: number;
}

/**
 * Continues counting at a moment of use. A pause as long as the interval ends the play before it: a client who comes back the
 * next day is not asked at once.
 *
 * @param every the interval, in milliseconds
 */
export function countPlayed(before: Played | null, signedInAt: string, now: number, every: number): Played {
  const goesOn = before !== null && before.signedInAt === signedInAt && now - before.seen < every;
  // The time since the sign-in counts, also before the interval was chosen.
  const begins =
    before?.signedInAt !== signedInAt && now - Date.parse(signedInAt) < every ? Date.parse(signedInAt) : now;
  return { signedInAt, from: goesOn ? before.from : begins, seen: now };
}

/** Whether a reality check is due. */
export function isCheckDue({ from, seen }: Played, every: number): boolean {
  return seen - from >= every;
}

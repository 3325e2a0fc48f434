interface Turns {
  /** How many run at a time. */
  readonly most: number;
  /** How many wait at most; without it, all do. */
  readonly mostWaiting?: number;
  /** The error for one call too many. */
  readonly refuse?: () => Error;
}

/**
 * Runs what is given at most so many at a time, in the order in which it came.
 *
 * @throws what `refuse` returns, where too many wait
 */
export function limitTurns({
  most,
  mostWaiting = Infinity,
  refuse = () => new Error('too many wait'),
}: Turns): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running < most) {
      running += 1;
    } else {
      if (waiting.length >= mostWaiting) throw refuse();
      await new Promise<void>((resolve) => void waiting.push(resolve));
    }
    try {
      return await work();
    } finally {
      // The next one takes this place, so `running` stays the same.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}

import type { PlayLimit } from '#contract/play-limits.ts';

/** A limit that is set. */
type SetLimit = PlayLimit & { readonly amount: number };

/** The limit that leaves least of itself; the first one where several do, null where none is set. */
export function tightestOf(limits: readonly PlayLimit[]): SetLimit | null {
  const set = limits.filter((limit): limit is SetLimit => limit.amount !== null);
  return set.reduce<SetLimit | null>(
    (tightest, limit) => (!tightest || share(limit) > share(tightest) ? limit : tightest),
    null,
  );
}

function share({ used, amount }: SetLimit): number {
  return used / Math.max(amount, 1);
}

import type { BetName } from '#domain/bet-types.ts';
import type { Cap } from './caps/cap.ts';
import type { ExposureData } from './exposure-data.ts';

/** The part of a draw's exposure that caps are about. */
type Capped = Pick<ExposureData, 'worst' | 'quantiles'>;
interface CappedExposure extends Capped {
  readonly byType: Readonly<Record<BetName, Capped>>;
}

type Amount = Pick<Cap, 'name' | 'measure' | 'amount'>;

/** The exposure of a draw that a cap is about: of a bet type or of all of them, at its worst or in 1 of 10,000 results. */
function reachedOf(exposure: CappedExposure, { name, measure }: Amount): number {
  const { worst, quantiles } = name === null ? exposure : exposure.byType[name];
  return measure === 'worst' ? worst.payout : quantiles['0.9999'];
}

/** The cap that the draw is nearest to, which would pause sales first, and the share of it that is reached; null without caps. */
export function nearestCap<C extends Amount>(
  exposure: CappedExposure,
  caps: readonly C[],
): { readonly cap: C; readonly share: number } | null {
  const near = caps.map((cap) => ({ cap, share: reachedOf(exposure, cap) / cap.amount }));
  return near.toSorted((one, other) => other.share - one.share)[0] ?? null;
}

/** The cap on the worst case of a whole draw, in francs; null without one. */
export function wholeCap(caps: readonly Amount[] | undefined): number | null {
  return caps?.find(({ name, measure }) => name === null && measure === 'worst')?.amount ?? null;
}

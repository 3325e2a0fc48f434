import { betNames, betTypes } from '#domain/bet-types.ts';
import type { DrawExposure, Exposure } from '#domain/exposure/exposure.ts';
import type { Francs } from '#domain/money.ts';

/** The payout of a draw in its worst result, and the payout that it does not exceed in 99.99 % of all results. */
interface Figures {
  readonly worst: Francs;
  readonly p9999: Francs;
}

/** The figures that caps are compared with: those of a draw, and by code those of the bet types that were sold. */
interface CapFigures extends Figures {
  readonly byType: Readonly<Record<string, Figures & { readonly without: Figures }>>;
}

export function capFigures(exposure: DrawExposure): CapFigures {
  const byType = betNames
    .filter((name) => exposure.byType[name].tickets > 0)
    .map((name) => {
      const type = exposure.byType[name];
      return [betTypes[name].code, { ...figuresOf(type), without: figuresOf(type.without) }] as const;
    });
  return { ...figuresOf(exposure), byType: Object.fromEntries(byType) };
}

function figuresOf({ worst, quantiles }: Exposure): Figures {
  return { worst: worst.payout, p9999: quantiles['0.9999'] };
}

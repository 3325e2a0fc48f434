import type { Francs } from '#domain/money.ts';
import type { Capability, Direction } from './provider.ts';

export interface Limits {
  readonly min: Francs;
  readonly max: Francs;
  readonly step: Francs;
}

/** The operator's own limits. A provider's capabilities can only narrow them. */
export const operatorLimits: Readonly<Record<Direction, Limits>> = {
  deposit: { min: 100, max: 1_000_000, step: 5 },
  withdrawal: { min: 500, max: 1_000_000, step: 5 },
};

export function refuseAmount(amount: Francs, { min, max, step }: Limits): 'amount_out_of_range' | null {
  return amount < min || amount > max || amount % step !== 0 ? 'amount_out_of_range' : null;
}

/** A capability within the operator's limits. Where they leave no amount, its least is more than its most. */
export function withinLimits(capability: Capability): Capability {
  const limits = operatorLimits[capability.direction];
  const step = (capability.step * limits.step) / greatestCommonDivisor(capability.step, limits.step);
  return {
    ...capability,
    // Round the limits to multiples of the step, so that an offered limit is always accepted.
    min: Math.ceil(Math.max(capability.min, limits.min) / step) * step,
    max: Math.floor(Math.min(capability.max, limits.max) / step) * step,
    step,
  };
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

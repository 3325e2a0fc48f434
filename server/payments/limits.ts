import type { Francs } from '#domain/money.ts';
import { anyMethod, type Capability, type Direction, type PaymentProvider } from './provider.ts';

interface Limits {
  readonly min: Francs;
  readonly max: Francs;
  readonly step: Francs;
}

/** The operator's own limits. A provider's capabilities can only narrow them. */
const operatorLimits: Readonly<Record<Direction, Limits>> = {
  deposit: { min: 100, max: 1_000_000, step: 5 },
  withdrawal: { min: 500, max: 1_000_000, step: 5 },
};

/** What clients are offered: each capability that has a name, within the operator's limits. */
export function listMethods(provider: PaymentProvider): Capability[] {
  return provider.capabilities.filter(({ method }) => method !== anyMethod).map(withinLimits);
}

/** The capability for a direction, within the operator's limits; null when the provider has none. */
export function findCapability(
  provider: PaymentProvider,
  direction: Direction,
  country: string,
  method: string,
): Capability | null {
  const there = provider.capabilities.filter((one) => one.direction === direction && one.country === country);
  const capability = there.find((one) => one.method === method) ?? there.find((one) => one.method === anyMethod);
  return capability === undefined ? null : withinLimits(capability);
}

export function refuseAmount(amount: Francs, { min, max, step }: Limits): 'amount_out_of_range' | null {
  return amount < min || amount > max || amount % step !== 0 ? 'amount_out_of_range' : null;
}

function withinLimits(capability: Capability): Capability {
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

import * as v from 'valibot';
import { formatFrancs, type Francs } from '#domain/money.ts';
import { words } from '#web/words/en/wallet.ts';

interface AmountLimits {
  readonly min: Francs;
  readonly max: Francs;
  readonly step: Francs;
}

/** Why an amount to deposit or withdraw is invalid, in a sentence; null if it is valid. */
export function refuseAmount(amount: Francs | null, limits: AmountLimits, available = Infinity): string | null {
  const { min, max, step } = limits;
  if (amount === null) return words.form.amountWanted;
  const most = highestAmount(limits, available);
  if (most === null) return words.form.lessThanLeast(formatFrancs(min));
  if (amount > available && available < max) return words.form.moreThanAvailable(formatFrancs(most));
  if (amount < min || amount > max) return words.form.outOfRange(formatFrancs(min), formatFrancs(most));
  if (amount % step !== 0) return words.form.offStep(formatFrancs(step));
  return null;
}

/**
 * The error of an amount while a player types it, in a sentence; null while more digits may make it valid. Too much is
 * said at once, because more digits only make it more. The rest is said when the field is left.
 */
export function amountTrouble(
  amount: Francs | null,
  limits: AmountLimits,
  { available = Infinity, isLeft }: { readonly available?: Francs; readonly isLeft: boolean },
): string | null {
  if (amount === null) return null;
  const isTooMuch = amount > Math.min(limits.max, available);
  return isTooMuch || isLeft ? refuseAmount(amount, limits, available) : null;
}

type WithoutAmount = { readonly amount: Francs | null };

/** A form's check of its amount by the limits of its chosen method; the error is set at the amount. */
export function checkAmount<F extends WithoutAmount>(
  available: Francs,
  limitsOf: (filled: F) => AmountLimits | undefined,
) {
  return v.rawCheck<F>(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const { value: input } = dataset;
    const limits = limitsOf(input);
    const message = limits ? refuseAmount(input.amount, limits, available) : null;
    const place = { type: 'object', origin: 'value', input: { ...input }, key: 'amount', value: input.amount } as const;
    if (message !== null) addIssue({ message, path: [place] });
  });
}

/** The values that a checked form sends. */
export function withAmount<F extends WithoutAmount>(filled: F): F & { readonly amount: Francs } {
  return { ...filled, amount: filled.amount ?? 0 };
}

const roundAmounts = [500, 1_000, 2_000, 5_000, 10_000, 25_000, 50_000, 100_000];

/** A few round amounts that can be paid, as chips. */
export function amountChips(limits: AmountLimits, available = Infinity): Francs[] {
  return roundAmounts.filter((amount) => refuseAmount(amount, limits, available) === null).slice(0, 6);
}

/** The lowest allowed amount that covers the wanted one; null if it is above the maximum. */
export function lowestAmount({ min, max, step }: AmountLimits, wanted: Francs): Francs | null {
  const amount = Math.max(min, Math.ceil(wanted / step) * step);
  return amount <= max ? amount : null;
}

/** The most that can be paid of what is available: at most the maximum, rounded down to the step; null below the minimum. */
export function highestAmount({ min, max, step }: AmountLimits, available: Francs): Francs | null {
  const most = Math.min(available, max);
  const amount = most - (most % step);
  return amount >= min ? amount : null;
}

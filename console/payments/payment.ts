import type { getOperatorPayment, listOperatorPayments } from '#contract/calls/operator/payments.ts';
import type { OperatorAnswer, OperatorInput } from '#contract/operator/endpoints.ts';
import { chosenOf } from '#console/kit/address.ts';
import type { Tone } from '#console/kit/Status.tsx';
import { endsOf } from '#console/kit/filter.ts';
import { addDays, startOf } from '#console/values/time.ts';
import { words } from '#console/words/en/payments.ts';

export type Listed = OperatorAnswer<typeof listOperatorPayments>['data'][number];
export type Opened = OperatorAnswer<typeof getOperatorPayment>['data'];
export type Query = OperatorInput<typeof listOperatorPayments>['query'];

export const directions = ['deposit', 'withdrawal'] as const;
export const statuses = Object.keys(words.statuses) as (keyof typeof words.statuses)[];
export const views = Object.keys(words.views) as (keyof typeof words.views)[];
export type View = (typeof views)[number];

/** The wallet once a payment under way has ended well. What is owed is repaid from the deposit first. */
export function walletAfter({
  direction,
  amount,
  wallet,
}: Pick<Opened, 'direction' | 'amount' | 'wallet'>): Opened['wallet'] {
  if (direction === 'withdrawal') return { ...wallet, held: wallet.held - amount };
  const repaid = Math.min(wallet.owed, wallet.dep + amount);
  return { ...wallet, dep: wallet.dep + amount - repaid, owed: wallet.owed - repaid };
}

const tones: Readonly<Record<Listed['status'], Tone>> = {
  review: 'wait',
  created: 'run',
  pending: 'run',
  processing: 'run',
  unknown: 'bad',
  succeeded: 'ok',
  paid: 'ok',
  failed: 'idle',
  expired: 'idle',
};

/** How a payment stands, in a shape and in words: the need for an operator comes before its status. */
export function standingOf({ status, mismatch }: Pick<Listed, 'status' | 'mismatch'>): { is: Tone; says: string } {
  return mismatch === null
    ? { is: tones[status], says: words.statuses[status] }
    : { is: 'bad', says: words.mismatches[mismatch] };
}

/** The standing of a payment in one word, for a list. */
export function shortStandingOf({ status, mismatch }: Pick<Listed, 'status' | 'mismatch'>): { is: Tone; says: string } {
  return mismatch === null ? { is: tones[status], says: words.short[status] } : { is: 'bad', says: words.mismatched };
}

/** `orange` of orange-money: as the filter names a network, whatever its provider calls the method. */
export const networkOf = (method: string) => method.replace(/-(money|momo)$/, '');

/** The beginning of an id, which distinguishes it from all others of a day. */
export const shortId = (id: string) => id.slice(0, 8);

/** The query of a list, from the address: *not these* are all others, and days are their two ends in the site's zone. */
export function toQuery(view: string | null, filters: Readonly<Record<string, string>>): NonNullable<Query> {
  const status = chosenOf(filters['status'], statuses);
  const direction = chosenOf(filters['direction'], directions);
  const { day, provider, network, player, amount } = filters;
  const [first, last] = endsOf(day ?? '');
  return {
    view: views.find((one) => one === view) ?? 'open',
    ...(status.length > 0 && status.length < statuses.length && { status: status.join(',') }),
    ...(direction.length === 1 && { direction: direction[0]! }),
    ...(provider && { provider }),
    ...(network && { network }),
    ...(player && { player }),
    ...(amount && { amount }),
    ...(day && { from: startOf(first), to: startOf(addDays(last, 1)) }),
  };
}

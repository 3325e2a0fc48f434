import type { listNetworks } from '#contract/calls/operator/payments.ts';
import type { OperatorAnswer } from '#contract/operator/endpoints.ts';

export type Network = OperatorAnswer<typeof listNetworks>['data'][number];
export type Hour = Network['hours'][number];

const hour = 3_600_000;

/** The share of what ended that succeeded; null where nothing ended. */
export function shareOf(ended: number, done: number): number | null {
  return ended === 0 ? null : done / ended;
}

/** A share of fewer payments says nothing. */
const fewest = 10;
/** Shares are no whole numbers: 95 % less 92 % is a little less than 3 points. */
const leastFall = 0.03 - 1e-9;

/**
 * Whether a network is slow: in the last 24 hours 3 points less succeeds than in the last 28 days, or half of it takes twice as long.
 */
export function isSlow({ day, month }: Pick<Network, 'day' | 'month'>): boolean {
  const done = day.deposited + day.withdrawn;
  const fell = (ended: 'deposits' | 'withdrawals', moved: 'deposited' | 'withdrawn') =>
    day[ended] >= fewest && shareOf(month[ended], month[moved])! - shareOf(day[ended], day[moved])! > leastFall;
  const isLong = done >= fewest && day.median !== null && month.median !== null && day.median >= 2 * month.median;
  return fell('deposits', 'deposited') || fell('withdrawals', 'withdrawn') || isLong;
}

/** The beginning of the hours on end, up to the last one with payments, in which 3 points less succeeded than usual; null where the last was as usual. */
export function slowSince({ hours, month }: Pick<Network, 'hours' | 'month'>): number | null {
  const usual = shareOf(month.deposits + month.withdrawals, month.deposited + month.withdrawn);
  if (usual === null) return null;
  const counted = hours
    .filter(({ ended }) => ended > 0)
    .map(({ at, ended, done }) => ({ at: Date.parse(at), fell: usual - done / ended > leastFall }))
    .toSorted((one, other) => one.at - other.at);
  const before = counted.findLastIndex(({ fell }) => !fell);
  return counted[before + 1]?.at ?? null;
}

/** The beginnings of the last 24 hours, the present one last. */
export function lastHours(now: number): readonly number[] {
  const last = Math.floor(now / hour) * hour;
  return Array.from({ length: 24 }, (_, index) => last - (23 - index) * hour);
}

import type { Transaction } from '#contract/wallet.ts';
import type { Francs } from '#domain/money.ts';

/** The totals of part of a statement. Every amount but the last two is zero or more. */
export interface Summary {
  /** The first and last instants of the lines, ISO 8601. */
  readonly from: string;
  readonly to: string;
  /** Minus what was taken back of it. */
  readonly moneyIn: Francs;
  /** Minus the stakes refunded for void draws. */
  readonly staked: Francs;
  readonly won: Francs;
  /** Minus the withdrawals that were returned. */
  readonly out: Francs;
  readonly adjusted: Francs;
  /** The player's net result: won minus staked. */
  readonly net: Francs;
}

/** Sums up the lines of a statement; null when there are none. */
export function summarize(lines: readonly Transaction[]): Summary | null {
  if (lines.length === 0) return null;
  const sum = (...kinds: Transaction['kind'][]) =>
    lines.reduce((total, line) => (kinds.includes(line.kind) ? total + line.amount : total), 0);
  const times = lines.map((line) => line.at).toSorted();
  const staked = positive(-sum('bet', 'refund'));
  const won = sum('payout');
  return {
    from: times[0]!,
    to: times.at(-1)!,
    moneyIn: positive(sum('deposit', 'chargeback', 'chargeback_repaid')),
    staked,
    won,
    out: positive(-sum('withdrawal', 'withdrawal_returned')),
    adjusted: sum('adjustment'),
    net: won - staked,
  };
}

/** Lines with a refund but without what it refunds would give a negative sum. It also turns −0 into 0. */
function positive(amount: number): Francs {
  return Math.max(0, amount);
}

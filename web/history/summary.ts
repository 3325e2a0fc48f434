import type { Transaction } from '#contract/wallet.ts';
import type { Francs } from '#domain/money.ts';

/** What moved in a stretch of a statement. Every amount but the last two is zero or more. */
export interface Summary {
  /** The first and last instants of the lines, ISO 8601. */
  readonly from: string;
  readonly to: string;
  /** Less what was taken back of it. */
  readonly moneyIn: Francs;
  /** Less the stakes that came back from void draws. */
  readonly staked: Francs;
  readonly won: Francs;
  /** Less the withdrawals that came back. */
  readonly out: Francs;
  readonly adjusted: Francs;
  /** The player's true result: won less staked. */
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

/** A stretch that holds a return but not what it returns would come out below zero (and JavaScript knows a minus zero). */
function positive(amount: number): Francs {
  return Math.max(0, amount);
}

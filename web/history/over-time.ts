import type { Transaction } from '#contract/wallet.ts';
import type { Francs } from '#domain/money.ts';
import { zoned } from '#web/values/format.ts';
import { summarize } from './summary.ts';

/** The sum of both wallets from an instant on. */
interface Balance {
  /** In milliseconds since 1970. */
  readonly from: number;
  readonly amount: Francs;
}

/** The balances in part of a statement (newest line first), starting before its oldest line. */
export function balancesOf(lines: readonly Transaction[]): Balance[] {
  const oldest = lines.at(-1);
  if (!oldest) return [];
  const after = lines.map((line) => ({ from: Date.parse(line.at), amount: line.dep + line.win })).toReversed();
  return [{ from: Date.parse(oldest.at), amount: oldest.dep + oldest.win - oldest.amount }, ...after];
}

/** The steps of the balances as the `d` of an SVG path in a box of this size, with 0 francs at the bottom. */
export function stepsOf(balances: readonly Balance[], width: number, height: number): string {
  const [first, last] = [balances[0]!, balances.at(-1)!];
  const span = Math.max(last.from - first.from, 1);
  const highest = Math.max(...balances.map(({ amount }) => amount), 1);
  const x = (from: number) => round(((from - first.from) / span) * width);
  const y = (amount: Francs) => round(height - (amount / highest) * height);
  const steps = balances.slice(1).map(({ from, amount }) => `H${x(from)}V${y(amount)}`);
  return `M0 ${y(first.amount)}${steps.join('')}H${width}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

interface Day {
  /** On the operator's wall clock, `YYYY-MM-DD`. */
  readonly date: string;
  readonly moneyIn: Francs;
  readonly staked: Francs;
  readonly won: Francs;
  readonly out: Francs;
  /** At the end of the day, or at the last line of the statement. */
  readonly balance: Francs;
}

/** Each day's closing balance, newest first. */
export function daysOf(lines: readonly Transaction[], timeZone: string): Day[] {
  const byDate = Map.groupBy(lines, ({ at }) => zoned(at, timeZone).date);
  return Array.from(byDate, ([date, ofDay]) => {
    const { moneyIn, staked, won, out } = summarize(ofDay)!;
    return { date, moneyIn, staked, won, out, balance: ofDay[0]!.dep + ofDay[0]!.win };
  });
}

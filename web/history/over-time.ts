import type { Francs } from '#domain/money.ts';

/** The balance from an instant on. */
interface Step {
  /** Milliseconds since 1970, as all times here. */
  readonly at: number;
  readonly balance: Francs;
}

/** The range of a chart: from the first instant to the last one, and from 0 to the highest amount of its axis. */
export interface Span {
  readonly from: number;
  readonly to: number;
  readonly top: Francs;
}

/**
 * Where a chart begins: where its period does. Before the first amount of an account there is nothing to see, so then it begins with
 * that.
 */
export function beginningOf(asked: number, opening: Francs, [first]: readonly Step[]): number {
  return opening === 0 && first ? Math.max(asked, first.at) : asked;
}

/** The steps of a balance as the `d` of an SVG path in a box of 100 by 100, with 0 francs at the bottom. */
export function pathOf(opening: Francs, steps: readonly Step[], span: Span): string {
  const moves = steps.map(({ at, balance }) => `H${x(at, span)}V${y(balance, span)}`);
  return `M0 ${y(opening, span)}${moves.join('')}H100`;
}

function x(at: number, { from, to }: Span): number {
  const share = (at - from) / Math.max(to - from, 1);
  return round(Math.min(Math.max(share, 0), 1) * 100);
}

/** How far from the top of the chart an amount is, in percent. */
export function y(amount: Francs, { top }: Span): number {
  return round(100 - (amount / top) * 100);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

const tops = [1, 2, 4, 5, 6, 8, 10];
const lowestTop = 1_000;

/** The top of an axis: the next number with one digit and zeros whose half is easy to read. */
export function topOf(highest: Francs): Francs {
  const unit = 10 ** Math.floor(Math.log10(Math.max(highest, lowestTop)));
  return tops.map((top) => top * unit).find((top) => top >= highest) ?? highest;
}

/** The instants that are named below the chart, of which the first is its beginning and the last its end. */
export function ticksOf({ from, to }: Pick<Span, 'from' | 'to'>, count = 4): number[] {
  return Array.from({ length: count }, (_, index) => from + ((to - from) * index) / (count - 1));
}

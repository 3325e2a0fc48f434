import { take, type Contender, type Rounds } from './interleave.ts';
import { median, quartilesOf } from './statistics.ts';

/** How a contender does in one state compared with another; 1 means equally well. */
export interface Compared {
  /** The median of all ratios of rates per second; `between` has the quartiles. */
  readonly rate: number;
  readonly between: readonly [number, number];
  /** How many the same processor time is enough for, of all processes; NaN where that is unknown. */
  readonly cost: number;
}

/**
 * Takes short turns in both states in alternation, so that what else is at work on the machine falls on both, and compares each turn
 * in `state` with the two turns without it beside it. The median is that of so many turns.
 */
export async function compareStates(
  contender: Pick<Contender, 'run'>,
  { enter, leave }: { readonly enter: () => Promise<void>; readonly leave: () => Promise<void> },
  { rounds, seconds }: Rounds,
): Promise<Compared> {
  const rates: number[] = [];
  const costs: number[] = [];
  await leave();
  let before = await take(contender, seconds);
  for (let round = 0; round < rounds; round++) {
    await enter();
    const turn = await take(contender, seconds);
    await leave();
    const after = await take(contender, seconds);
    rates.push((2 * turn.perSecond) / (before.perSecond + after.perSecond));
    costs.push((before.cost + after.cost) / (2 * turn.cost));
    before = after;
  }
  return { rate: median(rates), between: quartilesOf(rates), cost: median(costs) };
}

/** Formats it as a cell of the table. */
export function describeCompared({ rate, between, cost }: Compared): string {
  const [low, high] = between.map((ratio) => ratio.toFixed(2));
  return `${rate.toFixed(3)} (half of the turns: ${low}–${high}); by processor time ${cost.toFixed(3)}`;
}

/** The share of bets that may be lost to what else is done beside them. */
export const leastShare = 0.97;

/** Whether the share is kept, by the clock or by processor time: the clock of a busy machine tells less. */
export const isKept = ({ rate, cost }: Compared) => Math.max(rate, cost) >= leastShare;

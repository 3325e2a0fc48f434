import { processorTimeOf } from './processor-time.ts';
import { median } from './statistics.ts';
import type { Yardstick } from './tpcb/yardstick.ts';

/** Something that is measured against TPC-B. */
export interface Contender {
  readonly name: string;
  /** Returns the rate per second, measured for this many seconds. */
  run(seconds: number): Promise<number>;
}

export interface Compared {
  readonly perSecond: number;
  /** The rate divided by that of TPC-B before and after it: the median of all rounds, the least and the most. */
  readonly ratio: number;
  readonly least: number;
  readonly most: number;
  /** How many it does in the processor time of one transaction of TPC-B; NaN where that is unknown. */
  readonly perProcessorTime: number;
  /** The processor time of one, in microseconds, summed over all processes; NaN where that is unknown. */
  readonly costUs: number;
}

export interface Rounds {
  readonly rounds: number;
  /** The length of each turn. */
  readonly seconds: number;
}

/**
 * Runs every contender in every round, each between two turns of TPC-B, so that both run on the same machine at nearly the
 * same time.
 */
export async function interleave<C extends readonly Contender[]>(
  tpcb: Yardstick,
  contenders: C,
  { rounds, seconds }: Rounds,
): Promise<{ readonly [K in keyof C]: Compared }> {
  const turns = contenders.map((): Turn[] => []);
  let before = await take(tpcb, seconds);
  for (let round = 0; round < rounds; round++) {
    for (const [index, contender] of contenders.entries()) {
      const turn = await take(contender, seconds);
      const after = await take(tpcb, seconds);
      turns[index]!.push({ ...turn, yardstick: mean(before, after) });
      before = after;
    }
  }
  return turns.map(compare) as unknown as { readonly [K in keyof C]: Compared };
}

interface Measured {
  readonly perSecond: number;
  /** Milliseconds of processor time for each one, summed over all processes. */
  readonly cost: number;
}

interface Turn extends Measured {
  readonly yardstick: Measured;
}

/** One turn. */
export async function take(contender: Pick<Contender, 'run'>, seconds: number): Promise<Measured> {
  const before = processorTimeOf(process.pid);
  const perSecond = await contender.run(seconds);
  return { perSecond, cost: (processorTimeOf(process.pid) - before) / (perSecond * seconds) };
}

function mean(a: Measured, b: Measured): Measured {
  return { perSecond: (a.perSecond + b.perSecond) / 2, cost: (a.cost + b.cost) / 2 };
}

function compare(turns: readonly Turn[]): Compared {
  const ratios = turns.map((turn) => turn.perSecond / turn.yardstick.perSecond);
  return {
    perSecond: median(turns.map((turn) => turn.perSecond)),
    ratio: median(ratios),
    least: Math.min(...ratios),
    most: Math.max(...ratios),
    perProcessorTime: median(turns.map((turn) => turn.yardstick.cost / turn.cost)),
    costUs: median(turns.map((turn) => turn.cost)) * 1_000,
  };
}

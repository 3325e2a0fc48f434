import { words } from '#console/words/en/names.ts';
import { amount } from './amounts.ts';
import { codeName } from './names.ts';

interface Stopped {
  /** The operator's own words; English ones where a cap paused sales. */
  readonly reason: string;
  readonly cap: PausingCap | null;
}

interface PausingCap {
  readonly name: string | null;
  readonly measure: string;
  /** In francs. */
  readonly amount: number;
  readonly figure: number | null;
}

/** The reason of a stop of sales: the words of an operator, or which cap paused it in the language of the console. */
export function stopReason({ reason, cap }: Stopped): string {
  return cap === null ? reason : pauseReason(cap);
}

export function pauseReason({ name, measure, amount: francs, figure }: PausingCap): string {
  return words.paused(codeName('measure', measure), name, amount(figure), amount(francs));
}

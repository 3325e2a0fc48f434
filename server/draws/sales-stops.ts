import type { Queryable } from '#database/connect.ts';
import type { Sentence } from '#server/words/languages.ts';

/** Sales that are stopped: of a draw and a bet type (its code), null for all. */
interface SalesStop {
  readonly draw_id: string | null;
  readonly bet_type: number | null;
  /** The sentence for players. */
  readonly sentence: string;
  readonly by_cap: boolean;
}

/** The stops in force, the oldest first. There are few. */
export function readSalesStops(db: Queryable): Promise<SalesStop[]> {
  return db.query<SalesStop>(
    `select draw_id, bet_type, sentence, cap_id is not null as by_cap
     from sales_stop where ended_at is null order by stopped_at, id`,
  );
}

/** An operator's sentence is as it was written; that of a cap is in the language of whoever reads it. */
export function sentenceOf({ sentence, by_cap }: Pick<SalesStop, 'sentence' | 'by_cap'>): Sentence {
  return by_cap ? ({ cappedDraw }) => cappedDraw : sentence;
}

/** Whether a stop is about a bet type in a draw. */
export function stops({ draw_id, bet_type }: SalesStop, drawId: string, betType: number): boolean {
  return (draw_id ?? drawId) === drawId && (bet_type ?? betType) === betType;
}

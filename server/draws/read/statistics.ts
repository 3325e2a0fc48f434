import type { AnswerOf } from '#contract/endpoint.ts';
import { mostStatisticsDraws, type getStatistics } from '#contract/draws.ts';
import type { Queryable } from '#database/connect.ts';
import { decodeNumbers } from '#domain/result.ts';
import type { DrawNews } from './draw-news.ts';

/** Counts how often each number came out in each place over the last `draws` draws. */
export interface StatisticsReader {
  read(draws: number): Promise<AnswerOf<typeof getStatistics>>;
}

/** The counts over the last 0, 1, 2, … draws, each a row of 81: the nine places of 1, those of 2 and so on. */
interface Tables {
  readonly counts: Uint16Array;
  /** How many draws there are, at most `mostStatisticsDraws`. */
  readonly draws: number;
}

const places = 9;
const cells = places * places;

/**
 * The counts change only when a draw is drawn, so they are computed once per draw, for every possible `draws`. Concurrent
 * readers share one computation.
 */
export function createStatisticsReader(db: Queryable, news: DrawNews): StatisticsReader {
  let tables: Promise<Tables> | null = null;
  news.follow((one) => {
    if (one === null || one.what === 'drawn' || one.what === 'history') tables = null;
  });

  function current(): Promise<Tables> {
    if (tables !== null) return tables;
    const computed = compute(db);
    tables = computed;
    computed.catch(() => {
      if (tables === computed) tables = null;
    });
    return computed;
  }

  return {
    async read(asked) {
      const { counts, draws } = await current();
      const row = Math.min(asked, draws);
      const countOf = (number: number, place: number) => counts[row * cells + number * places + place]!;
      return {
        data: Array.from({ length: places }, (_, number) => ({
          number: String(number + 1),
          places: Array.from({ length: places }, (_each, place) => countOf(number, place)),
        })),
        meta: { draws: row },
      };
    },
  };
}

async function compute(db: Queryable): Promise<Tables> {
  const rows = await db.query<{ result: number }>(
    `select result from draw where status in ('drawn', 'settled') and draws_at <= now()
     order by draws_at desc limit $1`,
    [mostStatisticsDraws],
  );
  const counts = new Uint16Array((rows.length + 1) * cells);
  for (const [index, { result }] of rows.entries()) {
    const next = (index + 1) * cells;
    counts.copyWithin(next, index * cells, next);
    for (const [place, number] of decodeNumbers(result).entries()) counts[next + (number - 1) * places + place]! += 1;
  }
  return { counts, draws: rows.length };
}

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Queryable } from '#database/connect.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { waitFor } from '#tests/support/players/outsider.ts';
import { createDraw, drawWithResult } from '#tests/support/players/play.ts';
import { openDrawNews, type DrawNews } from './draw-news.ts';
import { createStatisticsReader } from './statistics.ts';

let database: TestDatabase;
let news: DrawNews;
const heard = new Set<string>();
const results = [
  [1, 2, 3, 4, 5, 6, 7, 8, 9],
  [9, 8, 7, 6, 5, 4, 3, 2, 1],
  [1, 3, 2, 4, 5, 6, 7, 9, 8],
  [5, 1, 9, 2, 8, 3, 7, 4, 6],
];

beforeAll(async () => {
  database = await createTestDatabase();
  news = await openDrawNews(database.db);
  news.follow((one) => {
    if (one !== null && 'drawId' in one) heard.add(one.drawId);
  });
  for (const result of results.slice(0, 3)) await draw(result);
});
afterAll(async () => {
  await news.close();
  await database.drop();
});

/** Adds the newest draw, and resolves when its notification has arrived. */
async function draw(result: readonly number[]): Promise<void> {
  const id = await createDraw(database.owner);
  await drawWithResult(database.owner, id, result);
  await database.owner.query(`select pg_notify('draw', 'drawn ' || $1)`, [id]);
  await waitFor(async () => heard.has(id), 'the news of the draw');
}

function countQueries(): { readonly db: Queryable; queries: number } {
  const counted: { db: Queryable; queries: number } = {
    queries: 0,
    db: {
      query: (sql, params) => {
        counted.queries += 1;
        return database.db.query(sql, params);
      },
    },
  };
  return counted;
}

/** Counted one by one, the newest draws first. */
function countByHand(draws: number, of: readonly (readonly number[])[]) {
  const counted = of.toReversed().slice(0, draws);
  return Array.from({ length: 9 }, (_, index) => ({
    number: String(index + 1),
    places: Array.from({ length: 9 }, (_each, place) => counted.filter((one) => one[place] === index + 1).length),
  }));
}

test('many requests at once, for any lengths of time, make one query', async () => {
  const counted = countQueries();
  const statistics = createStatisticsReader(counted.db, news);
  const asked = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? 10_000 : 1 + (index % 3)));
  const answers = await Promise.all(asked.map((draws) => statistics.read(draws)));
  for (const [index, { data, meta }] of answers.entries()) {
    const draws = Math.min(3, asked[index]!);
    expect([data, meta]).toEqual([countByHand(draws, results.slice(0, 3)), { draws }]);
  }
  await statistics.read(2);
  expect(counted.queries).toBe(1);
});

test('a newly drawn draw is counted, and makes one more query', async () => {
  const counted = countQueries();
  const statistics = createStatisticsReader(counted.db, news);
  await statistics.read(100);
  await draw(results[3]!);
  expect(await statistics.read(100)).toEqual({ data: countByHand(4, results), meta: { draws: 4 } });
  await statistics.read(3);
  expect(counted.queries).toBe(2);
});

test('a failed query is made again by the next request', async () => {
  let fails = true;
  const statistics = createStatisticsReader(
    {
      query: (sql, params) => (fails ? Promise.reject(new Error('away')) : database.db.query(sql, params)),
    },
    news,
  );
  await expect(Promise.all([statistics.read(1), statistics.read(2)])).rejects.toThrow('away');
  fails = false;
  expect((await statistics.read(1)).meta.draws).toBe(1);
});

import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Francs } from '#domain/money.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { changeHistory } from '#tests/support/players/play.ts';
import { hour, ledgers, now, writeLines, type Line } from '#tests/support/money/written-lines.ts';
import { explainWallet, presentRow, toExplanation, type ExplainedRow } from './explanation.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

type Wallet = Line['wallet'];
interface Part {
  readonly credited: Francs;
  readonly left: Francs;
}

/** Plays a history forwards: each debit takes from the oldest credit that has something left. What is left, the newest first. */
function playForwards(lines: readonly Line[], wallet: Wallet): Part[] {
  const queue: { credited: Francs; left: Francs }[] = [];
  for (const { amount, wallet: of } of lines) {
    if (of !== wallet) continue;
    if (amount > 0) queue.push({ credited: amount, left: amount });
    for (let owed = -amount; owed > 0;) {
      const oldest = queue.find(({ left }) => left > 0)!;
      const taken = Math.min(owed, oldest.left);
      oldest.left -= taken;
      owed -= taken;
    }
  }
  return queue.filter(({ left }) => left > 0).toReversed();
}

const bare = ({ credited, left }: Part): Part => ({ credited, left });

/** The whole explanation, page by page, as it was at a moment. */
async function explainAt(clientId: number, wallet: Wallet, at: Date | null, limit: number) {
  const parts: Part[] = [];
  for (let place: [number, number] | null = null, balance: number | null = null; ;) {
    const rows: ExplainedRow[] = await database.db.query('select * from explained_wallet($1, $2, $3, $4, $5, $6)', [
      clientId,
      wallet,
      at,
      place?.[0] ?? null,
      place?.[1] ?? null,
      limit,
    ]);
    balance ??= rows[0]!.balance;
    const before = place && { below: place[0], left: place[1], balance: balance! };
    const { data, meta } = toExplanation(rows.map(presentRow), before, limit);
    parts.push(...data);
    if (meta.next === null) return { parts: parts.map(bare), balance: meta.balance, unexplained: meta.unexplained };
    place = meta.next.split('.').slice(0, 2).map(Number) as [number, number];
  }
}

test('the rest of each credit, read backwards, equals a forward replay: now and at any moment, at any page size', async () => {
  await fc.assert(
    fc.asyncProperty(ledgers, fc.infiniteStream(fc.nat()), async (lines, picks) => {
      const clientId = await writeLines(database, lines);
      const first = lines[0]!.at;
      const last = lines.at(-1)!.at;
      const moments = [
        null,
        first - 1,
        // An instant that several lines may share.
        lines[picks.next().value! % lines.length]!.at,
        first + (picks.next().value! % (last - first + hour)),
      ];
      for (const moment of moments) {
        const until = lines.filter(({ at }) => moment === null || at <= moment);
        for (const wallet of ['dep', 'win'] as const) {
          const limit = 1 + (picks.next().value! % 40);
          const { parts, balance, unexplained } = await explainAt(
            clientId,
            wallet,
            moment === null ? null : new Date(moment),
            limit,
          );
          expect(parts).toEqual(playForwards(until, wallet));
          expect(parts.reduce((sum, { left }) => sum + left, 0)).toBe(balance);
          expect(unexplained).toBe(0);
        }
      }
    }),
    { numRuns: 8 },
  );
});

const deposit = (amount: number, at = now - hour): Line => ({ kind: 'deposit', wallet: 'dep', amount, at });
const bets = (amount: number, count: number): Line[] =>
  Array.from({ length: count }, () => ({ kind: 'bet', wallet: 'dep', amount: -amount, at: now - hour / 2 }));

test('a page reads 100,000 postings at most, and the next one continues where it ended', async () => {
  const clientId = await writeLines(database, [deposit(500), deposit(250_000), ...bets(1, 100_500)]);
  const first = await explainWallet(database.db, clientId, { wallet: 'dep', limit: 10 });
  expect(first.data).toEqual([]);
  expect(first.meta).toMatchObject({ balance: 150_000, unexplained: 0, next: expect.any(String) });
  const second = await explainWallet(database.db, clientId, { wallet: 'dep', limit: 10, cursor: first.meta.next! });
  expect(second.data.map(bare)).toEqual([{ credited: 250_000, left: 150_000 }]);
  expect(second.meta).toEqual({ balance: 150_000, unexplained: 0, next: null });
});

test('a posting with a time before the one it follows counts with it', async () => {
  const clientId = await writeLines(database, [
    deposit(1_000, now - 3_000),
    deposit(50, now - 1_000),
    { kind: 'bet', wallet: 'dep', amount: -300, at: now - 1_001 },
  ]);
  // By the time of the bet, the deposit before it is in the wallet: 750 is what it held after the bet.
  for (const [at, balance] of [
    [now - 1_001, 750],
    [now - 1_002, 1_000],
    [now - 3_001, 0],
  ] as const) {
    const { parts, balance: found } = await explainAt(clientId, 'dep', new Date(at), 10);
    expect([found, parts.reduce((sum, { left }) => sum + left, 0)]).toEqual([balance, balance]);
  }
});

test('an explanation reports the amount that postings do not explain; an empty wallet has no parts', async () => {
  const clientId = await writeLines(database, [deposit(100)]);
  await changeHistory(database.owner, 'update wallet set dep = 130 where client_id = $1', [clientId]);
  const { data, meta } = await explainWallet(database.db, clientId, { wallet: 'dep' });
  expect(data.map(bare)).toEqual([{ credited: 100, left: 100 }]);
  expect(meta).toEqual({ balance: 130, unexplained: 30, next: null });
  for (const [client, wallet] of [
    [clientId, 'win'],
    [1_000_000_000, 'dep'],
  ] as const) {
    expect(await explainWallet(database.db, client, { wallet })).toEqual({
      data: [],
      meta: { balance: 0, unexplained: 0, next: null },
    });
  }
});

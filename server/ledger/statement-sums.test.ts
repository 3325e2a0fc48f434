import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Sums, Transaction, TransactionKind } from '#contract/wallet.ts';
import { startOfDate } from '#domain/timetable.ts';
import { placeBets, type TicketDesk } from '#server/tickets/place-bets.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { day, hour, ledgers, now, writeLines } from '#tests/support/money/written-lines.ts';
import { createDraw, createPlayer, newTicket, openDesk } from '#tests/support/players/play.ts';
import { readStatement } from './statement.ts';
import { sumStatement } from './statement-sums.ts';
import { adjust } from './transfer.ts';

let database: TestDatabase;
let desk: TicketDesk;

beforeAll(async () => {
  database = await createTestDatabase();
  desk = await openDesk(database);
});
afterAll(() => database.drop());

const timeZone = 'Africa/Abidjan';

type Period = { readonly from?: string; readonly to?: string };

/** All lines of a period, page by page, newest first. */
async function linesOf(clientId: number, period: Period): Promise<Transaction[]> {
  const lines: Transaction[] = [];
  for (let cursor: string | undefined; ;) {
    const { data, meta } = await readStatement(database.db, clientId, { ...period, cursor, limit: 100 });
    lines.push(...data);
    if (meta.next === null) return lines;
    cursor = meta.next;
  }
}

function sumByHand(lines: readonly Transaction[]): Sums {
  const of = (...kinds: TransactionKind[]) =>
    lines.filter(({ kind }) => kinds.includes(kind)).reduce((sum, { amount }) => sum + amount, 0);
  return {
    deposited: of('deposit'),
    takenBack: 0 - of('chargeback', 'chargeback_repaid'),
    staked: 0 - of('bet'),
    tickets: new Set(lines.filter(({ kind }) => kind === 'bet').map(({ reference }) => reference)).size,
    won: of('payout'),
    refunded: of('refund'),
    withdrawn: 0 - of('withdrawal'),
    returned: of('withdrawal_returned'),
    adjusted: of('adjustment'),
    result: of('payout', 'refund', 'bet'),
  };
}

const sumNames = Object.keys(sumByHand([])) as (keyof Sums)[];

function onlySums(data: Sums): Sums {
  return Object.fromEntries(sumNames.map((name) => [name, data[name]])) as Sums;
}

test('the sums of any period equal those of all its lines, however many pages they fill', async () => {
  await fc.assert(
    fc.asyncProperty(ledgers, fc.infiniteStream(fc.nat()), async (lines, picks) => {
      const clientId = await writeLines(database, lines);
      const [first, last] = [lines[0]!.at, lines.at(-1)!.at];
      const somewhere = () => new Date(first - hour + (picks.next().value! % (last - first + 2 * hour)));
      // An instant of a line is in a period that begins with it, and not in one that ends with it.
      const atLine = () => new Date(lines[picks.next().value! % lines.length]!.at);
      const periods: Period[] = [
        {},
        { from: somewhere().toISOString() },
        { to: atLine().toISOString() },
        { from: atLine().toISOString(), to: atLine().toISOString() },
        { from: somewhere().toISOString(), to: somewhere().toISOString() },
      ];
      for (const period of periods) {
        const { data } = await sumStatement(database.db, clientId, period, timeZone);
        const inPeriod = await linesOf(clientId, period);
        expect(onlySums(data)).toEqual(sumByHand(inPeriod));
        const change = inPeriod.reduce((sum, { amount }) => sum + amount, 0);
        expect(data.closing - data.opening).toBe(change);
        const newest = inPeriod[0];
        if (newest) expect(data.closing).toBe(newest.dep + newest.win);
        // The parts make the whole, and the last one leaves what the period leaves.
        for (const name of sumNames) expect(data.series.reduce((sum, part) => sum + part[name], 0)).toBe(data[name]);
        if (data.series.length > 0) expect(data.series.at(-1)!.closing).toBe(data.closing);
        expect(data.series.length).toBeLessThanOrEqual(102);
      }
      expect((await sumStatement(database.db, clientId, {}, timeZone)).data.opening).toBe(0);
    }),
    { numRuns: 12 },
  );
});

test('the result of play is won and refunded less staked, whatever else moved', async () => {
  const at = now - hour;
  const ticket = randomUUID();
  const clientId = await writeLines(database, [
    { kind: 'deposit', wallet: 'dep', amount: 60_000, at },
    { kind: 'payout', wallet: 'win', amount: 1_000, at },
    // One ticket, paid from both wallets.
    { kind: 'bet', wallet: 'dep', amount: -200, at, reference: ticket },
    { kind: 'bet', wallet: 'win', amount: -100, at, reference: ticket },
    { kind: 'bet', wallet: 'dep', amount: -13_800, at },
    { kind: 'refund', wallet: 'dep', amount: 300, at },
    { kind: 'withdrawal', wallet: 'win', amount: -500, at },
    { kind: 'withdrawal_returned', wallet: 'win', amount: 500, at },
    { kind: 'chargeback', wallet: 'dep', amount: -5_000, at },
    { kind: 'chargeback_repaid', wallet: 'dep', amount: -700, at },
    { kind: 'adjustment', wallet: 'dep', amount: -50, at },
  ]);
  const { data } = await sumStatement(database.db, clientId, {}, timeZone);
  expect(onlySums(data)).toEqual({
    deposited: 60_000,
    takenBack: 5_700,
    staked: 14_100,
    tickets: 2,
    won: 1_000,
    refunded: 300,
    withdrawn: 500,
    returned: 500,
    adjusted: -50,
    result: -12_800,
  });
  expect(data).toMatchObject({ opening: 0, closing: 41_450, unit: 'hour' });
});

test('a client without lines, and one without a wallet, has sums of zero', async () => {
  const { clientId } = await createPlayer(database.owner);
  for (const client of [clientId, 1_000_000_000]) {
    const { data } = await sumStatement(database.db, client, { from: new Date(now - day).toISOString() }, timeZone);
    expect(onlySums(data)).toEqual(sumByHand([]));
    expect(data).toMatchObject({ opening: 0, closing: 0, series: [] });
  }
});

test('a period after the last line shows the current balance', async () => {
  const clientId = await writeLines(database, [{ kind: 'deposit', wallet: 'dep', amount: 700, at: now - 2 * day }]);
  const { data } = await sumStatement(database.db, clientId, { from: new Date(now - day).toISOString() }, timeZone);
  expect(data).toMatchObject({ deposited: 0, opening: 700, closing: 700, series: [] });
});

describe('the days are those of the site’s time zone', () => {
  test.each([
    ['Africa/Abidjan', ['2026-02-28T00:00:00.000Z', '2026-03-01T00:00:00.000Z']],
    // In Lagos the second line is in March already, and the first in February.
    ['Africa/Lagos', ['2026-02-27T23:00:00.000Z', '2026-02-28T23:00:00.000Z']],
  ])('the days are those of the site’s time zone in %s', async (zone, starts) => {
    const at = (text: string) => Date.parse(text);
    const clientId = await writeLines(database, [
      { kind: 'deposit', wallet: 'dep', amount: 1_000, at: at('2026-02-20T12:00:00Z') },
      { kind: 'bet', wallet: 'dep', amount: -100, at: at('2026-02-28T22:59:59.999Z') },
      { kind: 'bet', wallet: 'dep', amount: -200, at: at('2026-02-28T23:00:00.000Z') },
      { kind: 'bet', wallet: 'dep', amount: -300, at: at('2026-02-28T23:59:59.999Z') },
      { kind: 'bet', wallet: 'dep', amount: -50, at: at('2026-03-01T00:00:00.000Z') },
    ]);
    const to = '2026-03-02T00:00:00Z';
    const all = (await sumStatement(database.db, clientId, { to }, zone)).data;
    expect(all.unit).toBe('day');
    expect(all.series.slice(1).map(({ from }) => from)).toEqual(starts);
    // The period that the app asks for when March is chosen.
    const march = { from: new Date(startOfDate('2026-03-01', zone)).toISOString(), to };
    const { data } = await sumStatement(database.db, clientId, march, zone);
    expect(data.staked).toBe(zone === 'Africa/Lagos' ? 550 : 50);
    expect(data.opening).toBe(zone === 'Africa/Lagos' ? 900 : 400);
    expect(data.staked).toBe(all.series.at(-1)!.staked);
  });

  test('a day on which the clock changes is one day', async () => {
    const clientId = await writeLines(
      database,
      Array.from({ length: 6 * 24 }, (_, hours) => ({
        kind: 'deposit' as const,
        wallet: 'dep' as const,
        amount: 1,
        at: Date.parse('2026-03-26T23:00:00Z') + hours * hour,
      })),
    );
    const { data } = await sumStatement(database.db, clientId, { to: '2026-04-01T22:00:00Z' }, 'Europe/Paris');
    expect(data.series.map(({ deposited }) => deposited)).toEqual([24, 24, 23, 24, 24, 24]);
  });

  test.each([
    [3 * day, 'hour'],
    [30 * day, 'day'],
    [600 * day, 'week'],
    [2_000 * day, 'month'],
    [4_000 * day, 'year'],
  ])('%i ms are counted by the %s', async (length, unit) => {
    const clientId = await writeLines(
      database,
      Array.from({ length: 300 }, (_, index) => ({
        kind: 'deposit' as const,
        wallet: 'dep' as const,
        amount: 1,
        at: now - length + (index * length) / 300,
      })),
    );
    const { data } = await sumStatement(database.db, clientId, {}, timeZone);
    expect([data.unit, data.deposited]).toEqual([unit, 300]);
    expect(data.series.length).toBeLessThanOrEqual(102);
  });
});

test('while money moves, every answer shows one moment', async () => {
  const player = await createPlayer(database.owner, { dep: 100_000, win: 50_000 });
  const drawId = await createDraw(database.owner, { closesIn: 120_000 });
  const end = new AbortController();
  const movers = [
    async () => void (await placeBets(desk, player, [newTicket(drawId), newTicket(drawId)])),
    async () => void (await adjust(database.owner, { clientId: player.clientId, reference: randomUUID(), amount: 10 })),
  ].map(async (move) => {
    while (!end.signal.aborted) await move();
  });
  try {
    // A few sums may all be read before the first bet.
    for (let [times, tickets] = [0, 0]; times < 60 || tickets <= 10; times++) {
      const { data } = await sumStatement(database.db, player.clientId, {}, timeZone);
      tickets = data.tickets;
      // The wallet less all lines: zero, unless one of the two was read later than the other.
      expect(data.opening).toBe(0);
      expect(data.closing).toBe(data.adjusted + data.result);
    }
  } finally {
    end.abort();
    await Promise.all(movers);
  }
});

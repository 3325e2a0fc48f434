import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Business } from '#server/messages/morning-report-text.ts';
import { writeMorningReport, type MorningReport } from '#server/messages/morning-report-text.ts';
import type { TestDatabase } from '#tests/support/database/database.ts';
import { monthWithWithdrawals } from '#tests/support/database/demo-month.ts';
import { testKeys } from '#tests/support/draws/keys.ts';
import { createMorningReport } from './morning-report.ts';

const contacts = ['ama@example.com', 'kofi@example.com'];

let database: TestDatabase;

beforeAll(async () => {
  const month = { keys: testKeys, closeSecondsBefore: 30, patienceHours: 24, seed: 14, days: 9, players: 60 };
  ({ database } = await monthWithWithdrawals(month, 2));
});
afterAll(() => database?.drop());

/** A zone whose clocks are at an hour in this range now. */
async function zoneAt(from: number, to: number): Promise<string> {
  for (let ahead = -12; ahead <= 12; ahead += 1) {
    const zone = `Etc/GMT${ahead < 0 ? '' : '+'}${ahead}`;
    const [row] = await database.owner.query<{ hour: number }>(
      'select extract(hour from clock_timestamp() at time zone $1)::integer as hour',
      [zone],
    );
    // The moment is not at the end of the range, so that it holds until the test is over.
    if (row!.hour >= from && row!.hour < to - 1) return zone;
  }
  throw new Error('no zone');
}

const sendIn = (timeZone: string) =>
  createMorningReport({ db: database.worker, timeZone, contacts }).step(new AbortController().signal);

const readSent = () =>
  database.owner.query<{ recipient: string; channel: string; parameters: MorningReport }>(
    `select recipient, channel, parameters from message where template = 'morning_report' order by recipient`,
  );

test('the business of yesterday is sent to each contact once, from six in the morning on', async () => {
  await sendIn(await zoneAt(0, 6));
  expect(await readSent()).toEqual([]);

  const zone = await zoneAt(6, 24);
  await Promise.all([sendIn(zone), sendIn(zone)]);
  await sendIn(zone);
  const sent = await readSent();
  expect(sent.map(({ recipient, channel }) => [recipient, channel])).toEqual(contacts.map((to) => [to, 'email']));
  const { day, business, weekBefore } = sent[0]!.parameters;

  /** Summed up from the tickets and the payments themselves. */
  const sumUp = async (daysBefore: number) => {
    const [row] = await database.owner.query<Business & { day: string }>(
      `with day as (select (clock_timestamp() at time zone $1)::date - $2::integer as day),
         span as (select day, day::timestamp at time zone $1 as a, (day + 1)::timestamp at time zone $1 as b from day)
       select day::text,
         (select coalesce(sum(t.stake), 0)::bigint from ticket t join draw d on d.id = t.draw_id
          where d.status = 'settled' and d.finished_at >= a and d.finished_at < b) as stakes,
         (select coalesce(sum(u.to_dep + u.to_win), 0)::bigint from due u join draw d on d.id = u.draw_id
          where d.status = 'settled' and d.finished_at >= a and d.finished_at < b) as payouts,
         (select count(distinct client_id) from ticket where accepted_at >= a and accepted_at < b) as players,
         (select count(*) from client where created_at >= a and created_at < b) as "newPlayers",
         (select coalesce(sum(amount), 0)::bigint from payment
          where status = 'succeeded' and direction = 'deposit' and created_at >= a and created_at < b) as deposits,
         (select coalesce(sum(amount), 0)::bigint from payment
          where status = 'paid' and direction = 'withdrawal' and created_at >= a and created_at < b) as withdrawals
       from span`,
      [zone, daysBefore],
    );
    return row!;
  };
  const { day: yesterday, ...sums } = await sumUp(1);
  const { day: _, ...sumsBefore } = await sumUp(8);
  expect({ day, business, weekBefore }).toEqual({ day: yesterday, business: sums, weekBefore: sumsBefore });
  expect(business.stakes).toBeGreaterThan(0);
  expect(weekBefore.deposits).toBeGreaterThan(0);
});

test('a report has a line for each figure, and no return for a day without stakes', () => {
  const day = { stakes: 12_500, payouts: 8_350, players: 41, newPlayers: 3, deposits: 20_000, withdrawals: 1_500 };
  const none = { stakes: 0, payouts: 0, players: 0, newPlayers: 0, deposits: 0, withdrawals: 0 };
  const text = writeMorningReport({ day: '2026-11-25', business: day, weekBefore: none });
  expect(text.replaceAll(/[\u{a0}\u{202f}]/gu, ' ').split('\n')).toEqual([
    'Izi, 25/11/2026 (a week before)',
    'Stakes: 12 500 XOF (0 XOF)',
    'Payouts: 8 350 XOF (0 XOF)',
    'Gross gaming revenue: 4 150 XOF (0 XOF)',
    'Return to players: 66.8% (–)',
    'Active players: 41 (0)',
    'New players: 3 (0)',
    'Deposits: 20 000 XOF (0 XOF)',
    'Withdrawals: 1 500 XOF (0 XOF)',
    'The console has each draw under Reports.',
  ]);
});

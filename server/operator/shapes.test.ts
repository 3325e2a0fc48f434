import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { betNames, betTypes } from '#domain/bet-types.ts';
import { numberStrings } from '#domain/result.ts';
import { ticketSerial } from '#domain/ticket-serial.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('the database names bet types as the domain does, and no others', async () => {
  const rows = await database.owner.query<{ code: number; name: string | null }>(
    'select code, console.bet_name(code) as name from generate_series(0, 9) code',
  );
  const named = rows.filter(({ name }) => name !== null);
  expect(named).toEqual(betNames.map((name) => ({ code: betTypes[name].code, name })));
});

test('the database writes serials of tickets and numbers as the domain does', async () => {
  const ids = [
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
    '019ad000-0000-7000-8000-00000000001f',
    ...Array.from({ length: 200 }, () => randomUUID()),
  ];
  const serials = await database.owner.query(
    'select console.ticket_serial(id) as serial from unnest($1::uuid[]) with ordinality as t (id, place) order by place',
    [ids],
  );
  expect(serials).toEqual(ids.map((id) => ({ serial: ticketSerial(id) })));
  const selections = [7, 491, 123_456_789, 987_654_321];
  const numbers = await database.owner.query(
    'select console.numbers(digits) as numbers from unnest($1::integer[]) with ordinality as t (digits, place) order by place',
    [selections],
  );
  expect(numbers).toEqual(selections.map((digits) => ({ numbers: numberStrings(digits) })));
});

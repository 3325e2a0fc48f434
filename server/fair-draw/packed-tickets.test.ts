import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { betNames } from '#domain/bet-types.ts';
import { decodeTicket } from '#domain/fair-draw/ticket-record.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { createDraw, createPlayer, newTicket, openDesk } from '#tests/support/players/play.ts';
import { placeBets } from '#server/tickets/place-bets.ts';
import { forEachRecord, packedTicket, packedTicketLength, recordOfPacked, saltsOfPacked } from './packed-tickets.ts';

const saltKey = randomBytes(32);

let database: TestDatabase;
let drawId: string;
let packed: Buffer;
const sold = Array.from({ length: 30 }, (_, index) => betNames[index % betNames.length]!);

beforeAll(async () => {
  database = await createTestDatabase();
  drawId = await createDraw(database.owner);
  const desk = await openDesk(database);
  const player = await createPlayer(database.owner, { dep: 100_000 });
  await placeBets(
    desk,
    player,
    sold.map((name) => newTicket(drawId, { name })),
  );
  desk.clock.stop();
  const rows = await database.worker.query<{ packed: Buffer }>(`select ${packedTicket} as packed from ticket t`);
  packed = Buffer.concat(rows.map((row) => row.packed));
});
afterAll(() => database.drop());

test('a packed row gives back its ticket, to the millisecond and the franc', async () => {
  const rows = await database.worker.query<{ id: string; accepted_at: Date; stake: number; selection: number }>(
    'select id, accepted_at, stake, selection from ticket',
  );
  expect(rows).toHaveLength(sold.length);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const salt = randomBytes(16);
  for (let at = 0; at < packed.length; at += packedTicketLength) {
    const record = decodeTicket(recordOfPacked(drawId, packed.subarray(at, at + packedTicketLength), salt));
    const row = byId.get(record.ticketId)!;
    expect(record).toMatchObject({ drawId, acceptedAt: row.accepted_at.getTime(), stake: row.stake });
    expect(record.numbers.join('')).toBe(String(row.selection));
    expect(Buffer.from(record.salt)).toEqual(salt);
  }
});

test('many records at once are the same as one by one', () => {
  const salts = saltsOfPacked(packed, saltKey);
  let seen = 0;
  forEachRecord(drawId, packed, salts, (record, stake, index) => {
    const row = packed.subarray(index * packedTicketLength, (index + 1) * packedTicketLength);
    expect(Buffer.from(record)).toEqual(Buffer.from(recordOfPacked(drawId, row, saltsOfPacked(row, saltKey))));
    expect(stake).toBe(decodeTicket(record).stake);
    seen += 1;
  });
  expect(seen).toBe(sold.length);
});

test('each ticket has its own salt, and another salt under another key', () => {
  const salts = saltsOfPacked(packed, saltKey);
  const others = saltsOfPacked(packed, randomBytes(32));
  const texts = [salts, others].flatMap((bytes) =>
    sold.map((_, index) => bytes.toString('hex', index * 16, index * 16 + 16)),
  );
  expect(new Set(texts).size).toBe(2 * sold.length);
});

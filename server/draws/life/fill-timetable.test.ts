import { afterAll, beforeAll, expect, test } from 'vitest';
import { decodeDraw, drawHash } from '#domain/fair-draw/draw-record.ts';
import { roundFor } from '#domain/fair-draw/beacon.ts';
import { commitmentTo } from '#domain/fair-draw/commitment.ts';
import { commitmentMessage, verifySignature } from '#domain/fair-draw/signatures.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { ownChain } from '#tests/support/draws/fair-draw.ts';
import { testKeys } from '#tests/support/draws/keys.ts';
import { fillTimetable, type TimetablePlan } from './fill-timetable.ts';
import { findRules } from '#server/fair-draw/rules.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const plan: TimetablePlan = {
  timetable: { everyMinutes: 1, closeSecondsBefore: 10, timeZone: 'UTC' },
  daysAhead: 1 / 4,
  keys: testKeys,
  chain: null,
  patienceHours: 7,
};

interface Row {
  draw_id: string;
  opens_at: Date;
  closes_at: Date;
  draws_at: Date;
  record: Buffer;
  commitment: Buffer;
  signature: Buffer;
  secrets: Buffer;
  beacon_round: number | null;
  patience_hours: number;
}

const readDraws = () =>
  database.worker.query<Row>('select * from draw join commitment on draw_id = id order by draws_at');

test('two processes fill the same hours once, and each draw is committed to before its sales open', async () => {
  const made = await Promise.all([fillTimetable(database.worker, plan), fillTimetable(database.worker, plan)]);
  const rows = await readDraws();
  expect(made[0]! + made[1]!).toBe(rows.length);
  expect(rows.length).toBeGreaterThanOrEqual(359);
  const [clock] = await database.worker.query<{ count: number }>('select count(*) as count from draw');
  expect(clock!.count).toBe(rows.length);
  expect(await fillTimetable(database.worker, plan)).toBe(0);

  const seeds = new Set<string>();
  for (const row of rows) {
    const { beacon, ...record } = decodeDraw(Uint8Array.from(row.record));
    expect(record).toEqual({
      drawId: row.draw_id,
      opensAt: row.opens_at.getTime(),
      closesAt: row.closes_at.getTime(),
      drawsAt: row.draws_at.getTime(),
      rulesHash: Uint8Array.from(findRules('izi-1')!.hash),
    });
    expect(beacon).toMatchObject({ kind: 0, round: 0 });
    expect(row.patience_hours).toBe(7);
    const hash = drawHash(row.record);
    const { seed, saltKey } = testKeys.decryptSecrets(row.secrets, hash);
    expect(Buffer.from(commitmentTo(hash, seed))).toEqual(row.commitment);
    seeds.add(Buffer.from(seed).toString('hex')).add(Buffer.from(saltKey).toString('hex'));
  }
  expect(seeds.size).toBe(2 * rows.length);
  const { record, commitment, signature } = rows.at(-1)!;
  expect(verifySignature(signature, commitmentMessage(drawHash(record), commitment), testKeys.operatorKey)).toBe(true);
});

test('draws made while a beacon is configured are bound to the first round after them', async () => {
  await fillTimetable(database.worker, { ...plan, daysAhead: 1 / 3, chain: ownChain });
  const bound = (await readDraws()).filter((row) => row.beacon_round !== null);
  expect(bound.length).toBeGreaterThanOrEqual(119);
  for (const row of bound) {
    const { beacon, drawsAt } = decodeDraw(Uint8Array.from(row.record));
    expect(beacon).toEqual({ kind: 1, ref: ownChain.hash, round: roundFor(ownChain, drawsAt) });
    expect(beacon.round).toBe(row.beacon_round);
  }
});

test('a worker that stops does not finish filling the timetable', async () => {
  const stopped = AbortSignal.abort();
  expect(await fillTimetable(database.worker, { ...plan, daysAhead: 1 }, stopped)).toBe(0);
});

test('the application commits to draws, and nobody can change a commitment', async () => {
  await expect(database.worker.query('update commitment set secrets = null')).rejects.toThrow('permission denied');
  await expect(database.owner.query(`update commitment set secrets = ''`)).rejects.toThrow('history never changes');
  await expect(database.owner.query('delete from commitment')).rejects.toThrow('history never changes');
});

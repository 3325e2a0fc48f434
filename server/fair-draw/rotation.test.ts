import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readOperatorKeys, followKeys, type KeyChain } from '#domain/fair-draw/operator-keys.ts';
import { readProof } from '#domain/fair-draw/proof.ts';
import { drawHash } from '#domain/fair-draw/draw-record.ts';
import { commitmentMessage, verifySignature } from '#domain/fair-draw/signatures.ts';
import { fillTimetable } from '#server/draws/life/fill-timetable.ts';
import { createProofReader } from '#server/draws/read/read-proofs.ts';
import { openKeyRing } from '#server/keys/key-ring.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { testKeys, testSecret } from '#tests/support/draws/keys.ts';
import { changeHistory, createDraw, emptyTimetable } from '#tests/support/players/play.ts';
import { readFormerKeys, refuseKeys } from './check-keys.ts';
import { openDrawKeys, type DrawKeys } from './draw-keys.ts';

const secretOf = (name: string) => Buffer.from(testSecret(name), 'base64url');
const [oldSeed, oldOperator] = [secretOf('seed-key'), secretOf('operator-key')];
const [newSeed, newOperator] = [secretOf('next seed-key'), secretOf('next operator-key')];
const keysOf = (seeds: Buffer[], operators: Buffer[]) =>
  openDrawKeys(openKeyRing(seeds[0]!, seeds.slice(1)), openKeyRing(operators[0]!, operators.slice(1)));
/** A process after the change, one with the new keys only, and one before it that knows the next keys already. */
const rotated = keysOf([newSeed, oldSeed], [newOperator, oldOperator]);
const newOnly = keysOf([newSeed], [newOperator]);
const prepared = keysOf([oldSeed, newSeed], [oldOperator, newOperator]);

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

const refuse = (keys: DrawKeys) => refuseKeys(database.worker, keys, true);
const listKeys = async () => (await createProofReader(database.worker).operatorKeys()).data;
const fill = (keys: DrawKeys) =>
  fillTimetable(database.worker, { ...emptyTimetable, daysAhead: 1 / 8, keys, chain: null });
const readSigned = () =>
  database.owner.query<{ record: Buffer; commitment: Buffer; signature: Buffer; operator_key: Buffer }>(
    `select c.record, c.commitment, c.signature, c.operator_key from commitment c join draw d on d.id = c.draw_id
     order by d.draws_at`,
  );
const finish = () =>
  changeHistory(database.owner, `update draw set status = 'void', finished_at = now(), closed_at = now()`, []);

describe('the operator’s key', () => {
  test('is recorded once, however many processes start, and its next key is announced once', async () => {
    expect(await Promise.all([testKeys, testKeys, testKeys].map(refuse))).toEqual([null, null, null]);
    expect(await listKeys()).toEqual([
      { key: testKeys.operatorKey.toString('hex'), announcement: null, formerSignature: null, signature: null },
    ]);
    const opened = Date.now() + 60_000;
    await createDraw(database.owner, { opensIn: 60_000, closesIn: 120_000 });
    expect(await Promise.all([rotated, rotated, rotated].map(refuse))).toEqual([null, null, null]);
    const chain = followKeys(readOperatorKeys({ data: await listKeys() })) as KeyChain;
    expect(chain.keys.map((key) => Buffer.from(key))).toEqual([testKeys.operatorKey, rotated.operatorKey]);
    // The former key signed a draw whose sales open later, so the change is not before that.
    expect(chain.changes[0]!.announcedAt).toBeGreaterThanOrEqual(opened - 5_000);
    expect(Buffer.from(chain.changes[0]!.sealHash)).toEqual(Buffer.alloc(32));
  });

  test('is the one that signed the newest draw where none is noted yet, and it announces the next one', async () => {
    await createDraw(database.owner);
    expect(await refuse(newOnly)).toMatch(/^SEED_KEY is not the key/);
    expect(await refuse(keysOf([newSeed, oldSeed], [newOperator]))).toMatch(/^OPERATOR_KEY is not the key/);
    expect(await refuse(rotated)).toBeNull();
    expect((await listKeys()).map(({ key }) => key)).toEqual(
      [testKeys, rotated].map(({ operatorKey }) => operatorKey.toString('hex')),
    );
    const [draw] = await database.owner.query<{ id: string }>('select id from draw');
    const { proof } = await createProofReader(database.worker).proof(draw!.id);
    expect(Buffer.from(readProof(proof).operatorKey)).toEqual(testKeys.operatorKey);
  });

  test('is not replaced by a key that the former key did not announce', async () => {
    await refuse(testKeys);
    expect(await refuse(keysOf([oldSeed], [newOperator]))).toMatch(/^OPERATOR_KEY is not the key/);
    expect(await listKeys()).toHaveLength(1);
    await refuse(rotated);
    // A process that still has the old key only, as a worker and as one that serves the web.
    for (const working of [true, false]) {
      expect(await refuseKeys(database.worker, testKeys, working)).toContain(rotated.operatorKey.toString('hex'));
    }
  });

  test('signs new draws as soon as any process has announced it, also in a process that started before', async () => {
    await refuse(prepared);
    expect(await fill(prepared)).toBeGreaterThan(0);
    const before = (await readSigned()).length;
    await refuse(rotated);
    await changeHistory(
      database.owner,
      'delete from draw_salt where draw_id = any (select id from draw order by draws_at desc limit 1)',
      [],
    );
    await changeHistory(
      database.owner,
      'delete from commitment where draw_id = any (select id from draw order by draws_at desc limit 1)',
      [],
    );
    await changeHistory(
      database.owner,
      'delete from draw where id = any (select id from draw order by draws_at desc limit 1)',
      [],
    );
    expect(await fill(prepared)).toBe(1);
    const signed = await readSigned();
    expect(signed).toHaveLength(before);
    for (const [place, { record, commitment, signature, operator_key }] of signed.entries()) {
      const { operatorKey } = place === before - 1 ? rotated : testKeys;
      expect(operator_key).toEqual(operatorKey);
      expect(verifySignature(signature, commitmentMessage(drawHash(record), commitment), operatorKey)).toBe(true);
    }
  });

  test('the operator’s key that was replaced commits no further draw, in any process', async () => {
    await refuse(testKeys);
    await refuse(rotated);
    await expect(createDraw(database.owner)).rejects.toThrow(/newest key/);
    await expect(fill(testKeys)).rejects.toThrow(/does not hold the operator’s key/);
    await changeHistory(database.owner, 'delete from operator_key where number = 2', []);
    await createDraw(database.owner);
  });

  test('is announced only by the record that the database expects', async () => {
    await refuse(testKeys);
    const announce = (record: Buffer | null) =>
      database.worker.query('select announce_operator_key($1, $2, $3, $3)', [randomBytes(32), record, randomBytes(64)]);
    await expect(announce(randomBytes(120))).rejects.toThrow(/cannot be announced/);
    await expect(announce(null)).rejects.toThrow(/cannot be announced/);
    await expect(
      database.worker.query('insert into operator_key (number, public_key) values (1, $1)', [randomBytes(32)]),
    ).rejects.toThrow(/permission denied/);
    await expect(database.owner.query('delete from operator_key')).rejects.toThrow();
  });
});

describe('a worker does not start', () => {
  test('a worker does not start without the seed key of an unfinished draw, and starts once it is finished', async () => {
    await createDraw(database.owner);
    await refuse(testKeys);
    expect(await refuse(keysOf([newSeed], [oldOperator]))).toMatch(
      /^SEED_KEY is not the key .* SEED_KEY_FORMER .* need the key [0-9a-f]{16} \(1 of them\)$/,
    );
    expect(await refuse(rotated)).toBeNull();
    await finish();
    expect(await refuse(newOnly)).toBeNull();
  });

  test('a worker does not start without the operator’s key of an unfinished draw, and starts once it is finished', async () => {
    await createDraw(database.owner);
    await refuse(rotated);
    const lacking = keysOf([newSeed, oldSeed], [newOperator]);
    expect(await refuse(lacking)).toMatch(/^OPERATOR_KEY_FORMER does not hold the key [0-9a-f]{64}, .*\(1 of them\)$/);
    await finish();
    expect(await refuse(lacking)).toBeNull();
  });
});

test('former keys are reported as needed until their draws are finished', async () => {
  await createDraw(database.owner);
  await createDraw(database.owner);
  await refuse(rotated);
  const needs = async () =>
    (await readFormerKeys(database.worker, rotated)).map(({ setting, draws }) => [setting, draws]);
  expect(await needs()).toEqual([
    ['SEED_KEY_FORMER', 2],
    ['OPERATOR_KEY_FORMER', 2],
  ]);
  await finish();
  expect(await needs()).toEqual([
    ['SEED_KEY_FORMER', 0],
    ['OPERATOR_KEY_FORMER', 0],
  ]);
});

import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '#database/connect.ts';
import { beaconValue, roundTime } from '#domain/fair-draw/beacon.ts';
import { decodeDraw } from '#domain/fair-draw/draw-record.ts';
import { sealHash } from '#domain/fair-draw/seal-record.ts';
import { resultOf } from '#domain/fair-draw/stream.ts';
import { encodeNumbers } from '#domain/result.ts';
import { closeDueDraw } from '#server/draws/life/close-draw.ts';
import { drawDueDraw } from '#server/draws/life/draw-numbers.ts';
import { sealDueDraw } from '#server/draws/life/seal-draw.ts';
import { settleDueDraw } from '#server/draws/life/settle-draw.ts';
import { findDraw } from '#server/draws/draw.ts';
import { followBeacon } from '#server/fair-draw/beacon.ts';
import { createRoundVerifier } from '#server/fair-draw/verify-rounds.ts';
import { readWallet } from '#server/ledger/wallet.ts';
import { reconcile } from '#server/reconciliation/reconcile.ts';
import { placeBets } from '#server/tickets/place-bets.ts';
import type { SignedIn } from '#server/http/signed-in.ts';
import { createDatabaseAndBeacon, type TestBeacon } from './support/draws/beacon.ts';
import { checkSealedDraws } from './support/draws/check-draws.ts';
import { testKeys } from './support/draws/keys.ts';
import type { TestDatabase } from './support/database/database.ts';
import { patience } from './support/patience.ts';
import { createDraw, createPlayer, newTicket, openDesk, readClock } from './support/players/play.ts';

// A thief has stolen a login of the database, and wants the top prize. Each part is one attempt, told in the order in which it is made.
// The seed of a draw is public from its seal on, so whoever chooses the value of the beacon chooses the result.

let database: TestDatabase;
let beacon: TestBeacon;
beforeAll(async () => {
  const made = await createDatabaseAndBeacon();
  ({ database, beacon } = made);
  return made.end;
});

/** The bet of the thief: these come out first, in any order. All nine in order take 4,320 times as many attempts, some seconds of work. */
const wanted = ['1', '2', '3'] as const;
const stake = 200;

interface SealedDraw {
  readonly id: string;
  readonly round: number;
  readonly thief: SignedIn;
}

/** A draw in which the thief has a bet, some seconds before its moment: it is sealed, and its seed is public. */
async function sealDraw(): Promise<SealedDraw> {
  const id = await createDraw(
    database.owner,
    { closesIn: patience(6_000), drawsIn: patience(6_000) + 16_000 },
    beacon.chain,
  );
  const thief = await createPlayer(database.owner, { dep: 10_000 });
  const desk = await openDesk(database);
  await placeBets(desk, thief, [newTicket(id, { name: 'Izi3x', betAmount: stake, selectedNumbers: [...wanted] })]);
  desk.clock.stop();
  while (!(await closeDueDraw(database.worker))) await sleep(50);
  expect(await sealDueDraw(database.worker, testKeys)).toBe(true);
  const [row] = await database.owner.query<{ record: Buffer }>('select record from commitment where draw_id = $1', [
    id,
  ]);
  return { id, round: decodeDraw(row!.record).beacon.round, thief };
}

/** The draw's moment, and its round's, which comes up to a second later. */
async function reachMoment({ round }: SealedDraw): Promise<void> {
  while (roundTime(beacon.chain, round) > (await readClock(database.owner))) await sleep(50);
}

/** An attack that is possible from the seal on: try values until the result is the wanted one. */
async function findFalseValue({ id, round }: SealedDraw, login: Database) {
  const [row] = await login.query<{ seal: Buffer; seed: Buffer }>(
    'select s.record as seal, r.seed from seal s join reveal r on r.draw_id = s.draw_id where s.draw_id = $1',
    [id],
  );
  const { seal, seed } = row!;
  for (let attempt = 0; ; attempt += 1) {
    const signature = Buffer.alloc(48);
    signature.writeUInt32BE(attempt);
    const result = resultOf({
      seed,
      sealHash: sealHash(seal),
      beacon: { kind: 1, round, value: beaconValue(signature) },
    });
    const first = result.slice(0, wanted.length).map(String);
    if (wanted.every((number) => first.includes(number))) return { signature, seed, result: encodeNumbers(result) };
  }
}

/** A worker's next look, in a process that has just started. */
const rounds = () => createRoundVerifier([beacon.chain]);
const drawNext = (noted: string[] = []) =>
  drawDueDraw(database.worker, testKeys, rounds(), (draw, round) => noted.push(`${draw} ${round}`));
const fetchNext = () =>
  followBeacon(database.worker, { chain: beacon.chain, urls: [beacon.url] }, { info: () => {} })();
const show = async ({ id }: SealedDraw) => (await findDraw(database.db, id))!;
const alarms = async () =>
  (
    await database.owner.query<{ subject: string }>(
      `select subject from console.what_is_wrong() where kind = 'round_false'`,
    )
  ).map(({ subject }) => subject);

const storeAs = (login: Database, chain: Uint8Array, round: number, signature: Uint8Array) =>
  login.query('select store_round($1, $2, $3)', [chain, round, signature]);

describe('a stolen login and a sealed draw', () => {
  let draw: SealedDraw;
  /** The value that pays the thief, with what follows from it. */
  let forged: Awaited<ReturnType<typeof findFalseValue>>;
  beforeAll(async () => {
    draw = await sealDraw();
    forged = await findFalseValue(draw, database.db);
  });

  test('before the draw’s moment nobody stores a value, even with the workers’ login', async () => {
    const { hash } = beacon.chain;
    const tooEarly = 'no draw can have the value';
    await expect(storeAs(database.worker, hash, draw.round, forged.signature)).rejects.toThrow(tooEarly);
    await reachMoment(draw);
    await expect(
      storeAs(database.worker, hash, draw.round + 1, forged.signature),
      'nobody waits for it',
    ).rejects.toThrow(tooEarly);
    await expect(
      storeAs(database.worker, Buffer.alloc(32, 'x'), draw.round, forged.signature),
      'a beacon of its own',
    ).rejects.toThrow(tooEarly);
  });

  test('the login of players’ processes cannot store a value later either, and cannot draw', async () => {
    const stolen = database.db;
    const { signature, seed, result } = forged;
    const refused = 'permission denied';
    const args = [beacon.chain.hash, draw.round, signature];
    await expect(
      stolen.query('insert into beacon_round (chain, round, signature) values ($1, $2, $3)', args),
    ).rejects.toThrow(refused);
    await expect(storeAs(stolen, beacon.chain.hash, draw.round, signature)).rejects.toThrow(refused);
    await expect(stolen.query('select refuse_round($1, $2, $3)', args)).rejects.toThrow(refused);
    await expect(stolen.query('select draw_result($1, $2, $3)', [draw.id, seed, result])).rejects.toThrow(refused);
    await expect(stolen.query('update draw set result = $2 where id = $1', [draw.id, result])).rejects.toThrow(refused);
    await expect(stolen.query('select void_lost_draw()')).rejects.toThrow(refused);
    await expect(stolen.query('set role izi_worker')).rejects.toThrow(refused);
  });

  test('a false value stored with the workers’ login decides nothing, and raises an alarm', async () => {
    await storeAs(database.worker, beacon.chain.hash, draw.round, forged.signature);
    expect(await fetchNext(), 'for the fetcher, a value is there').toBe(false);

    const noted: string[] = [];
    expect(await drawNext(noted)).toBe(true);
    expect(noted).toEqual([`${draw.id} ${draw.round}`]);
    expect(await show(draw)).toMatchObject({ status: 'closed', result: null });
    expect(await alarms()).toEqual([`draw ${draw.id}`]);
    // It is kept, and counts for nothing.
    const kept = 'select refused_at is not null as refused from beacon_round where signature = $1';
    expect(await database.owner.query(kept, [forged.signature])).toEqual([{ refused: true }]);
    await expect(
      database.owner.query('delete from beacon_round where signature = $1', [forged.signature]),
    ).rejects.toThrow('never changes');
  });

  test('the true value replaces it; if the thief withdraws it, it is stored again', async () => {
    expect(await fetchNext()).toBe(true);
    const [known] = await database.owner.query<{ signature: Buffer }>(
      'select signature from known_round where round = $1',
      [draw.round],
    );
    const takeBack = () =>
      database.worker.query('select refuse_round($1, $2, $3)', [beacon.chain.hash, draw.round, known!.signature]);
    await takeBack();
    expect(await drawNext()).toBe(false);
    expect(await fetchNext()).toBe(true);
    expect(await drawNext()).toBe(true);
    while (await settleDueDraw(database.worker));
    expect((await show(draw)).status).toBe('settled');
    // Now that a result came from it, it stays.
    await takeBack();
    expect(await checkSealedDraws(database.db, [beacon.chain])).toMatchObject({ proved: new Set([draw.id]), lies: [] });
    expect((await reconcile(database.worker, 'full')).mismatches).toEqual([]);
  });
});

test('with the workers’ login a thief can draw with a false value, which SQL cannot see and every check detects', async () => {
  const draw = await sealDraw();
  const { signature, seed, result } = await findFalseValue(draw, database.worker);
  await reachMoment(draw);
  await storeAs(database.worker, beacon.chain.hash, draw.round, signature);
  await database.worker.query('select draw_result($1, $2, $3)', [draw.id, seed, result]);
  expect(await show(draw)).toMatchObject({ status: 'drawn' });

  // The books: within half a minute, and withdrawals stop.
  const { mismatches } = await reconcile(database.worker, 'recent');
  expect(mismatches).toEqual([
    { check: 'derivation', subject: 'draw', id: draw.id, detail: { result, derived: result, false_round: draw.round } },
  ]);
  expect(await database.owner.query('select name from operation_flag')).not.toEqual([]);
  // Anybody, with the public proof.
  const { lies } = await checkSealedDraws(database.db, [beacon.chain]);
  expect(lies).toEqual([`${draw.id} beacon: beacon_signature_wrong`]);
  // The prize may be in the wallet by then; it does not leave the site.
  while (await settleDueDraw(database.worker));
  expect((await readWallet(database.db, draw.thief.clientId)).win).toBeGreaterThan(0);
});

import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { patience } from '#tests/support/patience.ts';
import { quicknet } from '#domain/fair-draw/beacon.ts';
import { toHex } from '#domain/fair-draw/bytes.ts';
import { createDatabaseAndBeacon, startBeacon, type Behaviour, type TestBeacon } from '#tests/support/draws/beacon.ts';
import { checkSealedDraws } from '#tests/support/draws/check-draws.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { testKeys } from '#tests/support/draws/keys.ts';
import { createDraw, moveDraw } from '#tests/support/players/play.ts';
import { closeDueDraw } from '#server/draws/life/close-draw.ts';
import { drawDueDraw } from '#server/draws/life/draw-numbers.ts';
import { voidLostDraw } from '#server/draws/life/void-draw.ts';
import { followBeacon } from './beacon.ts';
import { findDraw } from '#server/draws/draw.ts';
import { createRoundVerifier } from './verify-rounds.ts';
import { findBeacons } from './find-beacons.ts';
import { sealDueDraw } from '#server/draws/life/seal-draw.ts';

const patienceHours = 2;
const hour = 3_600_000;

let database: TestDatabase;
let beacon: TestBeacon;
beforeAll(async () => {
  const made = await createDatabaseAndBeacon();
  ({ database, beacon } = made);
  return made.end;
});

/** A follower as a process that has just started has it. */
function follow(urls: readonly string[] = [beacon.url]): () => Promise<boolean> {
  return followBeacon(database.worker, { chain: beacon.chain, urls }, { info: () => {} });
}

/** The verifier of a process that has just started, which remembers nothing. */
const rounds = () => createRoundVerifier([beacon.chain]);

const fetchOnce = () => follow()();

/** A sealed draw that waits for a round which exists already. */
async function createWaitingDraw(): Promise<string> {
  const drawsIn = patience(3_000);
  const draw = await createDraw(database.owner, { closesIn: -1, drawsIn, patienceHours }, beacon.chain);
  expect(await closeDueDraw(database.worker)).toBe(true);
  expect(await sealDueDraw(database.worker, testKeys)).toBe(true);
  expect(await fetchOnce()).toBe(false);
  // A round comes up to a second after the moment of the draw.
  await sleep(drawsIn + 1_100);
  return draw;
}

const statusOf = async (draw: string) => (await findDraw(database.worker, draw))!.status;

describe('a draw waits for its own round', () => {
  let draw: string;
  beforeAll(async () => {
    expect(await beacon.asked()).toBe(0);
    draw = await createWaitingDraw();
    expect(await beacon.asked(), 'nobody asks before the moment of the draw').toBe(0);
  });

  test.each<Behaviour>([
    'lagging',
    'lying',
    'another round',
    'another round under this name',
    'garbage',
    'endless',
    'failing',
    'silent',
  ])('a draw accepts nothing from a beacon that is %s', async (behaviour) => {
    await beacon.behave(behaviour);
    const before = await beacon.asked();
    expect(await fetchOnce()).toBe(false);
    expect(await beacon.asked()).toBe(before + 1);
    expect(await drawDueDraw(database.worker, testKeys, rounds())).toBe(false);
    expect(await voidLostDraw(database.worker)).toBe(false);
    expect(await statusOf(draw)).toBe('closed');
  });

  test('a draw waits for its own round also while the beacon is away', async () => {
    await beacon.goAway();
    expect(await fetchOnce()).toBe(false);
    await beacon.comeBack();
    expect(await statusOf(draw)).toBe('closed');
  });

  test('a draw waits for its own round and asks for it less and less often', async () => {
    await beacon.behave('failing');
    const follower = follow();
    const until = performance.now() + 2_500;
    // At once, after a second, and two seconds after that; a slow machine is given the time for the second.
    while (performance.now() < until || (await beacon.asked()) < 2) {
      expect(await follower()).toBe(false);
      await sleep(20);
    }
    expect(await beacon.asked()).toBeLessThanOrEqual(3);
    await beacon.behave('honest');
  });

  test('until one of several relays gives it, whatever the others answer', async () => {
    const liar = await startBeacon();
    await liar.behave('lying');
    const follower = follow(['http://127.0.0.1:1', liar.url, beacon.url]);
    expect(await follower()).toBe(true);
    expect(await liar.asked()).toBe(1);
    await liar.goAway();
    expect(await follower()).toBe(false);

    expect(await Promise.all([1, 2, 3].map(() => drawDueDraw(database.worker, testKeys, rounds())))).toContain(true);
    expect(await statusOf(draw)).toBe('drawn');
    expect(await checkSealedDraws(database.worker, [beacon.chain])).toMatchObject({
      proved: new Set([draw]),
      lies: [],
    });
  });
});

test('a draw whose round does not come within the patience is void, and stays so when the round comes', async () => {
  const draw = await createWaitingDraw();
  await moveDraw(database.owner, draw, { closesIn: -3 * hour, drawsIn: -patienceHours * hour + 60_000 });
  expect(await voidLostDraw(database.worker)).toBe(false);
  await moveDraw(database.owner, draw, { closesIn: -3 * hour, drawsIn: -patienceHours * hour - 1 });
  expect(await voidLostDraw(database.worker)).toBe(true);
  expect(await statusOf(draw)).toBe('void');
  expect(await fetchOnce()).toBe(false);
  expect(await drawDueDraw(database.worker, testKeys, rounds())).toBe(false);
});

test('a draw whose round exists is drawn, however late', async () => {
  const draw = await createWaitingDraw();
  expect(await fetchOnce()).toBe(true);
  await moveDraw(database.owner, draw, { closesIn: -20 * hour, drawsIn: -19 * hour });
  expect(await voidLostDraw(database.worker)).toBe(false);
  expect(await drawDueDraw(database.worker, testKeys, rounds())).toBe(true);
  expect(await statusOf(draw)).toBe('drawn');
});

test('a round that the fetcher has verified is not verified again at the draw', async () => {
  const draw = await createWaitingDraw();
  const shared = rounds();
  const fetching = followBeacon(
    database.worker,
    { chain: beacon.chain, urls: [beacon.url] },
    { info: () => {} },
    shared,
  );
  expect(await fetching()).toBe(true);
  const isSigned = vi.spyOn(shared, 'isSigned');
  expect(await drawDueDraw(database.worker, testKeys, shared)).toBe(true);
  expect(isSigned).not.toHaveBeenCalled();
  expect(await statusOf(draw)).toBe('drawn');
});

test('a beacon is asked for as long as draws wait for it, even after the settings have changed', async () => {
  const { db, owner, drop } = await createTestDatabase();
  try {
    const configured = { chain: beacon.chain, urls: [beacon.url] };
    expect(await findBeacons(db, null)).toEqual({ beacons: [], unknownChain: null });
    expect(await findBeacons(db, configured)).toEqual({ beacons: [configured], unknownChain: null });
    await createDraw(owner, {}, quicknet);
    const { beacons, unknownChain } = await findBeacons(db, configured);
    expect(beacons.map(({ chain }) => chain)).toEqual([beacon.chain, quicknet]);
    expect(unknownChain).toBeNull();
    await createDraw(owner, {}, beacon.chain);
    expect((await findBeacons(db, null)).unknownChain).toBe(toHex(beacon.chain.hash));
    expect((await findBeacons(db, configured)).unknownChain).toBeNull();
  } finally {
    await drop();
  }
});

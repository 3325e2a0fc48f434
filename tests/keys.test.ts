import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { patience } from '#tests/support/patience.ts';
import { currentRules } from '#domain/draw.ts';
import { runVerify } from '#scripts/verify/run-verify.ts';
import { commitDraw } from '#server/fair-draw/commit-draw.ts';
import { openDrawKeys } from '#server/fair-draw/draw-keys.ts';
import { insertDraws } from '#server/draws/life/fill-timetable.ts';
import { openKeyRing } from '#server/keys/key-ring.ts';
import { createTestDatabase, type TestDatabase } from './support/database/database.ts';
import { keySettings, testKeys, testSecret } from './support/draws/keys.ts';
import { createOutsider, signUp, ticketFor, waitFor, type Outsider } from './support/players/outsider.ts';
import { changeHistory, createDraw, readClock } from './support/players/play.ts';
import { startApp, type TestApp } from './support/site/app.ts';

const secrets = {
  SEED_KEY: testSecret('next seed'),
  OPERATOR_KEY: testSecret('next operator'),
  CODE_KEY: testSecret('next code'),
};
const rotatedSettings = {
  ...secrets,
  SEED_KEY_FORMER: keySettings.SEED_KEY,
  OPERATOR_KEY_FORMER: keySettings.OPERATOR_KEY,
  CODE_KEY_FORMER: testSecret('code-key'),
};
const keyOf = (secret: string) => openKeyRing(Buffer.from(secret, 'base64url'));
const nextKey = openDrawKeys(null, keyOf(secrets.OPERATOR_KEY)).operatorKey.toString('hex');
const firstKey = testKeys.operatorKey.toString('hex');
/** A draw that is not sealed before its moment is void, and a busy machine needs some seconds. */
const toSeal = 8_000;

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'izi-keys-'));
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

const start = (settings: Record<string, string>) => startApp(settings, { database });

async function createPlayer(site: TestApp): Promise<Outsider> {
  const player = createOutsider(site.url);
  await signUp(player);
  const { id } = (await player.call('/users/me')).json;
  await database.owner.query(`select post_adjustment($1, $2, 'adjustment', 'client_dep', 10000)`, [id, randomUUID()]);
  return player;
}

/** Runs the command. @returns its exit code and what it printed */
async function verify(site: TestApp, ...args: string[]): Promise<{ code: number; said: string }> {
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  const code = await runVerify([site.url, ...args], print, print);
  return { code, said: lines.join('\n') };
}

async function save(receipt: unknown): Promise<string> {
  const file = join(folder, `${randomUUID()}.json`);
  await writeFile(file, JSON.stringify(receipt));
  return file;
}

test('a web process takes bets and gives receipts without a key of the seeds', async () => {
  const worker = await start({ ROLES: 'worker' });
  const web = await start({ ROLES: 'web', CODE_KEY: testSecret('code-key'), OPERATOR_KEY: keySettings.OPERATOR_KEY });
  const player = await createPlayer(web);
  const draw = await createDraw(database.owner, { closesIn: patience(8_000), drawsIn: patience(8_000) + toSeal });
  const ticket = ticketFor({ id: draw }, 'IziOne', '4', 100);
  expect((await player.call('/bets', { body: { tickets: [ticket] } })).status).toBe(201);
  const receipt = (await player.call(`/bets/${ticket.id}/receipt`)).json;
  expect(receipt).toMatchObject({ signature: expect.any(String), index: null });
  await waitFor(async () => (await player.call(`/draws/${draw}`)).json.data.status === 'settled', 'the draw');
  expect(await verify(web, '--receipt', await save(receipt))).toMatchObject({ code: 0 });
  expect((await player.call(`/bets/${ticket.id}/receipt`)).json).toMatchObject({
    signature: receipt.signature,
    index: 0,
  });
  await web.close();
  await worker.close();
});

describe('keys that change while draws are on sale', () => {
  let site: TestApp;
  let player: Outsider;
  let drawId: string;
  let laterId: string;
  const ticket = { before: '', after: '', later: '' };
  let promise: Record<string, unknown>;

  const bet = async (draw: string) => {
    const sold = ticketFor({ id: draw }, 'IziOne', '4', 100);
    expect((await player.call('/bets', { body: { tickets: [sold] } })).status).toBe(201);
    return sold.id;
  };
  const receiptOf = async (id: string) => (await player.call(`/bets/${id}/receipt`)).json;
  const settled = (draw: string) => async () => (await player.call(`/draws/${draw}`)).json.data.status === 'settled';

  beforeAll(async () => {
    site = await start({});
    player = await createPlayer(site);
    drawId = await createDraw(database.owner, { closesIn: patience(20_000), drawsIn: patience(20_000) + toSeal });
    ticket.before = await bet(drawId);
    promise = await receiptOf(ticket.before);
    await site.close();
    site = await start(rotatedSettings);
    player.url = site.url;
  });
  afterAll(() => site.close());

  test('an earlier draw is sold, sealed, drawn and proved with the key that it was committed with', async () => {
    ticket.after = await bet(drawId);
    await waitFor(settled(drawId), 'the draw');
    const proof = (await player.call(`/draws/${drawId}/proof`)).json;
    expect(proof.operatorKey).toBe(firstKey);
    expect(await verify(site, drawId)).toMatchObject({ code: 0, said: expect.stringContaining('is proved') });
    const { index, path, ...after } = await receiptOf(ticket.before);
    expect({ ...after, index: null, path: null }).toEqual(promise);
    expect({ index, path }).toEqual({ index: expect.any(Number), path: expect.any(Array) });
    for (const id of [ticket.before, ticket.after]) {
      expect(await verify(site, '--receipt', await save(await receiptOf(id)))).toMatchObject({ code: 0 });
    }
  });

  test('a later draw names the new key, to which the chain leads from the old one', async () => {
    const now = Date.now();
    const keys = openDrawKeys(keyOf(secrets.SEED_KEY), keyOf(secrets.OPERATOR_KEY));
    const terms = {
      opensAt: now + 500,
      closesAt: now + patience(8_000),
      drawsAt: now + patience(8_000) + toSeal,
      rules: currentRules,
      patienceHours: 24,
    };
    const made = commitDraw(terms, keys, null);
    [laterId] = (await insertDraws(database.owner, [made], null)) as [string];
    await waitFor(async () => (await readClock(database.owner)) > terms.opensAt, 'the start of sales');
    ticket.later = await bet(laterId);
    await waitFor(settled(laterId), 'the draw');
    expect((await player.call(`/draws/${laterId}/proof`)).json.operatorKey).toBe(nextKey);
    const { data } = (await player.call('/operator-keys')).json;
    expect(data.map(({ key }: { key: string }) => key)).toEqual([firstKey, nextKey]);
    for (const known of [[], ['--operator-key', firstKey], ['--operator-key', nextKey]]) {
      expect(await verify(site, '--all', ...known)).toMatchObject({ code: 0 });
    }
  });

  test('a web process without any former key gives receipts that the new key confirms', async () => {
    const web = await start({ ROLES: 'web', CODE_KEY: secrets.CODE_KEY, OPERATOR_KEY: secrets.OPERATOR_KEY });
    player.url = web.url;
    const receipt = await receiptOf(ticket.before);
    expect(receipt).toMatchObject({ ticket: promise.ticket, leaf: promise.leaf });
    expect(receipt.signature).not.toBe(promise.signature);
    for (const one of [receipt, promise, await receiptOf(ticket.later)]) {
      expect(await verify(web, '--receipt', await save(one))).toMatchObject({ code: 0 });
    }
    await web.close();
    player.url = site.url;
  });

  test.each<[string, string, string]>([
    ['another former key', `announcement = overlay(announcement placing '\\xffff' from 17)`, 'key_change_wrong'],
    ['a forged signature', 'former_signature = signature', 'key_change_wrong'],
    [
      'a seal that is not in the chain',
      `announcement = overlay(announcement placing '\\xffff' from 89)`,
      'key_change_wrong',
    ],
  ])('an announcement with %s is detected', async (_, change, code) => {
    const [before] = await database.owner.query<{ announcement: Buffer; former_signature: Buffer }>(
      'select announcement, former_signature from operator_key where number = 2',
    );
    await changeHistory(database.owner, `update operator_key set ${change} where number = 2`, []);
    const { code: exit, said } = await verify(site, '--all', '--operator-key', firstKey);
    await changeHistory(
      database.owner,
      'update operator_key set announcement = $1, former_signature = $2 where number = 2',
      [before!.announcement, before!.former_signature],
    );
    expect({ exit, said }).toEqual({ exit: 1, said: expect.stringContaining(`, ${code}: `) });
  });

  test('a change without its announcement is detected', async () => {
    const [row] = await database.owner.query<Record<string, unknown>>('select * from operator_key where number = 2');
    await changeHistory(database.owner, 'delete from operator_key where number = 2', []);
    const found = await verify(site, '--all');
    await changeHistory(database.owner, 'insert into operator_key values ($1, $2, $3, $4, $5)', Object.values(row!));
    expect(found).toEqual({ code: 1, said: expect.stringContaining(', operator_key_changed: ') });
    // Each change was taken back.
    expect(await verify(site, '--all')).toMatchObject({ code: 0 });
  });
});

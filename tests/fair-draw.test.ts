import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Draw } from '#contract/draws.ts';
import type { BeaconChain } from '#domain/fair-draw/beacon.ts';
import { toHex } from '#domain/fair-draw/bytes.ts';
import { readProof, readReceipt } from '#domain/fair-draw/proof.ts';
import { readShownDraw } from '#domain/fair-draw/shown-draw.ts';
import { verdictOf } from '#domain/fair-draw/steps.ts';
import { verifyDraw } from '#domain/fair-draw/verify-draw.ts';
import { verifyReceipt } from '#domain/fair-draw/verify-receipt.ts';
import { runVerify } from '#scripts/verify/run-verify.ts';
import { patience } from './support/patience.ts';
import { startApp, type TestApp } from './support/site/app.ts';
import { beaconSettings, startBeacon, type TestBeacon } from './support/draws/beacon.ts';
import {
  addFunds,
  createOutsider,
  signUp,
  ticketFor,
  waitFor,
  type Account,
  type Outsider,
} from './support/players/outsider.ts';
import { changeHistory, createDraw } from './support/players/play.ts';

const run = promisify(execFile);
const immutable = 'public, max-age=31536000, immutable';
const missing = '01990000-0000-7000-8000-000000000000';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'izi-fair-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe.each([{ withBeacon: false }, { withBeacon: true }])('a site with a beacon: $withBeacon', ({ withBeacon }) => {
  let site: TestApp;
  let beacon: TestBeacon;
  let chain: BeaconChain | null;
  let player: Outsider;
  let account: Account;
  let drawId: string;
  let tickets: ReturnType<typeof ticketFor>[];
  /** The receipts as they were before the seal, and the arguments of the command. */
  let promises: Record<string, unknown>[];
  let options: string[];
  let forging = false;

  const get = async (path: string) => (await player.call(path)).json;
  const leavesOf = async (id: string) =>
    new Uint8Array(await (await fetch(`${site.url}/api/draws/${id}/leaves`)).arrayBuffer());

  beforeAll(async () => {
    beacon = await startBeacon();
    chain = withBeacon ? beacon.chain : null;
    // When a pass of the reconciliation runs during a forgery below, it detects it too.
    const expectsError = (line: string) => forging && line.includes('"mismatch"') && line.includes(drawId);
    site = await startApp(withBeacon ? beaconSettings(beacon.chain, [beacon.url]) : {}, { expectsError });
    options = withBeacon ? ['--beacon-chain', await writeChain(beacon.chain)] : [];
    player = createOutsider(site.url);
    account = await signUp(player);
    await addFunds(player, account, 10_000);
  });
  afterAll(async () => {
    await site.close();
    await beacon.goAway();
  });

  /** Runs the command with these arguments. @returns its exit code, and the last line that it printed */
  async function verify(...args: string[]): Promise<{ code: number; said: string }> {
    const lines: string[] = [];
    const print = (line: string) => void lines.push(line);
    const code = await runVerify([site.url, ...args, ...options], print, print);
    return { code, said: lines.at(-1)! };
  }

  async function checkDraw(id: string) {
    const proof = await get(`/draws/${id}/proof`);
    const shown = readShownDraw(await get(`/draws/${id}`));
    const rulesDocument = Buffer.from((await player.call(`/games/${shown.rules}`)).text);
    const leaves = proof.seal === null ? undefined : await leavesOf(id);
    return verifyDraw({
      drawId: id,
      proof: readProof(proof),
      chains: chain ? [chain] : [],
      rulesDocument,
      leaves,
      shown,
    });
  }

  test('commits to every draw of the schedule before its sales open', async () => {
    const draws: Draw[] = (await get(`/draws?limit=3&from=${new Date(Date.now() + 600_000).toISOString()}`)).data;
    expect(draws).toHaveLength(3);
    for (const draw of draws) {
      const proof = await get(`/draws/${draw.id}/proof`);
      expect(proof).toMatchObject({ commitment: draw.commitment, seal: null, seed: null, result: null });
      expect(verdictOf(await checkDraw(draw.id))).toBe('pending');
    }
  });

  test('gives a receipt for every ticket as soon as it is sold', async () => {
    drawId = await createDraw(
      site.database.owner,
      { closesIn: patience(10_000), drawsIn: patience(10_000) + 12_000 },
      chain,
    );
    tickets = [
      ticketFor({ id: drawId }, 'IziOrder', '987654321', 300),
      ticketFor({ id: drawId }, 'IziOne', '4', 100),
      ticketFor({ id: drawId }, 'Izi2x', '369', 1_200),
    ];
    expect((await player.call('/bets', { body: { tickets } })).status).toBe(201);
    promises = await Promise.all(tickets.map(({ id }) => get(`/bets/${id}/receipt`)));
    const proof = readProof(await get(`/draws/${drawId}/proof`));
    for (const [position, promise] of promises.entries()) {
      expect(promise).toMatchObject({ index: null, path: null });
      const { steps, ticket } = verifyReceipt(readReceipt(promise), proof);
      expect(steps.filter(({ state }) => state === 'failed')).toEqual([]);
      const { id, name, betAmount, selectedNumbers } = tickets[position]!;
      expect(ticket).toMatchObject({ ticketId: id, name, stake: betAmount, numbers: selectedNumbers.map(Number) });
    }
    expect((await player.call(`/draws/${drawId}/leaves`)).status).toBe(404);
  });

  test('shows a receipt only to its owner', async () => {
    const path = `/bets/${tickets[0]!.id}/receipt`;
    expect((await createOutsider(site.url).call(path)).status).toBe(401);
    const other = createOutsider(site.url);
    await signUp(other);
    expect((await other.call(path)).status).toBe(404);
    expect((await player.call(`/bets/${missing}/receipt`)).status).toBe(404);
  });

  test('seals between the end of sales and the draw, and then shows the seed only when a beacon is still to come', async () => {
    await waitFor(async () => (await get(`/draws/${drawId}/proof`)).seal !== null, 'the seal');
    const { status } = (await get(`/draws/${drawId}`)).data;
    if (status === 'closed') {
      const proof = await player.call(`/draws/${drawId}/proof`);
      expect(proof.json).toMatchObject({ result: null, seed: withBeacon ? expect.any(String) : null });
      expect(proof.headers.get('cache-control')).toBe('public, no-cache');
    }
    const [row] = await site.database.owner.query(
      'select closes_at < sealed_at and sealed_at < draws_at as between from draw where id = $1',
      [drawId],
    );
    expect(row).toEqual({ between: true });
  });

  test('draws and settles, and every step of the proof passes', async () => {
    await waitFor(async () => (await get(`/draws/${drawId}`)).data.status === 'settled', 'the settled draw');
    const steps = await checkDraw(drawId);
    // The command itself finds the seal before this one.
    expect(steps.filter(({ state }) => state !== 'passed').map(({ name }) => name)).toEqual(['seal-chain']);
    const proof = readProof(await get(`/draws/${drawId}/proof`));
    for (const [position, { id }] of tickets.entries()) {
      const receipt = await get(`/bets/${id}/receipt`);
      const { index, path, ...promise } = receipt;
      expect(promises[position]).toEqual({ ...promise, index: null, path: null });
      expect({ index, path }).toEqual({ index: expect.any(Number), path: expect.any(Array) });
      const { steps: ofReceipt, outcome } = verifyReceipt(readReceipt(receipt), proof);
      expect(verdictOf(ofReceipt)).toBe('proved');
      expect((await get(`/bets/${id}`)).data.payout).toBe(outcome!.payout);
    }
  });

  test('allows permanent caching only of data that cannot change', async () => {
    const cacheOf = async (path: string) => (await player.call(path)).headers.get('cache-control');
    expect(await cacheOf(`/draws/${drawId}/proof`)).toBe(immutable);
    expect(await cacheOf(`/draws/${drawId}/leaves`)).toBe(immutable);
    expect(await cacheOf('/seals')).toBe('public, no-cache');
    const [open] = (await get('/draws?status=open&limit=1')).data;
    expect(await cacheOf(`/draws/${open.id}/proof`)).toBe('public, no-cache');
    expect((await player.call(`/draws/${missing}/proof`)).status).toBe(404);
    expect((await player.call(`/draws/${missing}/leaves`)).status).toBe(404);
  });

  test('pages through the chain of seals', async () => {
    const more: string[] = [];
    for (let index = 0; index < 3; index++) {
      more.push(await createDraw(site.database.owner, { closesIn: 500, drawsIn: 5_000 + index }, chain));
    }
    const done = async () => {
      const statuses = await Promise.all(more.map(async (id) => (await get(`/draws/${id}`)).data.status));
      return statuses.every((status) => status === 'settled' || status === 'void');
    };
    await waitFor(done, 'the draws');
    const all = await get('/seals?limit=100');
    const paged: unknown[] = [];
    for (let next: string | null = ''; next !== null;) {
      const page = await player.call(`/seals?limit=1${next && `&cursor=${next}`}`);
      if (next) expect(page.headers.get('cache-control')).toBe(immutable);
      paged.push(...page.json.data);
      next = page.json.meta.next;
    }
    expect(paged).toEqual(all.data);
    expect(paged.length).toBeGreaterThanOrEqual(2);
    expect((await player.call(`/seals?cursor=${'00'.repeat(32)}`)).status).toBe(404);
    expect((await player.call('/seals?cursor=last')).status).toBe(400);
  });

  test('is proved by the command, draw by draw and receipt by receipt', async () => {
    expect(await verify(drawId)).toEqual({ code: 0, said: `Draw ${drawId} is proved.` });
    expect(await verify('--all')).toMatchObject({ code: 0 });
    const args = ['scripts/verify.ts', site.url, '--all', ...options];
    const { stdout } = await run(process.execPath, args, { cwd: join(import.meta.dirname, '..') });
    expect(stdout).toContain('Nothing is false about any of them.');
    expect(stdout.includes('operator-trusted')).toBe(!withBeacon);
    for (const promise of promises) expect(await verify('--receipt', await save(promise))).toMatchObject({ code: 0 });
  });

  describe('tampered with by the owner of its database', () => {
    beforeAll(() => {
      forging = true;
    });

    const last = `overlay(hashes placing '\\xffff' from octet_length(hashes) - 1)`;
    const lies: [string, string, string, string, string][] = [
      [
        'a ticket added to the sealed',
        'tree_chunk',
        'hashes',
        `hashes || decode(repeat('ff', 32), 'hex')`,
        'leaf_count_wrong',
      ],
      [
        'a ticket dropped from the sealed',
        'tree_chunk',
        'hashes',
        'substring(hashes for octet_length(hashes) - 32)',
        'leaf_count_wrong',
      ],
      ['a sealed ticket changed', 'tree_chunk', 'hashes', last, 'root_wrong'],
      [
        'sealed tickets reordered',
        'tree_chunk',
        'hashes',
        'substring(hashes from 33 for 32) || substring(hashes for 32) || substring(hashes from 65)',
        'leaves_unordered',
      ],
      [
        'a seal over more money',
        'seal',
        'record',
        'set_byte(record, 127, get_byte(record, 127) # 1)',
        'seal_signature_wrong',
      ],
      [
        'a seal that follows another',
        'seal',
        'record',
        'set_byte(record, 140, get_byte(record, 140) # 1)',
        'seal_signature_wrong',
      ],
      ['another seed', 'reveal', 'seed', 'sha256(seed)', 'seed_swapped'],
      ['another commitment', 'commitment', 'commitment', 'sha256(commitment)', 'commitment_signature_wrong'],
      [
        'another record',
        'commitment',
        'record',
        'set_byte(record, 55, get_byte(record, 55) # 1)',
        'commitment_signature_wrong',
      ],
      [
        'another result',
        'draw',
        'result',
        'case result when 123456789 then 987654321 else 123456789 end',
        'result_wrong',
      ],
      ['a later close of sales', 'draw', 'closes_at', `closes_at + interval '1 s'`, 'shown_differs'],
    ];
    // `scripts/verify.test.ts` finds each lie with a beacon too, and among all draws. Here the site publishes what its database holds.
    test.runIf(!withBeacon).each(lies)('%s', async (_, table, column, expression, code) => {
      const { owner } = site.database;
      const key = table === 'draw' ? 'id' : 'draw_id';
      const [before] = await owner.query<{ value: unknown }>(
        `select ${column} as value from ${table} where ${key} = $1`,
        [drawId],
      );
      await changeHistory(owner, `update ${table} set ${column} = ${expression} where ${key} = $1`, [drawId]);
      try {
        const { code: exit, said } = await verify(drawId);
        expect({ exit, said }).toEqual({ exit: 1, said: expect.stringContaining(`LIE: draw ${drawId}, `) });
        expect(said).toContain(`, ${code}: `);
      } finally {
        await changeHistory(owner, `update ${table} set ${column} = $2 where ${key} = $1`, [drawId, before!.value]);
      }
    });

    test.runIf(withBeacon)('another value of the beacon', async () => {
      const { owner } = site.database;
      const where = 'where round = (select beacon_round from commitment where draw_id = $1)';
      const [before] = await owner.query<{ signature: Buffer }>(`select signature from beacon_round ${where}`, [
        drawId,
      ]);
      const other = Buffer.from(before!.signature).fill(0, 47);
      await changeHistory(owner, `update beacon_round set signature = $2 ${where}`, [drawId, other]);
      const { code, said } = await verify(drawId);
      await changeHistory(owner, `update beacon_round set signature = $2 ${where}`, [drawId, before!.signature]);
      expect({ code, said }).toEqual({ code: 1, said: expect.stringContaining('beacon_signature_wrong') });
    });

    test('a ticket changed after the seal: its receipt differs from the promised one, which is still valid', async () => {
      const { owner } = site.database;
      const { id } = tickets[1]!;
      await changeHistory(owner, 'update ticket set stake = stake + 100 where id = $1', [id]);
      const forged = await get(`/bets/${id}/receipt`);
      await changeHistory(owner, 'update ticket set stake = stake - 100 where id = $1', [id]);
      expect(forged).toMatchObject({ index: null, path: null });
      const { code, said } = await verify('--receipt', await save(forged));
      expect({ code, said }).toEqual({ code: 1, said: expect.stringContaining('not_included') });
      expect(await verify('--receipt', await save(promises[1]!))).toMatchObject({ code: 0 });
    });

    test('a ticket added after the seal is not in it', async () => {
      const { owner } = site.database;
      const late = ticketFor({ id: drawId }, 'IziOne', '1', 100);
      await changeHistory(
        owner,
        `insert into ticket (client_id, id, draw_id, bet_type, selection, stake, stake_win, accepted_at)
         select client_id, $2, draw_id, 2, 1, 100, 0, accepted_at from ticket where id = $1`,
        [tickets[0]!.id, late.id],
      );
      const { code, said } = await verify('--receipt', await save(await get(`/bets/${late.id}/receipt`)));
      await changeHistory(owner, 'delete from ticket where id = $1', [late.id]);
      expect({ code, said }).toEqual({ code: 1, said: expect.stringContaining('not_included') });
    });

    test('a draw with a result, left out of the chain', async () => {
      const { owner } = site.database;
      const [seal] = await owner.query<{ number: number }>('select number from seal where draw_id = $1', [drawId]);
      await changeHistory(owner, 'update seal set draw_id = $2 where draw_id = $1', [drawId, missing]);
      const { code, said } = await verify('--all');
      await changeHistory(owner, 'update seal set draw_id = $2 where number = $1', [seal!.number, drawId]);
      expect({ code, said }).toEqual({ code: 1, said: expect.stringContaining('LIE: draw') });
      // Each lie was taken back.
      expect(await verify('--all')).toMatchObject({ code: 0 });
    });
  });
});

async function writeChain({ hash, publicKey, genesis, period }: BeaconChain): Promise<string> {
  const file = join(folder, 'chain.json');
  const info = { hash: toHex(hash), public_key: toHex(publicKey), genesis_time: genesis, period };
  await writeFile(file, JSON.stringify(info));
  return file;
}

let saved = 0;

async function save(receipt: unknown): Promise<string> {
  const file = join(folder, `receipt-${saved++}.json`);
  await writeFile(file, JSON.stringify(receipt));
  return file;
}

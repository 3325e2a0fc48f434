import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { concatBytes, toHex } from '#domain/fair-draw/bytes.ts';
import { drawHash } from '#domain/fair-draw/draw-record.ts';
import { sortLeaves } from '#domain/fair-draw/leaves.ts';
import { buildTree } from '#domain/fair-draw/merkle.ts';
import { readProof } from '#domain/fair-draw/proof.ts';
import { receiptMessage } from '#domain/fair-draw/signatures.ts';
import { encodeTicket, ticketLeaf } from '#domain/fair-draw/ticket-record.ts';
import {
  announceKey,
  bytesNamed,
  firstKey,
  laterKey,
  makeDraw,
  makeTicket,
  operatorKey,
  ownChain,
  rulesDocument,
  signAsOperator,
  signRound,
  type MadeDraw,
} from '#tests/support/draws/fair-draw.ts';
import { startBeacon, type Behaviour, type TestBeacon } from '#tests/support/draws/beacon.ts';
import { publish, serve, type PublishedDraw, type PublishedSite } from '#tests/support/draws/fair-site.ts';
import { runVerify } from './verify/run-verify.ts';

/** Five draws in a chain: with and without a beacon, without tickets, and the newest waiting for its beacon. */
const draws: MadeDraw[] = [];
for (const plan of [
  { tickets: 3, beacon: true },
  { tickets: 7, beacon: false },
  { tickets: 11, beacon: true },
  { tickets: 0, beacon: true },
  { tickets: 4, beacon: true },
]) {
  const previousSeal = draws.at(-1)?.seal ?? null;
  draws.push(makeDraw({ ...plan, previousSeal, drawsAt: 1_763_000_000_000 + draws.length * 300_000 }));
}
const target = draws[2]!;
const inner = buildTree(target.leaves).levels[1]!;

function publishFive(): PublishedSite {
  const site = publish(draws);
  const newest = site.draws.at(-1)!;
  newest.proof.beacon.signature = null;
  newest.proof.result = null;
  Object.assign(newest.shown, { result: null, status: 'closed' });
  return site;
}

let folder: string;
let chainFile: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'izi-verify-'));
  chainFile = join(folder, 'chain.json');
  const { hash, publicKey, genesis, period } = ownChain;
  const info = { hash: toHex(hash), public_key: toHex(publicKey), genesis_time: genesis, period };
  await writeFile(chainFile, JSON.stringify(info));
});

afterAll(() => rm(folder, { recursive: true }));

async function run(site: PublishedSite, ...args: string[]) {
  const { url, stop } = await serve(site);
  try {
    return await verify(url, '--beacon-chain', chainFile, ...args);
  } finally {
    await stop();
  }
}

async function verify(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const out: string[] = [];
  const err: string[] = [];
  const code = await runVerify(
    args,
    (line) => out.push(line),
    (line) => err.push(line),
  );
  return { code, out: out.join('\n'), err: err.join('\n') };
}

async function saveReceipt(receipt: unknown): Promise<string> {
  const file = join(folder, 'receipt.json');
  await writeFile(file, JSON.stringify(receipt));
  return file;
}

describe('an honest site', () => {
  test('is proved, newest draw first', async () => {
    const { code, out, err } = await run(publishFive());
    expect(err).toBe('');
    expect(code).toBe(0);
    expect(out.match(/[0-9a-f-]{36}/g)).toEqual(draws.map((draw) => draw.drawId).toReversed());
    expect(out.split('\n').filter((line) => line.startsWith('✓'))).toHaveLength(4);
    expect(out).toContain('Draws in the chain of seals: 5.');
    expect(out.match(/operator-trusted/g)).toHaveLength(1);
  });

  test.each([...draws.keys()])('prints every step of draw %i', async (index) => {
    const { code, out } = await run(publishFive(), draws[index]!.drawId);
    expect(code).toBe(0);
    expect(out.split('\n').filter((line) => line.startsWith('✓')).length).toBe(index === 4 ? 11 : 13);
    expect(out).toContain(index === 4 ? 'not everything could be checked yet' : 'is proved');
  });

  test('proves a receipt, also one saved before the seal', async () => {
    const receipt = target.receipts[5]!;
    for (const saved of [receipt, { ...receipt, index: null, path: null }, { receipt, proof: target.proof }]) {
      const { code, out } = await run(publishFive(), '--receipt', await saveReceipt(saved));
      expect(out).toContain('hashes lead to the root');
      expect(code).toBe(0);
    }
  });

  test('is checked against a key that the user knows from elsewhere', async () => {
    expect((await run(publishFive(), '--operator-key', toHex(operatorKey))).code).toBe(0);
    const other = await run(publishFive(), '--operator-key', toHex(bytesNamed('another key')));
    expect(other.code).toBe(1);
    expect(other.out).toContain('operator_key_changed');
  });
});

describe('every kind of tampering is named', () => {
  const leaf = (index: number) => target.leaves.slice(index * 32, index * 32 + 32);
  const leafOf = (change: object) => ticketLeaf(encodeTicket({ ...target.tickets[0]!, ...change }));
  const exchange = (draw: PublishedDraw, other: Uint8Array) => {
    const original = toHex(leafOf({}));
    const leaves = Array.from({ length: 11 }, (_, index) => leaf(index));
    draw.leaves = sortLeaves(concatBytes(...leaves.map((each) => (toHex(each) === original ? other : each))));
  };
  const otherRound = target.record.beacon.round + 1;

  const tamperings: [string, (draw: PublishedDraw, site: PublishedSite) => void, string][] = [
    [
      'added ticket',
      (draw) =>
        (draw.leaves = sortLeaves(concatBytes(draw.leaves, ticketLeaf(encodeTicket(makeTicket(target.record, 50)))))),
      'leaf_count_wrong',
    ],
    ['dropped ticket', (draw) => (draw.leaves = draw.leaves.slice(32)), 'leaf_count_wrong'],
    ['no leaves', (draw) => (draw.leaves = new Uint8Array(0)), 'leaf_count_wrong'],
    ['changed stake', (draw) => exchange(draw, leafOf({ stake: 1_500 })), 'root_wrong'],
    ['changed numbers', (draw) => exchange(draw, leafOf({ numbers: [1, 2, 3, 4, 5, 6, 7, 8, 9] })), 'root_wrong'],
    ['swapped seed', (draw) => (draw.proof.seed = toHex(bytesNamed('other seed'))), 'seed_swapped'],
    [
      'other round',
      (draw) => Object.assign(draw.proof.beacon, { round: otherRound, signature: toHex(signRound(otherRound)) }),
      'beacon_other_round',
    ],
    [
      'other round’s value',
      (draw) => (draw.proof.beacon.signature = toHex(signRound(otherRound))),
      'beacon_signature_wrong',
    ],
    [
      'altered rules document',
      (_, site) => (site.rulesDocument = concatBytes(rulesDocument, Uint8Array.of(0x20))),
      'rules_altered',
    ],
    [
      'reordered leaves',
      (draw) => (draw.leaves = concatBytes(leaf(1), leaf(0), draw.leaves.slice(64))),
      'leaves_unordered',
    ],
    [
      'duplicated leaf',
      (draw) => (draw.leaves = concatBytes(leaf(0), leaf(0), draw.leaves.slice(64))),
      'leaf_duplicated',
    ],
    ['inner nodes passed off as leaves', (draw) => (draw.leaves = sortLeaves(inner)), 'leaf_count_wrong'],
    [
      'wrong signature of the commitment',
      (draw) => (draw.proof.commitmentSignature = draw.proof.sealSignature!),
      'commitment_signature_wrong',
    ],
    [
      'wrong signature of the seal',
      (draw) => (draw.proof.sealSignature = draw.proof.commitmentSignature),
      'seal_signature_wrong',
    ],
    ['another result', (draw) => (draw.proof.result = draw.proof.result!.toReversed()), 'result_wrong'],
    ['another result for players', (draw) => (draw.shown.result = draw.proof.result!.toReversed()), 'shown_differs'],
    ['a garbled proof', (draw) => (draw.proof.commitment = 'none'), 'malformed'],
  ];

  test.each(tamperings)('%s', async (_, tamper, code) => {
    const site = publishFive();
    tamper(site.draws[2]!, site);
    const one = await run(site, target.drawId);
    expect(one.err).toBe('');
    expect(one.out).toContain(`LIE: draw ${target.drawId}`);
    expect(one.out).toContain(`, ${code}: `);
    expect(one.code).toBe(1);
    const all = await run(site, '--all');
    expect(all.out).toContain(`, ${code}: `);
    expect(all.code).toBe(1);
  });

  test.each<[string, (site: PublishedSite) => void, string, number]>([
    [
      'broken chain: a draw made anew',
      (site) => {
        const anew = makeDraw({ ...planOf(2), tickets: 12, previousSeal: draws[1]!.seal, drawId: target.drawId });
        site.draws[2] = publish([anew]).draws[0]!;
      },
      'seal_chain_broken',
      3,
    ],
    ['broken chain: a seal left out', (site) => (site.draws[2]!.listed = null), 'seal_chain_broken', 3],
    ['broken chain: the oldest seals left out', (site) => site.draws.splice(0, 2), 'seal_chain_broken', 0],
    ['broken chain: order', (site) => site.draws.splice(1, 2, site.draws[2]!, site.draws[1]!), 'seal_chain_broken', 3],
    [
      'two views: another seal in the chain than in the proof',
      (site) => (site.draws[4]!.listed!.sealSignature = site.draws[3]!.listed!.sealSignature),
      'seal_two_views',
      4,
    ],
    [
      'a draw that was sealed twice',
      (site) => {
        const again = makeDraw({ ...planOf(2), tickets: 12, previousSeal: target.seal, drawId: target.drawId });
        const after = makeDraw({ ...planOf(3), tickets: 1, previousSeal: again.seal });
        const { proof, leaves, shown } = publish([again]).draws[0]!;
        Object.assign(site.draws[2]!, { proof, leaves, shown });
        site.draws.splice(3, 2, ...publish([again, after]).draws);
      },
      'sealed_twice',
      2,
    ],
    [
      'a draw with a result that was never sealed',
      (site) =>
        site.draws.push(publish([makeDraw({ ...planOf(9), tickets: 2, beacon: true })]).draws[0]!) &&
        (site.draws.at(-1)!.listed = null),
      'seal_missing',
      5,
    ],
    [
      'a second operator’s key',
      (site) => (site.draws[0]!.proof.operatorKey = toHex(bytesNamed('another key'))),
      'operator_key_changed',
      0,
    ],
  ])('%s', async (_, tamper, code, index) => {
    const site = publishFive();
    tamper(site);
    const drawId = (site.draws[index] ?? site.draws.at(-1)!).drawId;
    const { out, code: exitCode } = await run(site, '--all');
    expect(out).toContain(`LIE: draw ${drawId}`);
    expect(out).toContain(`, ${code}: `);
    expect(exitCode).toBe(1);
  });

  const receipt = target.receipts.find(({ index }) => index === 5)!;

  test.each<[string, object, string]>([
    ['truncated path', { path: receipt.path!.slice(0, -1) }, 'path_length_wrong'],
    [
      'leaf passed off as a node',
      { index: 2, path: receipt.path!.slice(1), leaf: toHex(inner.slice(64, 96)) },
      'leaf_wrong',
    ],
    ['changed path', { path: receipt.path!.toReversed() }, 'not_included'],
    [
      'wrong signature',
      { signature: target.receipts.find(({ index }) => index === 4)!.signature },
      'receipt_signature_wrong',
    ],
  ])('in a receipt: %s', async (_, change, code) => {
    const { out, code: exitCode } = await run(publishFive(), '--receipt', await saveReceipt({ ...receipt, ...change }));
    expect(out).toContain(`, ${code}: `);
    expect(exitCode).toBe(1);
  });

  test('in a receipt: a promised ticket that was left out', async () => {
    const site = publishFive();
    const without = makeDraw({ ...planOf(2), tickets: 10, previousSeal: draws[1]!.seal, drawId: target.drawId });
    site.draws[2] = publish([without]).draws[0]!;
    const left = { ...target.receipts[10]!, index: null, path: null };
    const { out, code } = await run(site, '--receipt', await saveReceipt(left));
    expect(out).toContain('✗ inclusion');
    expect(out).toContain('not_included');
    expect(code).toBe(1);
  });
});

describe('a sealed draw that was called off', () => {
  const newest = draws[4]!;
  const drawn = newest.proof.result!.join(' ');
  let beacon: TestBeacon;
  beforeAll(async () => {
    beacon = await startBeacon();
  });
  afterAll(() => beacon.goAway());

  function callOff(index = 4): PublishedSite {
    const site = publishFive();
    const { proof, shown } = site.draws[index]!;
    proof.result = null;
    proof.beacon.signature = null;
    Object.assign(shown, { result: null, status: 'void' });
    return site;
  }

  test('is a lie when the beacon has its round, and the output has the result that should have been drawn', async () => {
    for (const args of [[newest.drawId], ['--all']]) {
      const { code, out } = await run(callOff(), '--beacon-url', `${beacon.url}/`, ...args);
      expect(out).toContain(`LIE: draw ${newest.drawId}, result, void_though_drawable`);
      expect(out).toContain(`give ${drawn}: that is what should have been drawn`);
      expect(code).toBe(1);
    }
  });

  test('is a lie when the site itself publishes the round', async () => {
    const site = callOff();
    site.draws[4]!.proof.beacon.signature = newest.proof.beacon.signature;
    const { code, out } = await run(site, newest.drawId);
    expect(out).toContain('void_though_drawable');
    expect(code).toBe(1);
  });

  test('is a lie without a beacon, which it could not have waited for', async () => {
    const site = callOff(1);
    site.draws[1]!.proof.seed = null;
    for (const args of [[draws[1]!.drawId], ['--all']]) {
      const { code, out } = await run(site, ...args);
      expect(out).toContain(`LIE: draw ${draws[1]!.drawId}, result, void_after_seal`);
      expect(code).toBe(1);
    }
  });

  test.each<Behaviour>(['lagging', 'lying', 'garbage', 'another round under this name'])(
    'cannot be judged when the relay’s answers are %s, and is not reported as honest',
    async (behaviour) => {
      await beacon.behave(behaviour);
      for (const args of [[newest.drawId], ['--all']]) {
        const { code, out } = await run(callOff(), '--beacon-url', beacon.url, ...args);
        expect(out).toContain('name one with --beacon-url');
        expect(out).not.toContain('LIE');
        expect(code).toBe(2);
      }
      await beacon.behave('honest');
    },
  );

  test('makes the command ask several relays, until one gives the round', async () => {
    const relays = ['http://127.0.0.1:1', beacon.url].flatMap((url) => ['--beacon-url', url]);
    expect((await run(callOff(), ...relays)).code).toBe(1);
  });

  test('before it was sealed is not a lie', async () => {
    const site = callOff();
    const draw = site.draws[4]!;
    Object.assign(draw.proof, { seal: null, sealSignature: null, seed: null });
    draw.listed = null;
    const { code, out } = await run(site, '--beacon-url', beacon.url, newest.drawId);
    expect(out).toContain('called off before it was sealed');
    expect(code).toBe(0);
  });
});

test('for a draw that the site withholds, the only possible result is printed', async () => {
  const beacon = await startBeacon();
  const { code, out } = await run(publishFive(), '--beacon-url', beacon.url, draws[4]!.drawId);
  await beacon.goAway();
  expect(out).toContain(`it can only be ${draws[4]!.proof.result!.join(' ')}`);
  expect(code).toBe(0);
});

describe('a site whose operator changed its key', () => {
  const next = laterKey('next key');
  /** The change came while the second draw was on sale; the third one opened after it. */
  const changed: MadeDraw[] = [];
  for (const operator of [undefined, undefined, next.secret]) {
    const previousSeal = changed.at(-1)?.seal ?? null;
    changed.push(makeDraw({ ...planOf(20 + changed.length), tickets: 3, previousSeal, operator }));
  }
  const announcedAt = changed[1]!.record.opensAt;
  const change = announceKey(next, { announcedAt, seal: changed[0]!.seal });

  function publishChanged(keys: PublishedSite['operatorKeys'] = [firstKey, change]): PublishedSite {
    return { ...publish(changed), operatorKeys: keys };
  }

  test('is proved with no known key, with the old one and with the new one', async () => {
    for (const known of [[], ['--operator-key', toHex(operatorKey)], ['--operator-key', toHex(next.key)]]) {
      const { code, out } = await run(publishChanged(), ...known);
      expect(out).toContain('Draws in the chain of seals: 3. Nothing is false');
      expect(code).toBe(0);
      for (const { drawId } of changed) expect((await run(publishChanged(), drawId, ...known)).code).toBe(0);
    }
  });

  test('proves a receipt that the next key signed, because the draw’s own key is gone', async () => {
    const [ticket] = changed[1]!.receipts;
    const proof = readProof(changed[1]!.proof);
    const message = receiptMessage(drawHash(proof.draw), Buffer.from(ticket!.leaf, 'hex'));
    const receipt = await saveReceipt({ ...ticket, signature: signAsOperator(message, next.secret) });
    expect((await run(publishChanged(), '--receipt', receipt)).code).toBe(0);
    const unannounced = await run(publishChanged([firstKey]), '--receipt', receipt);
    expect(unannounced.out).toContain('receipt_signature_wrong');
    expect(unannounced.code).toBe(1);
  });

  const stranger = laterKey('stranger');
  test.each<[string, PublishedSite['operatorKeys'], string]>([
    ['no list of keys', null, 'operator_key_changed'],
    ['no announcement', [firstKey], 'operator_key_changed'],
    ['an announcement without its record', [firstKey, { ...change, announcement: null }], 'key_change_wrong'],
    ['a forged signature', [firstKey, { ...change, formerSignature: change.signature }], 'key_change_wrong'],
    [
      'the signature of a stranger',
      [firstKey, announceKey(next, { announcedAt, former: { secret: stranger.secret, key: operatorKey } })],
      'key_change_wrong',
    ],
    [
      'an announcement by a stranger who is listed in the operator’s place',
      [{ ...firstKey, key: toHex(stranger.key) }, announceKey(next, { announcedAt, former: stranger })],
      'operator_key_changed',
    ],
    [
      'an announcement before the sales of a draw that the former key signed',
      [firstKey, announceKey(next, { announcedAt: announcedAt - 1, seal: changed[0]!.seal })],
      'operator_key_retired',
    ],
    [
      'an announcement after a seal that is not in the chain',
      [firstKey, announceKey(next, { announcedAt, seal: target.seal })],
      'key_change_not_in_chain',
    ],
  ])('is refuted with %s', async (_, keys, code) => {
    const { out, code: exitCode } = await run(publishChanged(keys), '--operator-key', toHex(operatorKey));
    expect(out).toContain(`, ${code}: `);
    expect(exitCode).toBe(1);
  });

  test('is refuted without a known key too, when the announcement is missing', async () => {
    for (const keys of [null, [firstKey]]) {
      const { out, code } = await run(publishChanged(keys));
      expect(out).toContain(', operator_key_changed: ');
      expect(code).toBe(1);
    }
  });
});

function planOf(index: number) {
  return { beacon: true, drawsAt: 1_763_000_000_000 + index * 300_000 };
}

test('the command prints what it finds and exits with its code', async () => {
  const script = fileURLToPath(new URL('verify.ts', import.meta.url));
  const command = (url: string) => promisify(execFile)(process.execPath, [script, url, '--beacon-chain', chainFile]);
  const honest = await serve(publishFive());
  expect((await command(honest.url)).stdout).toContain('Nothing is false');
  await honest.stop();
  const site = publishFive();
  site.draws[2]!.proof.seed = toHex(bytesNamed('other seed'));
  const lying = await serve(site);
  await expect(command(lying.url)).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringContaining('seed_swapped') as string,
  });
  await lying.stop();
  await expect(command(lying.url)).rejects.toMatchObject({ code: 2, stdout: '' });
});

describe('a check that cannot be made is not reported as honest', () => {
  test('an unknown draw', async () => {
    const { code, out } = await run(publishFive(), '01234567-89ab-7cde-8f01-23456789abcd');
    expect(out).toContain('withheld');
    expect(code).toBe(1);
  });

  test('a beacon chain that was not named', async () => {
    const { url, stop } = await serve(publishFive());
    const { code, out } = await verify(url);
    await stop();
    expect(out).toContain('beacon_chain_unknown');
    expect(code).toBe(1);
  });

  test('a site that does not answer', async () => {
    const { url, stop } = await serve(publishFive());
    await stop();
    const { code, err } = await verify(url);
    expect(err).toContain('did not answer');
    expect(code).toBe(2);
  });

  test.each([
    [[]],
    [['not-an-address']],
    [['http://localhost', 'a', 'b']],
    [['http://localhost', 'a', '--all']],
    [['http://localhost', '--everything']],
    [['http://localhost', '--receipt', '/no/such/file']],
    [['http://localhost', '--operator-key', 'ff']],
    [['http://localhost', '--beacon-url', 'nowhere']],
  ])('arguments %j', async (args) => {
    const { code, err } = await verify(...args);
    expect(err.length).toBeGreaterThan(20);
    expect(code).toBe(2);
  });
});

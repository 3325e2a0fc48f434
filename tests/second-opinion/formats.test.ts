import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { quicknet, roundOf, valueOf } from '#second-opinion/beacon.ts';
import { sha256, u32, u8, uuidBytes } from '#second-opinion/bytes.ts';
import { help, readArguments } from '#second-opinion/arguments.ts';
import { readDrawRecord, readSealRecord } from '#second-opinion/records.ts';
import { computeResult, opensCommitment } from '#second-opinion/result.ts';
import { betTypes, isPlayable, isStakeAllowed, payTable, rulesHash } from '#second-opinion/rules.ts';
import { leafMaker, Leaves, Tree } from '#second-opinion/tree.ts';
import { bytesOf, drawVectors, merkleVectors, quicknetVectors } from '#tests/vectors/vectors.ts';

const root = join(import.meta.dirname, '../..');
const rulesDocument = readFileSync(join(root, 'domain/rules/izi-1.json'));

const codeOf = (name: string) => [...betTypes].find(([, type]) => type.name === name)![0];

test.each(drawVectors.draws)(
  'the draw of the vectors: $title',
  ({ draw, tickets, leaves, sealHash, proof, drawHash }) => {
    const record = readDrawRecord(Buffer.from(proof.draw, 'hex'));
    expect(record.hash.toString('hex')).toBe(drawHash);
    expect(record).toMatchObject({
      drawId: draw.drawId,
      moment: draw.drawsAt,
      closesAt: draw.closesAt,
      beacon: draw.beaconKind,
      round: draw.beaconRound,
    });
    const salts = new Map(tickets.map(({ ticketId, salt }) => [ticketId.replaceAll('-', ''), bytesOf(salt)]));
    const leafOf = leafMaker(draw.drawId, (id) => salts.get(Buffer.from(id).toString('hex'))!);
    const made = new Leaves();
    const own = tickets.map(({ ticketId, acceptedAt, name, stake, numbers }) =>
      leafOf({ id: uuidBytes(ticketId), acceptedAt, type: codeOf(name), numbers, stake }),
    );
    for (const leaf of own) made.add(leaf);
    expect(own.map((leaf) => leaf.toString('hex')).toSorted()).toEqual(leaves);
    const { count, root, digest, twice } = made.finish();
    expect(twice).toBe(false);
    expect(digest).toEqual(
      createHash('sha256')
        .update(Buffer.from(leaves.join(''), 'hex'))
        .digest(),
    );
    const seal = readSealRecord(Buffer.from(proof.seal!, 'hex'));
    expect(seal.hash.toString('hex')).toBe(sealHash);
    expect({ tickets: seal.tickets, root: seal.root, stakes: seal.stakes, drawHash: seal.drawHash }).toEqual({
      tickets: count,
      root,
      stakes: tickets.reduce((sum, { stake }) => sum + stake, 0),
      drawHash: record.hash,
    });
    const seed = bytesOf(proof.seed!);
    expect(opensCommitment(record, bytesOf(proof.commitment), seed)).toBe(true);
    expect(opensCommitment(record, bytesOf(proof.commitment), new Uint8Array(32))).toBe(false);
    const { signature } = proof.beacon;
    const value = signature === null ? null : createHash('sha256').update(bytesOf(signature)).digest();
    expect(computeResult(record, seal.hash, seed, value).map(String)).toEqual(proof.result);
  },
);

test('leaves of a large draw, most of which are on the disk', () => {
  // Two parts, of which one is written out several times and one stays in memory.
  const leaves = Array.from({ length: 5_000 }, (_, index) => {
    const leaf = sha256(u32(index));
    leaf[0] = index % 10 === 0 ? 7 : 3;
    return leaf;
  });
  const made = new Leaves();
  for (const leaf of leaves) made.add(leaf);
  const sorted = leaves.toSorted((one, other) => one.compare(other));
  const tree = new Tree();
  for (const leaf of sorted) tree.add(leaf);
  expect(made.finish()).toEqual({
    count: 5_000,
    root: tree.root(),
    digest: createHash('sha256').update(Buffer.concat(sorted)).digest(),
    twice: false,
  });
  const doubled = new Leaves();
  for (const leaf of [...leaves, leaves[0]!]) doubled.add(leaf);
  expect(doubled.finish().twice).toBe(true);
});

test('the roots of the tree of RFC 9162, and the beacon’s values', () => {
  for (const { size, root } of drawVectors.trees) {
    const tree = new Tree();
    for (let index = 0; index < size; index++) tree.add(sha256(u8(0), u32(index)));
    expect(tree.root().toString('hex')).toBe(root);
  }
  expect(new Leaves().finish().root.toString('hex')).toBe(merkleVectors.emptyRoot);
  expect(quicknet).toMatchObject({
    hash: quicknetVectors.chain.hash,
    genesis: quicknetVectors.chain.genesis_time,
    period: quicknetVectors.chain.period,
  });
  expect(quicknet.publicKey.toString('hex')).toBe(quicknetVectors.chain.public_key);
  for (const { round, randomness, signature } of quicknetVectors.rounds) {
    const bytes = Buffer.from(signature, 'hex');
    expect(valueOf(quicknet, round, bytes)?.toString('hex')).toBe(randomness);
    expect(valueOf(quicknet, round + 1, bytes)).toBeNull();
    expect(roundOf(quicknet, (quicknet.genesis + (round - 1) * quicknet.period) * 1_000)).toBe(round);
  }
});

test('the second opinion has the rules of the document', () => {
  expect(rulesHash).toEqual(createHash('sha256').update(rulesDocument).digest());
  const { betTypes: documented } = JSON.parse(rulesDocument.toString()) as {
    betTypes: {
      name: string;
      code: number;
      slots: number;
      stake: { min: number; max: number; step: number };
      tiers: { hits: number; mult: number }[];
      probability: string;
      rtp: string;
    }[];
  };
  expect([...betTypes.keys()]).toEqual(documented.map(({ code }) => code));
  for (const { name, code, slots, stake, tiers, probability, rtp } of documented) {
    expect(betTypes.get(code)).toMatchObject({
      name,
      numbers: slots,
      stake: { from: stake.min, to: stake.max, step: stake.step },
    });
    expect(isStakeAllowed(code, stake.min)).toBe(true);
    expect(isStakeAllowed(code, stake.min - stake.step)).toBe(false);
    expect(isStakeAllowed(code, stake.max + stake.step)).toBe(false);
    expect(isStakeAllowed(code, stake.min + 1)).toBe(false);
    // Counted over every selection, and compared with the fractions of the document.
    const pays = payTable(drawn);
    let [all, won, paid] = [0, 0, 0];
    const multiples = new Set<number>();
    for (const [selection, times] of slots === 9 ? ordersByHits() : selectionsOf(slots)) {
      const multiple = pays(code, selection);
      all += times;
      if (multiple > 0) won += times;
      paid += multiple * times;
      multiples.add(multiple);
    }
    const [chances, of] = probability.split('/').map(Number) as [number, number];
    const [share, whole] = rtp.split('/').map(Number) as [number, number];
    expect(won * of).toBe(all * chances);
    expect(paid * whole).toBe(all * share);
    expect([...multiples].toSorted((one, other) => one - other)).toEqual(
      [...new Set([0, ...tiers.map(({ mult }) => mult)])].toSorted((one, other) => one - other),
    );
  }
  expect(isPlayable(2, [1, 2])).toBe(false);
  expect(isPlayable(3, [1, 1])).toBe(false);
  expect(isPlayable(3, [1, 0])).toBe(false);
  expect(isPlayable(7, [1])).toBe(false);
});

test('the second opinion needs no file of the site, and its help says how to copy it', () => {
  const own = readJson('second-opinion/package.json');
  const { dependencies } = readJson('package.json');
  // The same versions as the site's, which the lockfile holds.
  expect(own.dependencies).toEqual({ '@noble/curves': dependencies['@noble/curves'], pg: dependencies['pg'] });
  expect(help).toContain('copy this folder alone');
  for (const wrong of [
    [],
    ['--watch', '--draw', 'x'],
    ['--draw', 'x'],
    ['--from', '2026-13-01'],
    ['--figures'],
    ['--wat'],
  ]) {
    expect(typeof readArguments(wrong, {}), wrong.join(' ')).toBe('string');
  }
  expect(readArguments(['--from', '2026-11-01', '--figures', '--zone', 'Europe/Paris'], {})).toMatchObject({
    mode: 'figures',
    from: '2026-11-01',
    to: '2026-11-01',
    zone: 'Europe/Paris',
  });
});

function readJson(path: string): { dependencies: Record<string, string> } {
  return JSON.parse(readFileSync(join(root, path), 'utf8')) as { dependencies: Record<string, string> };
}

const drawn = [5, 1, 9, 3, 7, 2, 8, 4, 6];

/** Every way to pick so many different numbers, in an order. */
function* selectionsOf(slots: number, picked = ''): Generator<[selection: number, times: number]> {
  if (picked.length === slots) {
    yield [Number(picked), 1];
    return;
  }
  for (const number of '123456789') if (!picked.includes(number)) yield* selectionsOf(slots, picked + number);
}

/** An order for each set of places that are exact, and how many orders have exactly these: the rest is a derangement. */
function* ordersByHits(): Generator<[selection: number, times: number]> {
  const derangements = [1, 0, 1, 2, 9, 44, 265, 1_854, 14_833, 133_496];
  for (let set = 0; set < 512; set++) {
    const others = drawn.filter((_, place) => (set & (1 << place)) === 0);
    const moved = [...others.slice(1), ...others.slice(0, 1)];
    const order = drawn.map((number, place) => ((set & (1 << place)) === 0 ? moved.shift()! : number));
    yield [Number(order.join('')), derangements[others.length]!];
  }
}

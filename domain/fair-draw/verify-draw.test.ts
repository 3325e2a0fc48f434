import { describe, expect, test } from 'vitest';
import {
  bytesNamed,
  makeDraw,
  makeTicket,
  operatorKey,
  ownChain,
  rulesDocument,
  signAsOperator,
  signRound,
  type MadeDraw,
} from '#tests/support/draws/fair-draw.ts';
import { bytesOf, drawVectors, type ProofAnswer } from '#tests/vectors/vectors.ts';
import { quicknet } from './beacon.ts';
import { MalformedBytes, concatBytes, toHex } from './bytes.ts';
import { commitmentTo } from './commitment.ts';
import { drawHash, encodeDraw } from './draw-record.ts';
import { sortLeaves } from './leaves.ts';
import { buildTree } from './merkle.ts';
import { readProof } from './proof.ts';
import { encodeSeal, decodeSeal, sealHash } from './seal-record.ts';
import { commitmentMessage } from './signatures.ts';
import { verdictOf, type Step } from './steps.ts';
import { encodeTicket, ticketLeaf } from './ticket-record.ts';
import { sealTimeFixedFrom, verifyDraw, type DrawCheck, type DrawStepName } from './verify-draw.ts';

const first = makeDraw({ tickets: 3, beacon: true, drawsAt: 1_762_999_700_000 });
const made = makeDraw({ tickets: 11, beacon: true, previousSeal: first.seal });
const trusted = makeDraw({ tickets: 11, beacon: false, previousSeal: first.seal });

function honestCheck(draw: MadeDraw): DrawCheck {
  return {
    drawId: draw.drawId,
    proof: readProof(draw.proof),
    chains: [quicknet, ownChain],
    operatorKey,
    rulesDocument,
    leaves: draw.leaves,
    previousSeal: first.seal,
    shown: {
      status: 'settled',
      closesAt: draw.record.closesAt,
      drawsAt: draw.record.drawsAt,
      commitment: bytesOf(draw.proof.commitment),
      result: draw.proof.result!.map(Number),
    },
  };
}

function withProof(draw: MadeDraw, changes: Partial<ProofAnswer>): DrawCheck {
  return { ...honestCheck(draw), proof: readProof({ ...draw.proof, ...changes }) };
}

function statesOf(steps: readonly Step<DrawStepName>[]) {
  return Object.fromEntries(steps.map(({ name, state, code }) => [name, `${state} ${code}`]));
}

function failuresOf(steps: readonly Step<DrawStepName>[]) {
  return steps.filter(({ state }) => state === 'failed').map(({ name, code }) => `${name}: ${code}`);
}

describe('an honest draw', () => {
  test('is proved, and each step is reported as soon as it is decided', async () => {
    const told: Step<DrawStepName>[] = [];
    const steps = await verifyDraw(honestCheck(made), (step) => told.push(step));
    expect(steps.filter((step) => step.state !== 'passed')).toEqual([]);
    expect(verdictOf(steps)).toBe('proved');
    expect(told).toEqual(steps);
    expect(steps.map((step) => step.name)).toEqual([
      'draw',
      'operator',
      'rules',
      'commitment',
      'seal',
      'seal-signature',
      'seal-time',
      'seal-chain',
      'leaves',
      'root',
      'seed',
      'beacon',
      'result',
      'shown',
    ]);
  });

  test('an honest draw without a beacon is proved, and called operator-trusted', async () => {
    const steps = await verifyDraw(honestCheck(trusted));
    expect(verdictOf(steps)).toBe('proved');
    expect(statesOf(steps).beacon).toBe('passed operator_trusted');
  });

  test('an honest draw that is the first of its site, or has no ticket, is proved', async () => {
    const empty = makeDraw({ tickets: 0, beacon: true });
    expect(verdictOf(await verifyDraw({ ...honestCheck(empty), previousSeal: null }))).toBe('proved');
  });

  test('is partial, not proved, without the leaves, the rules and the seal before', async () => {
    const { drawId, proof, chains } = honestCheck(made);
    const steps = await verifyDraw({ drawId, proof, chains });
    expect(verdictOf(steps)).toBe('partial');
    expect(steps.filter((step) => step.state === 'skipped').map((step) => step.name)).toEqual([
      'rules',
      'seal-chain',
      'leaves',
      'root',
    ]);
  });

  test.each(drawVectors.draws)('an honest draw of the independent implementation is proved: $title', async (vector) => {
    const index = drawVectors.draws.indexOf(vector);
    const steps = await verifyDraw({
      drawId: vector.draw.drawId,
      proof: readProof(vector.proof),
      chains: [quicknet],
      rulesDocument: bytesOf(drawVectors.rulesDocument),
      leaves: bytesOf(vector.leaves.join('')),
      previousSeal: index === 0 ? null : bytesOf(drawVectors.draws[index - 1]!.proof.seal!),
    });
    expect(failuresOf(steps)).toEqual([]);
    expect(verdictOf(steps)).toBe('proved');
  });
});

describe('an unfinished draw is pending, not failed', () => {
  const unsealed = {
    seal: null,
    sealSignature: null,
    seed: null,
    result: null,
    beacon: { ...made.proof.beacon, signature: null },
  };

  test('before the seal', async () => {
    const steps = await verifyDraw({ ...withProof(made, unsealed), shown: undefined });
    expect(verdictOf(steps)).toBe('pending');
    expect(statesOf(steps)).toMatchObject({
      commitment: 'passed ok',
      seal: 'pending not_yet',
      seed: 'pending not_yet',
    });
  });

  test('a draw is pending between the seal and the beacon', async () => {
    const waiting = { beacon: unsealed.beacon, result: null };
    const steps = await verifyDraw({ ...withProof(made, waiting), shown: undefined });
    expect(verdictOf(steps)).toBe('pending');
    expect(statesOf(steps)).toMatchObject({ root: 'passed ok', seed: 'passed ok', beacon: 'pending not_yet' });
  });

  test('with the beacon there, the result is known before it is published', async () => {
    const steps = await verifyDraw({ ...withProof(made, { result: null }), shown: undefined });
    expect(statesOf(steps).result).toBe('pending result_due');
    expect(steps.find((step) => step.name === 'result')!.sentence).toContain(made.proof.result!.join(' '));
  });

  test('without a beacon, the seed stays secret until the draw', async () => {
    const steps = await verifyDraw({ ...withProof(trusted, { seed: null, result: null }), shown: undefined });
    expect(statesOf(steps)).toMatchObject({ seed: 'pending not_yet', result: 'pending not_yet' });
  });
});

describe('a draw that was called off', () => {
  const drawn = made.proof.result!.join(' ');
  const unsigned = { ...made.proof.beacon, signature: null };
  const calledOff = (draw: MadeDraw, changes: Partial<ProofAnswer>): DrawCheck => {
    const check = withProof(draw, { result: null, ...changes });
    return { ...check, shown: { ...check.shown!, status: 'void', result: null } };
  };
  const find = (steps: readonly Step<DrawStepName>[], name: DrawStepName) => steps.find((step) => step.name === name)!;

  test.each([
    ['with a beacon', made],
    ['without one', trusted],
  ])('before it was sealed, %s, is not a lie, and no further step is expected', async (_, draw) => {
    const beacon = { ...draw.proof.beacon, signature: null };
    const steps = await verifyDraw(calledOff(draw, { seal: null, sealSignature: null, seed: null, beacon }));
    expect(failuresOf(steps)).toEqual([]);
    expect(verdictOf(steps)).toBe('partial');
    expect(statesOf(steps)).toMatchObject({ seal: 'skipped void', result: 'skipped void', shown: 'passed void' });
  });

  test('although its beacon value is published is a lie, and the report has the result that should have been drawn', async () => {
    const steps = await verifyDraw(calledOff(made, {}));
    expect(failuresOf(steps)).toEqual(['result: void_though_drawable']);
    expect(find(steps, 'result').sentence).toContain(`give ${drawn}: that is what should have been drawn`);
  });

  test('although the beacon gives its value is the same lie', async () => {
    const beaconSignature = signRound(made.record.beacon.round);
    const steps = await verifyDraw({ ...calledOff(made, { beacon: unsigned }), beaconSignature });
    expect(failuresOf(steps)).toEqual(['result: void_though_drawable']);
    expect(find(steps, 'beacon').sentence).toContain('The site does not publish it');
    expect(find(steps, 'result').sentence).toContain(drawn);
  });

  test('is not reported as honest until the beacon was asked, and the report says where to ask', async () => {
    const steps = await verifyDraw(calledOff(made, { beacon: unsigned }));
    expect(verdictOf(steps)).toBe('partial');
    expect(statesOf(steps)).toMatchObject({ beacon: 'skipped beacon_not_asked', result: 'skipped void' });
    const [vector] = drawVectors.draws.filter(({ proof }) => proof.beacon.kind === 1);
    const check = { ...honestCheck(made), drawId: vector!.draw.drawId, previousSeal: undefined, leaves: undefined };
    const proof = readProof({ ...vector!.proof, result: null, beacon: { ...vector!.proof.beacon, signature: null } });
    const ofQuicknet = await verifyDraw({ ...check, proof, shown: { ...check.shown!, status: 'void' } });
    expect(find(ofQuicknet, 'beacon').sentence).toContain(
      `https://api.drand.sh/${toHex(quicknet.hash)}/public/${vector!.proof.beacon.round}`,
    );
  });

  test('after it was sealed without a beacon is a lie, with and without its seed', async () => {
    expect(failuresOf(await verifyDraw(calledOff(trusted, { seed: null })))).toEqual(['result: void_after_seal']);
    const told = await verifyDraw(calledOff(trusted, {}));
    expect(failuresOf(told)).toEqual(['result: void_though_drawable']);
    expect(find(told, 'result').sentence).toContain(trusted.proof.result!.join(' '));
  });
});

describe('the time of a seal without a beacon', () => {
  const sealedAfter = (milliseconds: number, drawsAt?: number) =>
    makeDraw({
      tickets: 3,
      beacon: false,
      previousSeal: first.seal,
      sealedAfter: milliseconds,
      ...(drawsAt !== undefined && { drawsAt }),
    });

  test('is the close of sales, since 2027', async () => {
    const honest = await verifyDraw(honestCheck(sealedAfter(0, sealTimeFixedFrom)));
    expect(failuresOf(honest)).toEqual([]);
    for (const later of [1, 700]) {
      const steps = await verifyDraw(honestCheck(sealedAfter(later, sealTimeFixedFrom)));
      expect(failuresOf(steps)).toEqual(['seal-time: seal_time_chosen']);
    }
  });

  test('was the operator’s choice before 2027, which is reported', async () => {
    const steps = await verifyDraw(honestCheck(sealedAfter(700, sealTimeFixedFrom - 1)));
    expect(verdictOf(steps)).toBe('proved');
    expect(statesOf(steps)['seal-time']).toBe('passed seal_time_chosen');
  });
});

describe('tampering', () => {
  const seal = decodeSeal(made.seal);
  const leaf = (index: number) => made.leaves.slice(index * 32, index * 32 + 32);
  const leafOf = (change: object) => ticketLeaf(encodeTicket({ ...made.tickets[0]!, ...change }));
  const replaced = (other: Uint8Array) => {
    const original = toHex(leafOf({}));
    const leaves = Array.from({ length: 11 }, (_, index) => leaf(index));
    return sortLeaves(concatBytes(...leaves.map((each) => (toHex(each) === original ? other : each))));
  };
  const flip = (hex: string) =>
    `${hex.slice(0, -2)}${(Number.parseInt(hex.slice(-2), 16) ^ 1).toString(16).padStart(2, '0')}`;
  const resealed = (change: object) => {
    const bytes = encodeSeal({ ...seal, ...change });
    return { seal: toHex(bytes), sealSignature: signAsOperator(bytes) };
  };
  const otherSeed = bytesNamed('a seed that suits better');
  const otherCommitment = commitmentTo(drawHash(encodeDraw(made.record)), otherSeed);
  const beacon = made.proof.beacon;
  const next = beacon.round + 1;

  test.each<[string, () => DrawCheck, string[]]>([
    [
      'added ticket',
      () => ({
        ...honestCheck(made),
        leaves: sortLeaves(concatBytes(made.leaves, ticketLeaf(encodeTicket(makeTicket(made.record, 99))))),
      }),
      ['leaves: leaf_count_wrong', 'root: root_wrong'],
    ],
    [
      'dropped ticket',
      () => ({ ...honestCheck(made), leaves: made.leaves.slice(32) }),
      ['leaves: leaf_count_wrong', 'root: root_wrong'],
    ],
    [
      'changed stake',
      () => ({ ...honestCheck(made), leaves: replaced(leafOf({ stake: 1_500 })) }),
      ['root: root_wrong'],
    ],
    [
      'changed numbers',
      () => ({ ...honestCheck(made), leaves: replaced(leafOf({ numbers: [1, 2, 3, 4, 5, 6, 7, 8, 9] })) }),
      ['root: root_wrong'],
    ],
    ['swapped seed', () => withProof(made, { seed: toHex(otherSeed) }), ['seed: seed_swapped', 'result: result_wrong']],
    [
      'swapped seed with a commitment of its own',
      () =>
        withProof(made, {
          seed: toHex(otherSeed),
          commitment: toHex(otherCommitment),
          commitmentSignature: signAsOperator(commitmentMessage(drawHash(encodeDraw(made.record)), otherCommitment)),
        }),
      ['seal: seal_other_commitment', 'result: result_wrong', 'shown: shown_differs'],
    ],
    [
      'other round',
      () => withProof(made, { beacon: { ...beacon, round: next, signature: toHex(signRound(next)) } }),
      ['beacon: beacon_other_round', 'result: result_wrong'],
    ],
    [
      'other round’s value under this round’s number',
      () => withProof(made, { beacon: { ...beacon, signature: toHex(signRound(next)) } }),
      ['beacon: beacon_signature_wrong', 'result: result_wrong'],
    ],
    [
      'a round that is not the draw’s, named from the start',
      () => ({ ...honestCheck(makeDraw({ tickets: 2, beacon: true, previousSeal: first.seal, roundsLate: 5 })) }),
      ['beacon: beacon_round_wrong'],
    ],
    [
      'a chain that nobody knows',
      () => ({ ...honestCheck(made), chains: [quicknet] }),
      ['beacon: beacon_chain_unknown'],
    ],
    [
      'another chain',
      () => withProof(made, { beacon: { ...beacon, chain: toHex(quicknet.hash) } }),
      ['beacon: beacon_other_chain'],
    ],
    [
      'no beacon where one was named',
      () => withProof(made, { beacon: { kind: 0, chain: '00'.repeat(32), round: 0, signature: null } }),
      ['beacon: beacon_other_kind'],
    ],
    [
      'a beacon where none was named',
      () => withProof(trusted, { beacon: { ...trusted.proof.beacon, signature: beacon.signature } }),
      ['beacon: beacon_unasked'],
    ],
    [
      'a result without the beacon’s value',
      () => withProof(made, { beacon: { ...beacon, signature: null } }),
      ['beacon: beacon_withheld'],
    ],
    [
      'altered rules document',
      () => ({ ...honestCheck(made), rulesDocument: Uint8Array.of(...rulesDocument, 10) }),
      ['rules: rules_altered'],
    ],
    [
      'reordered leaves',
      () => ({ ...honestCheck(made), leaves: concatBytes(leaf(1), leaf(0), made.leaves.slice(64)) }),
      ['leaves: leaves_unordered', 'root: root_wrong'],
    ],
    [
      'duplicated leaf in place of another',
      () => ({ ...honestCheck(made), leaves: concatBytes(leaf(0), leaf(0), made.leaves.slice(64)) }),
      ['leaves: leaf_duplicated', 'root: root_wrong'],
    ],
    [
      'last leaf doubled, which other trees allow',
      () => ({ ...honestCheck(made), leaves: concatBytes(made.leaves, leaf(10)) }),
      ['leaves: leaf_duplicated', 'root: root_wrong'],
    ],
    [
      'leaves cut in the middle of a hash',
      () => ({ ...honestCheck(made), leaves: made.leaves.slice(0, -1) }),
      ['leaves: leaves_malformed'],
    ],
    [
      'inner nodes passed off as leaves',
      () => {
        // The level above the leaves hashes to the same root; only the number of leaves shows the difference.
        const two = makeDraw({ tickets: 2, beacon: true, previousSeal: first.seal });
        return { ...honestCheck(two), leaves: buildTree(two.leaves).levels[1]! };
      },
      ['leaves: leaf_count_wrong'],
    ],
    [
      'wrong signature of the commitment',
      () => withProof(made, { commitmentSignature: flip(made.proof.commitmentSignature) }),
      ['commitment: commitment_signature_wrong'],
    ],
    [
      'wrong signature of the seal',
      () => withProof(made, { sealSignature: flip(made.proof.sealSignature!) }),
      ['seal-signature: seal_signature_wrong'],
    ],
    [
      'no signature of the seal',
      () => withProof(made, { sealSignature: null }),
      ['seal-signature: seal_signature_wrong'],
    ],
    [
      'another operator’s key',
      () => withProof(made, { operatorKey: toHex(bytesNamed('another key')) }),
      [
        'operator: operator_key_changed',
        'commitment: commitment_signature_wrong',
        'seal-signature: seal_signature_wrong',
      ],
    ],
    [
      'broken chain of seals',
      () => ({ ...honestCheck(made), previousSeal: encodeSeal({ ...decodeSeal(first.seal), size: 4 }) }),
      ['seal-chain: seal_chain_broken'],
    ],
    [
      'a second first seal',
      () => ({ ...honestCheck(makeDraw({ tickets: 2, beacon: true })), previousSeal: first.seal }),
      ['seal-chain: seal_chain_broken'],
    ],
    [
      'a chain that ends before the first seal',
      () => ({ ...honestCheck(made), previousSeal: null }),
      ['seal-chain: seal_chain_broken'],
    ],
    [
      'sealed before sales closed',
      () => withProof(made, resealed({ sealedAt: made.record.closesAt - 1 })),
      ['seal-time: sealed_before_close', 'result: result_wrong'],
    ],
    [
      'sealed at the moment of the draw',
      () => withProof(made, resealed({ sealedAt: made.record.drawsAt })),
      ['seal-time: sealed_after_draw', 'result: result_wrong'],
    ],
    [
      'another draw’s seal',
      () => withProof(made, { seal: first.proof.seal, sealSignature: first.proof.sealSignature }),
      [
        'seal: seal_other_draw',
        'seal-time: sealed_before_close',
        'seal-chain: seal_chain_broken',
        'leaves: leaf_count_wrong',
        'root: root_wrong',
        'result: result_wrong',
      ],
    ],
    [
      'a seal that cannot be read',
      () => withProof(made, { seal: flip(made.proof.seal!).replace('697a69', '000000') }),
      ['seal: seal_malformed'],
    ],
    ['another draw’s record', () => ({ ...honestCheck(made), proof: readProof(first.proof) }), ['draw: draw_other']],
    [
      'a draw record that cannot be read',
      () => withProof(made, { draw: flip(made.proof.draw) }),
      ['draw: draw_malformed'],
    ],
    [
      'seed withheld after the seal',
      () => ({ ...withProof(made, { seed: null, result: null }), shown: undefined }),
      ['seed: seed_withheld'],
    ],
    ['seed withheld after the result', () => withProof(trusted, { seed: null }), ['seed: seed_withheld']],
    [
      'seed shown before the seal',
      () => ({ ...withProof(made, { seal: null, sealSignature: null, result: null }), shown: undefined }),
      ['seed: seed_early'],
    ],
    [
      'a result without a seal',
      () => withProof(made, { seal: null, sealSignature: null }),
      ['seed: seed_early', 'result: result_early'],
    ],
    [
      'changed result',
      () => withProof(made, { result: made.proof.result!.toReversed() }),
      ['result: result_wrong', 'shown: shown_differs'],
    ],
  ])('%s', async (_, check, failures) => {
    const steps = await verifyDraw(check());
    expect(failuresOf(steps)).toEqual(failures);
    expect(verdictOf(steps)).toBe('refuted');
  });

  test.each<[string, Partial<NonNullable<DrawCheck['shown']>>, string]>([
    ['closing time', { closesAt: 1 }, 'shown_differs'],
    ['time', { drawsAt: 1 }, 'shown_differs'],
    ['commitment', { commitment: bytesNamed('other') }, 'shown_differs'],
    ['missing commitment', { commitment: null }, 'shown_differs'],
    ['result', { result: [1, 2, 3, 4, 5, 6, 7, 8, 9] }, 'shown_differs'],
    ['void after a result', { status: 'void' }, 'void_after_result'],
  ])('showing players another %s', async (_, change, code) => {
    const check = honestCheck(made);
    const steps = await verifyDraw({ ...check, shown: { ...check.shown!, ...change } });
    expect(failuresOf(steps)).toEqual([`shown: ${code}`]);
  });

  test('an operator who makes the whole draw anew after the beacon is caught by the chain', async () => {
    const anew = makeDraw({ tickets: 12, beacon: true, previousSeal: first.seal, drawId: made.drawId });
    const after = makeDraw({ tickets: 1, beacon: true, previousSeal: made.seal });
    expect(sealHash(anew.seal)).not.toEqual(sealHash(made.seal));
    expect(failuresOf(await verifyDraw({ ...honestCheck(after), previousSeal: made.seal }))).toEqual([]);
    expect(failuresOf(await verifyDraw({ ...honestCheck(after), previousSeal: anew.seal }))).toEqual([
      'seal-chain: seal_chain_broken',
    ]);
  });
});

test.each<[string, unknown]>([
  ['nothing', null],
  ['no beacon', { ...made.proof, beacon: null }],
  ['hex of another length', { ...made.proof, seed: made.proof.seed!.slice(2) }],
  ['no hex', { ...made.proof, seal: 'seal' }],
  ['a missing field', { ...made.proof, operatorKey: undefined }],
  ['a round that is no number', { ...made.proof, beacon: { ...made.proof.beacon, round: '5' } }],
  ['eight numbers', { ...made.proof, result: made.proof.result!.slice(1) }],
  ['a number twice', { ...made.proof, result: [...made.proof.result!.slice(1), made.proof.result![1]] }],
])('a proof that is %s is refused', (_, answer) => {
  expect(() => readProof(answer)).toThrow(MalformedBytes);
});

import { bls12_381 } from '@noble/curves/bls12-381.js';
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bytesOf, quicknetVectors } from '#tests/vectors/vectors.ts';
import { ownChain, signRound } from '#tests/support/draws/fair-draw.ts';
import { beaconMessage, findFalseRounds, verifyBeaconSignature } from './beacon-signature.ts';
import { beaconValue, quicknet, readBeaconChain, roundFor, roundTime } from './beacon.ts';
import { MalformedBytes, toHex } from './bytes.ts';

const { chain, rounds } = quicknetVectors;

describe('quicknet', () => {
  test('is pinned as drand publishes it', () => {
    expect(readBeaconChain(chain)).toEqual(quicknet);
  });

  test('the chain’s hash covers the pinned key, genesis and period', () => {
    const numbers = Buffer.alloc(12);
    numbers.writeUInt32BE(quicknet.period, 0);
    numbers.writeBigInt64BE(BigInt(quicknet.genesis), 4);
    const hash = createHash('sha256')
      .update(numbers)
      .update(quicknet.publicKey)
      .update(bytesOf(chain.groupHash))
      .update(chain.metadata.beaconID);
    expect(hash.digest('hex')).toBe(toHex(quicknet.hash));
  });

  test.each(rounds)('round $round verifies and gives its published randomness', ({ round, randomness, signature }) => {
    expect(verifyBeaconSignature(quicknet, round, bytesOf(signature))).toBe(true);
    expect(toHex(beaconValue(bytesOf(signature)))).toBe(randomness);
  });

  const signature = bytesOf(rounds[1]!.signature);

  test.each<[string, number, Uint8Array]>([
    ['another round', 1001, signature],
    ['another round’s signature', 1000, bytesOf(rounds[0]!.signature)],
    ['one bit of it', 1000, signature.map((byte, index) => (index === 47 ? byte ^ 1 : byte))],
    ['the negated point', 1000, signature.map((byte, index) => (index === 0 ? byte ^ 0x20 : byte))],
    ['the point at infinity', 1000, Uint8Array.of(0xc0, ...new Uint8Array(47))],
    ['nothing', 1000, new Uint8Array(0)],
    ['47 bytes', 1000, signature.slice(1)],
    ['49 bytes', 1000, Uint8Array.of(...signature, 0)],
    ['96 bytes, uncompressed', 1000, bls12_381.G1.Point.fromBytes(signature).toBytes(false)],
  ])('refuses %s', (_, round, bytes) => {
    expect(verifyBeaconSignature(quicknet, round, bytes)).toBe(false);
  });

  test('refuses a second encoding of a valid signature, which would give another random value', () => {
    const { shortSignatures, fields } = bls12_381;
    const secret = Uint8Array.from({ length: 32 }, (_, index) => index + 1);
    const own = { ...quicknet, publicKey: shortSignatures.getPublicKey(secret).toBytes() };
    // About one point in four has an x so small that x plus the field's order fits in the same 381 bits.
    const flags = 7n << 381n;
    for (let round = 1; ; round++) {
      const right = shortSignatures.Signature.toBytes(shortSignatures.sign(beaconMessage(round), secret));
      const value = BigInt(`0x${toHex(right)}`);
      const x = (value & ~flags) + fields.Fp.ORDER;
      if (x >> 381n) continue;
      expect(verifyBeaconSignature(own, round, right)).toBe(true);
      expect(verifyBeaconSignature(own, round, bytesOf(((value & flags) | x).toString(16)))).toBe(false);
      return;
    }
  });

  test('refuses a point of the curve that is outside the group', () => {
    const { Fp } = bls12_381.fields;
    for (let x = 1n; ; x++) {
      const square = Fp.add(Fp.pow(x, 3n), 4n);
      if (!Fp.eql(Fp.pow(square, (Fp.ORDER - 1n) / 2n), Fp.ONE)) continue;
      const bytes = bytesOf((x | (1n << 383n)).toString(16).padStart(96, '0'));
      expect(verifyBeaconSignature(quicknet, 1000, bytes)).toBe(false);
      return;
    }
  });
});

describe('many rounds of one chain', () => {
  const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));
  const right = [1_000, 1_001, 1_002, 1_003].map((round) => ({ round, signature: signRound(round) }));

  test('are valid together', () => {
    expect(findFalseRounds(ownChain, right, random)).toEqual([]);
    expect(findFalseRounds(ownChain, right.slice(0, 1), random)).toEqual([]);
    expect(findFalseRounds(ownChain, [], random)).toEqual([]);
  });

  test('are reported as false one by one', () => {
    const wrong = right.map((each, index) => (index % 2 === 1 ? { ...each, signature: signRound(1) } : each));
    expect(findFalseRounds(ownChain, wrong, random)).toEqual([1, 3]);
    const noPoint = [...right, { round: 1_004, signature: new Uint8Array(48) }];
    expect(findFalseRounds(ownChain, noPoint, random)).toEqual([4]);
  });

  test('do not hide two false rounds whose differences cancel out', () => {
    const { Point } = bls12_381.G1;
    const moved = (index: number, by: bigint) => {
      const point = bls12_381.shortSignatures.Signature.fromBytes(right[index]!.signature);
      const signature = bls12_381.shortSignatures.Signature.toBytes(point.add(Point.BASE.multiply(by)));
      return { ...right[index]!, signature };
    };
    const both = [moved(0, 5n), moved(1, Point.Fn.ORDER - 5n), right[2]!];
    expect(findFalseRounds(ownChain, both, random)).toEqual([0, 1]);
  });
});

describe('the round of a draw', () => {
  test.each([
    ['at genesis', quicknet.genesis * 1_000, 1],
    ['a millisecond later', quicknet.genesis * 1_000 + 1, 2],
    ['a millisecond before round 2', (quicknet.genesis + 3) * 1_000 - 1, 2],
    ['at round 2', (quicknet.genesis + 3) * 1_000, 2],
    ['at round 1000', (quicknet.genesis + 2_997) * 1_000, 1000],
    ['a millisecond after round 1000', (quicknet.genesis + 2_997) * 1_000 + 1, 1001],
  ])('%s', (_, drawsAt, round) => {
    expect(roundFor(quicknet, drawsAt)).toBe(round);
  });

  test('is the first one that does not exist before the draw', () => {
    const genesis = quicknet.genesis * 1_000;
    fc.assert(
      fc.property(
        fc.integer({ min: genesis, max: genesis * 2 }),
        fc.integer({ min: 1, max: 60 }),
        (drawsAt, period) => {
          const own = { ...quicknet, period };
          const round = roundFor(own, drawsAt);
          expect(roundTime(own, round)).toBeGreaterThanOrEqual(drawsAt);
          expect(roundTime(own, round - 1)).toBeLessThan(drawsAt);
        },
      ),
    );
  });
});

test.each<[string, unknown]>([
  ['nothing', null],
  ['another key’s length', { ...chain, public_key: chain.public_key.slice(2) }],
  ['no hex', { ...chain, hash: 'zz'.repeat(32) }],
  ['a period of zero', { ...chain, period: 0 }],
  ['a genesis in words', { ...chain, genesis_time: 'today' }],
])('a chain described by %s is refused', (_, info) => {
  expect(() => readBeaconChain(info)).toThrow(MalformedBytes);
});

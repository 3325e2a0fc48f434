import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { bytesOf, drawVectors } from '#tests/vectors/vectors.ts';
import { beaconValue } from './beacon.ts';
import { toHex } from './bytes.ts';
import { deriveResult } from './derive.ts';
import { randomKey, randomWords, resultOf, type DrawSources } from './stream.ts';

describe.each(drawVectors.draws)('the independent implementation’s draw of $title', ({ draw, proof, ...vector }) => {
  const sources: DrawSources = {
    seed: bytesOf(proof.seed!),
    sealHash: bytesOf(vector.sealHash),
    beacon: {
      kind: draw.beaconKind,
      round: draw.beaconRound,
      value: proof.beacon.signature ? beaconValue(bytesOf(proof.beacon.signature)) : new Uint8Array(32),
    },
  };

  test('has the same key, stream and result', () => {
    expect(toHex(randomKey(sources))).toBe(vector.key);
    const nextWord = randomWords(bytesOf(vector.key));
    expect(vector.words.map(() => nextWord())).toEqual(vector.words);
    expect(resultOf(sources).map(String)).toEqual(proof.result);
  });

  test('has another key when any of its sources changes', () => {
    const flipped = (bytes: Uint8Array) => bytes.map((byte, index) => (index === 31 ? byte ^ 1 : byte));
    const others: DrawSources[] = [
      { ...sources, seed: flipped(sources.seed) },
      { ...sources, sealHash: flipped(sources.sealHash) },
      { ...sources, beacon: { ...sources.beacon, kind: draw.beaconKind === 0 ? 1 : 0 } },
      { ...sources, beacon: { ...sources.beacon, round: draw.beaconRound + 1 } },
      { ...sources, beacon: { ...sources.beacon, value: flipped(sources.beacon.value) } },
    ];
    const keys = [sources, ...others].map((each) => toHex(randomKey(each)));
    expect(new Set(keys).size).toBe(6);
  });
});

test('a stream continues over many blocks, each the HMAC of its number', () => {
  const key = bytesOf('0b'.repeat(32));
  const nextWord = randomWords(key);
  for (let block = 0; block < 300; block++) {
    const message = Buffer.concat([Buffer.from('izi.strm.v1').subarray(0), Buffer.alloc(5), Buffer.alloc(4)]);
    message.writeUInt32BE(block, 16);
    const bytes = createHmac('sha256', key).update(message).digest();
    for (let word = 0; word < 8; word++) expect(nextWord()).toBe(bytes.readUInt32BE(word * 4));
  }
});

test.each(drawVectors.wordLists)('words past the last whole multiple are drawn again: $words', (vector) => {
  const words = [...vector.words];
  expect(deriveResult(() => words.shift()!)).toEqual(vector.result);
  expect(words).toHaveLength(vector.left);
});

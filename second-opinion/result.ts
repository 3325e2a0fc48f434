import { hmac, sha256, tag, u32, u64, u8 } from './bytes.ts';
import type { DrawRecord } from './records.ts';

// The result of a draw, and the values from which it follows: docs/fairness.md.

/** Whether a seed is the one that was committed to. */
export function opensCommitment(draw: DrawRecord, commitment: Uint8Array, seed: Uint8Array): boolean {
  return sha256(tag('izi.seed.v1'), draw.hash, seed).equals(commitment);
}

/**
 * The nine numbers, first out first.
 *
 * @param value the beacon's 32 bytes; null for a draw without one
 */
export function computeResult(
  draw: DrawRecord,
  sealHash: Uint8Array,
  seed: Uint8Array,
  value: Uint8Array | null,
): number[] {
  const key = hmac(seed, tag('izi.rand.v1'), sealHash, u8(draw.beacon), u64(draw.round), value ?? Buffer.alloc(32));
  const nextWord = wordsOf(key);
  const numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9];
  for (let place = 0; place <= 8; place++) {
    const other = place + uniform(9 - place, nextWord);
    const moved = numbers[place]!;
    numbers[place] = numbers[other]!;
    numbers[other] = moved;
  }
  return numbers;
}

/** The stream of words that a key gives: eight of each block. */
function wordsOf(key: Uint8Array): () => number {
  let block: Buffer = Buffer.alloc(0);
  let next = 0;
  return () => {
    if (next % 8 === 0) block = hmac(key, tag('izi.strm.v1'), u32(next / 8));
    return block.readUInt32BE((next++ % 8) * 4);
  };
}

/** A number below m, each as likely: words above the last whole multiple of m are passed over. */
function uniform(m: number, nextWord: () => number): number {
  const end = 2 ** 32 - (2 ** 32 % m);
  for (;;) {
    const word = nextWord();
    if (word < end) return word % m;
  }
}

import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import type { DrawResult } from '#domain/result.ts';
import { concatBytes, hashLength, requireHash, tag, writeU32, writeU64 } from './bytes.ts';
import { deriveResult } from './derive.ts';
import type { BeaconKind } from './draw-record.ts';

/** Everything a result is a function of. */
export interface DrawSources {
  readonly seed: Uint8Array;
  readonly sealHash: Uint8Array;
  readonly beacon: {
    readonly kind: BeaconKind;
    readonly round: number;
    /** H(signature), or zeros without a beacon. */
    readonly value: Uint8Array;
  };
}

/** The draw's nine numbers, first out first. */
export function resultOf(sources: DrawSources): DrawResult {
  return deriveResult(randomWords(randomKey(sources)));
}

const keyTag = tag('izi.rand.v1');
const streamTag = tag('izi.strm.v1');

/** K = HMAC(S, tag ‖ sealHash ‖ kind ‖ round ‖ beacon). */
export function randomKey({ seed, sealHash, beacon }: DrawSources): Uint8Array {
  const place = new Uint8Array(9);
  place[0] = beacon.kind;
  writeU64(place, 1, beacon.round);
  const message = concatBytes(keyTag, requireHash(sealHash, 'seal hash'), place, requireHash(beacon.value, 'beacon'));
  return hmac(sha256, requireHash(seed, 'seed'), message);
}

/** The stream of unsigned 32-bit words under a key: block i = HMAC(K, tag ‖ u32 i), eight words each. */
export function randomWords(key: Uint8Array): () => number {
  const keyed = hmac.create(sha256, key);
  const message = concatBytes(streamTag, new Uint8Array(4));
  let index = 0;
  let offset = hashLength;
  let block: DataView;
  return () => {
    if (offset === hashLength) {
      writeU32(message, streamTag.length, index++);
      block = new DataView(keyed.clone().update(message).digest().buffer);
      offset = 0;
    }
    offset += 4;
    return block.getUint32(offset - 4);
  };
}

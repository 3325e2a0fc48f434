import { sha256 } from '@noble/hashes/sha2.js';
import type { Francs } from '#domain/money.ts';
import { hashLength, readU64, requireHash, requireRecord, tag, writeU64 } from './bytes.ts';

/** The values that are fixed after sales closed and before the beacon's value exists. */
export interface SealRecord {
  readonly drawHash: Uint8Array;
  readonly commitment: Uint8Array;
  /** How many tickets the draw has. */
  readonly size: number;
  /** The root of the tree of all tickets. */
  readonly root: Uint8Array;
  readonly totalStake: Francs;
  /** Milliseconds since 1970. */
  readonly sealedAt: number;
  /** The hash of the seal before this one; zeros in the first seal. */
  readonly previous: Uint8Array;
}

/** The predecessor that the first seal of a site names. */
export const noPreviousSeal: Uint8Array = new Uint8Array(hashLength);

export const sealRecordLength = 168;
const sealTag = tag('izi.seal.v1');

/** Z, the seal's 168 public bytes. */
export function encodeSeal(seal: SealRecord): Uint8Array {
  const bytes = new Uint8Array(sealRecordLength);
  bytes.set(sealTag, 0);
  bytes.set(requireHash(seal.drawHash, 'draw hash'), 16);
  bytes.set(requireHash(seal.commitment, 'commitment'), 48);
  writeU64(bytes, 80, seal.size);
  bytes.set(requireHash(seal.root, 'root'), 88);
  writeU64(bytes, 120, seal.totalStake);
  writeU64(bytes, 128, seal.sealedAt);
  bytes.set(requireHash(seal.previous, 'previous seal hash'), 136);
  return bytes;
}

/** Reads Z; throws `MalformedBytes` for anything that is not exactly a seal record. */
export function decodeSeal(bytes: Uint8Array): SealRecord {
  requireRecord(bytes, 'seal record', sealTag, sealRecordLength);
  return {
    drawHash: bytes.slice(16, 48),
    commitment: bytes.slice(48, 80),
    size: readU64(bytes, 80, 'number of tickets'),
    root: bytes.slice(88, 120),
    totalStake: readU64(bytes, 120, 'total of stakes'),
    sealedAt: readU64(bytes, 128, 'time of the seal'),
    previous: bytes.slice(136, 168),
  };
}

export function sealHash(sealRecord: Uint8Array): Uint8Array {
  return sha256(sealRecord);
}

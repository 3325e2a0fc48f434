import { sha256, tag, uuidOf } from './bytes.ts';

// The records D and Z of docs/fairness.md, read from their bytes.

/** A record that is not valid, with the reason in a sentence. */
export class BadRecord extends Error {
  override name = 'BadRecord';
}

export interface DrawRecord {
  /** `drawHash` */
  readonly hash: Buffer;
  readonly drawId: string;
  /** Milliseconds since 1970. */
  readonly closesAt: number;
  readonly moment: number;
  readonly rulesHash: Buffer;
  /** 0 none, 1 drand. */
  readonly beacon: number;
  readonly chain: Buffer;
  readonly round: number;
}

/** @throws BadRecord */
export function readDrawRecord(bytes: Buffer): DrawRecord {
  if (bytes.length !== 137 || !bytes.subarray(0, 16).equals(tag('izi.draw.v1'))) {
    throw new BadRecord('the record of the draw is no record of a draw');
  }
  const beacon = bytes.readUInt8(88);
  if (beacon > 1 || bytes.subarray(129).some((byte) => byte !== 0)) {
    throw new BadRecord('the record of the draw says something that its format does not have');
  }
  return {
    hash: sha256(bytes),
    drawId: uuidOf(bytes.subarray(16, 32)),
    closesAt: numberAt(bytes, 40),
    moment: numberAt(bytes, 48),
    rulesHash: bytes.subarray(56, 88),
    beacon,
    chain: bytes.subarray(89, 121),
    round: numberAt(bytes, 121),
  };
}

export interface SealRecord {
  /** `sealHash` */
  readonly hash: Buffer;
  readonly drawHash: Buffer;
  readonly commitment: Buffer;
  readonly tickets: number;
  readonly root: Buffer;
  readonly stakes: number;
  readonly sealedAt: number;
}

/** @throws BadRecord */
export function readSealRecord(bytes: Buffer): SealRecord {
  if (bytes.length !== 168 || !bytes.subarray(0, 16).equals(tag('izi.seal.v1'))) {
    throw new BadRecord('the seal is no record of a seal');
  }
  return {
    hash: sha256(bytes),
    drawHash: bytes.subarray(16, 48),
    commitment: bytes.subarray(48, 80),
    tickets: numberAt(bytes, 80),
    root: bytes.subarray(88, 120),
    stakes: numberAt(bytes, 120),
    sealedAt: numberAt(bytes, 128),
  };
}

function numberAt(bytes: Buffer, at: number): number {
  const value = bytes.readBigUInt64BE(at);
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new BadRecord('a record holds a number that is too large');
  return Number(value);
}

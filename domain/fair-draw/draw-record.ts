import { sha256 } from '@noble/hashes/sha2.js';
import * as words from '#domain/words/en/records.ts';
import {
  MalformedBytes,
  readU64,
  readUuid,
  requireHash,
  requireRecord,
  requireZeros,
  tag,
  uuidBytes,
  writeU64,
} from './bytes.ts';

/** The values of a draw that are fixed before its sales open. Times are milliseconds since 1970. */
export interface DrawRecord {
  readonly drawId: string;
  readonly opensAt: number;
  readonly closesAt: number;
  readonly drawsAt: number;
  /** SHA-256 of the published rules document's exact bytes. */
  readonly rulesHash: Uint8Array;
  readonly beacon: BeaconReference;
}

/** Which public random value the draw is bound to; a draw without a beacon names kind 0 and zeros. */
interface BeaconReference {
  readonly kind: BeaconKind;
  /** The hash that names the beacon's chain. */
  readonly ref: Uint8Array;
  readonly round: number;
}

export const beaconKinds = { none: 0, drand: 1 } as const;
export type BeaconKind = (typeof beaconKinds)[keyof typeof beaconKinds];

export const noBeacon: BeaconReference = { kind: beaconKinds.none, ref: new Uint8Array(32), round: 0 };

export const drawRecordLength = 137;
const drawTag = tag('izi.draw.v1');

/** D, the draw's 137 public bytes. */
export function encodeDraw(draw: DrawRecord): Uint8Array {
  const bytes = new Uint8Array(drawRecordLength);
  bytes.set(drawTag, 0);
  bytes.set(uuidBytes(draw.drawId), 16);
  writeU64(bytes, 32, draw.opensAt);
  writeU64(bytes, 40, draw.closesAt);
  writeU64(bytes, 48, draw.drawsAt);
  bytes.set(requireHash(draw.rulesHash, 'rules hash'), 56);
  bytes[88] = draw.beacon.kind;
  bytes.set(requireHash(draw.beacon.ref, 'beacon reference'), 89);
  writeU64(bytes, 121, draw.beacon.round);
  decodeDraw(bytes);
  return bytes;
}

/** Reads D; throws `MalformedBytes` for anything that is not exactly a draw record. */
export function decodeDraw(bytes: Uint8Array): DrawRecord {
  requireRecord(bytes, 'draw record', drawTag, drawRecordLength);
  requireZeros(bytes, 129, 137, 'reserved end of a draw record');
  const draw = {
    drawId: readUuid(bytes, 16),
    opensAt: readU64(bytes, 32, 'time sales open'),
    closesAt: readU64(bytes, 40, 'time sales close'),
    drawsAt: readU64(bytes, 48, 'time of the draw'),
    rulesHash: bytes.slice(56, 88),
    beacon: decodeBeacon(bytes),
  };
  if (!(draw.opensAt <= draw.closesAt && draw.closesAt < draw.drawsAt)) {
    throw new MalformedBytes(words.wrongTimes);
  }
  return draw;
}

export function drawHash(drawRecord: Uint8Array): Uint8Array {
  return sha256(drawRecord);
}

function decodeBeacon(bytes: Uint8Array): BeaconReference {
  const kind = bytes[88];
  const round = readU64(bytes, 121, 'beacon round');
  if (kind === beaconKinds.none) {
    requireZeros(bytes, 89, 129, 'beacon of a draw without one');
    return noBeacon;
  }
  if (kind !== beaconKinds.drand) throw new MalformedBytes(words.noBeacon(kind));
  if (round === 0) throw new MalformedBytes(words.noRoundZero);
  return { kind, ref: bytes.slice(89, 121), round };
}

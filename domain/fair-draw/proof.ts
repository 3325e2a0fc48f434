import type { DrawResult } from '#domain/result.ts';
import * as words from '#domain/words/en/records.ts';
import { MalformedBytes, fieldsOf, fromHex, hashLength } from './bytes.ts';
import { drawRecordLength } from './draw-record.ts';
import { readOperatorKeys, type ListedKey } from './operator-keys.ts';
import { sealRecordLength } from './seal-record.ts';
import { operatorKeyLength, signatureLength } from './signatures.ts';
import { ticketRecordLength } from './ticket-record.ts';

/** The answer of `GET /api/draws/{id}/proof`, with its hex decoded. What does not exist yet is null. */
export interface DrawProof {
  readonly draw: Uint8Array;
  readonly commitment: Uint8Array;
  readonly commitmentSignature: Uint8Array;
  readonly seal: Uint8Array | null;
  readonly sealSignature: Uint8Array | null;
  readonly seed: Uint8Array | null;
  readonly beacon: BeaconAnswer;
  readonly result: DrawResult | null;
  readonly operatorKey: Uint8Array;
}

interface BeaconAnswer {
  readonly kind: number;
  /** Zeros and round 0 for a draw without a beacon. */
  readonly chain: Uint8Array;
  readonly round: number;
  readonly signature: Uint8Array | null;
}

/** The answer of `GET /api/bets/{id}/receipt`, with its hex decoded. `index` and `path` are null until the seal. */
export interface Receipt {
  readonly ticket: Uint8Array;
  readonly leaf: Uint8Array;
  readonly signature: Uint8Array;
  readonly index: number | null;
  readonly path: readonly Uint8Array[] | null;
}

/** Reads a proof; throws `MalformedBytes`, naming the field whose format is wrong. */
export function readProof(answer: unknown): DrawProof {
  const proof = fieldsOf(answer, 'proof');
  const beacon = fieldsOf(proof.beacon, 'beacon');
  return {
    draw: fromHex(proof.draw, 'draw record', drawRecordLength),
    commitment: fromHex(proof.commitment, 'commitment', hashLength),
    commitmentSignature: fromHex(proof.commitmentSignature, 'signature of the commitment', signatureLength),
    seal: hexOrNull(proof.seal, 'seal record', sealRecordLength),
    sealSignature: hexOrNull(proof.sealSignature, 'signature of the seal', signatureLength),
    seed: hexOrNull(proof.seed, 'seed', hashLength),
    beacon: {
      kind: readCount(beacon.kind, 'kind of beacon'),
      chain: hexOrNull(beacon.chain, 'beacon chain', hashLength) ?? new Uint8Array(hashLength),
      round: beacon.round === null ? 0 : readCount(beacon.round, 'beacon round'),
      signature: hexOrNull(beacon.signature, 'signature of the beacon'),
    },
    result: proof.result === null ? null : readResult(proof.result),
    operatorKey: fromHex(proof.operatorKey, 'operator’s key', operatorKeyLength),
  };
}

/** Reads a receipt; throws `MalformedBytes`, naming the field whose format is wrong. */
export function readReceipt(answer: unknown): Receipt {
  const receipt = fieldsOf(answer, 'receipt');
  return {
    ticket: fromHex(receipt.ticket, 'ticket record', ticketRecordLength),
    leaf: fromHex(receipt.leaf, 'leaf', hashLength),
    signature: fromHex(receipt.signature, 'signature of the receipt', signatureLength),
    index: receipt.index === null ? null : readCount(receipt.index, 'place in the tree'),
    path: receipt.path === null ? null : readPath(receipt.path),
  };
}

/** A receipt saved as a file, with its draw's proof as it was then, so that it can be checked without the site. */
export interface SavedReceipt {
  readonly receipt: Receipt;
  /** Null in a file that is the bare answer of the API. */
  readonly proof: DrawProof | null;
  /** The keys that the site listed then; empty in an older file. */
  readonly operatorKeys: readonly ListedKey[];
}

/** Reads a saved receipt, `{receipt, proof, operatorKeys}`, the last being the answer of `GET /api/operator-keys`, or the bare receipt; throws `MalformedBytes` for anything else. */
export function readSavedReceipt(document: unknown): SavedReceipt {
  const fields = fieldsOf(document, 'receipt');
  if ('ticket' in fields) return { receipt: readReceipt(fields), proof: null, operatorKeys: [] };
  return {
    receipt: readReceipt(fields.receipt),
    proof: readProof(fields.proof),
    operatorKeys: fields.operatorKeys === undefined ? [] : readOperatorKeys(fields.operatorKeys),
  };
}

/** Nine numbers as the API writes them, `["4", "9", …]`. */
export function readResult(value: unknown): DrawResult {
  const numbers = Array.isArray(value) ? value.map(Number) : [];
  const right = numbers.length === 9 && [1, 2, 3, 4, 5, 6, 7, 8, 9].every((number) => numbers.includes(number));
  if (!right) throw new MalformedBytes(words.notAResult);
  return numbers;
}

function hexOrNull(value: unknown, name: string, length?: number): Uint8Array | null {
  return value === null ? null : fromHex(value, name, length);
}

function readCount(value: unknown, name: string): number {
  if (!Number.isSafeInteger(value) || (value as number) < 0) throw new MalformedBytes(words.notANumber(name));
  return value as number;
}

/** A path through a tree of 2⁵³ leaves has 53 hashes, so a longer list is refused before it is read. */
const longestPath = 53;

function readPath(value: unknown): Uint8Array[] {
  if (!Array.isArray(value) || value.length > longestPath) throw new MalformedBytes(words.notAPath);
  return value.map((node) => fromHex(node, 'path', hashLength));
}

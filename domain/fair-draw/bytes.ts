import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { formatUuid, uuidPattern } from '#domain/uuid.ts';
import * as words from '#domain/words/en/records.ts';

export { bytesToHex as toHex, concatBytes } from '@noble/hashes/utils.js';

/** Bytes that do not follow the public format; the message is a sentence for a person. */
export class MalformedBytes extends Error {
  override readonly name = 'MalformedBytes';
}

/** The result of `read`, or the sentence that says why the bytes cannot be read. */
export function attempt<T extends object>(read: () => T): T | string {
  try {
    return read();
  } catch (error) {
    if (error instanceof MalformedBytes) return error.message;
    throw error;
  }
}

/** SHA-256 digests, keys and seeds are this long. */
export const hashLength = 32;

/** SHA-256, by whoever computes it. */
export type Hash = (message: Uint8Array) => Uint8Array;

/** ASCII text padded with zero bytes to 16. It prevents a message of one kind from being read as another. */
export function tag(text: string): Uint8Array {
  const bytes = new Uint8Array(16);
  for (let index = 0; index < text.length; index++) bytes[index] = text.charCodeAt(index);
  return bytes;
}

/** Compares public values, so it does not need constant time. */
export function equalBytes(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, index) => byte === right[index]);
}

/** Throws unless a record is exactly this long and begins with its tag. */
export function requireRecord(bytes: Uint8Array, name: string, recordTag: Uint8Array, length: number): void {
  if (bytes.length !== length) throw new MalformedBytes(words.recordLength(name, length, bytes.length));
  if (recordTag.some((byte, index) => bytes[index] !== byte)) {
    throw new MalformedBytes(words.noTag(name));
  }
}

/** Throws unless the bytes from `start` to `end` are all zero. */
export function requireZeros(bytes: Uint8Array, start: number, end: number, name: string): void {
  if (bytes.subarray(start, end).some((byte) => byte !== 0)) throw new MalformedBytes(words.notZero(name));
}

/** Throws unless a field of 32 bytes has that length. */
export function requireHash(bytes: Uint8Array, name: string): Uint8Array {
  if (bytes.length !== hashLength) throw new MalformedBytes(words.fieldLength(name, hashLength, bytes.length));
  return bytes;
}

export function writeU32(bytes: Uint8Array, offset: number, value: number): void {
  bytes[offset] = value >>> 24;
  bytes[offset + 1] = value >>> 16;
  bytes[offset + 2] = value >>> 8;
  bytes[offset + 3] = value;
}

export function readU32(bytes: Uint8Array, offset: number): number {
  return ((bytes[offset]! << 24) | (bytes[offset + 1]! << 16) | (bytes[offset + 2]! << 8) | bytes[offset + 3]!) >>> 0;
}

/** Writes an unsigned integer up to 2⁵³ − 1 as eight bytes, big-endian. */
export function writeU64(bytes: Uint8Array, offset: number, value: number): void {
  if (!Number.isSafeInteger(value) || value < 0) throw new MalformedBytes(words.notU64(value));
  writeU32(bytes, offset, Math.floor(value / 2 ** 32));
  writeU32(bytes, offset + 4, value);
}

/** Reads a u64; refuses one past 2⁵³ − 1, which no time, amount or count of this format reaches. */
export function readU64(bytes: Uint8Array, offset: number, name: string): number {
  const value = readU32(bytes, offset) * 2 ** 32 + readU32(bytes, offset + 4);
  if (!Number.isSafeInteger(value)) throw new MalformedBytes(words.pastSafe(name));
  return value;
}

/** Where the pairs of digits stand in the text of a UUID. */
const uuidPairs = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34];

/** The 16 bytes of a UUID in its usual text. */
export function uuidBytes(id: string): Uint8Array {
  if (!uuidPattern.test(id)) throw new MalformedBytes(words.notUuid(id));
  const bytes = new Uint8Array(16);
  for (let index = 0; index < 16; index++) {
    const at = uuidPairs[index]!;
    bytes[index] = (hexDigit(id.charCodeAt(at)) << 4) | hexDigit(id.charCodeAt(at + 1));
  }
  return bytes;
}

/** The value of a digit 0–9, a–f or A–F, by its character code. */
function hexDigit(code: number): number {
  return (code & 15) + (code >> 6) * 9;
}

/** Reads an id from a document, in its lower-case form. */
export function readId(text: unknown): string {
  return readUuid(uuidBytes(String(text)), 0);
}

export function readUuid(bytes: Uint8Array, offset: number): string {
  return formatUuid(bytes.subarray(offset, offset + 16));
}

/** The fields of a JSON object that came from outside. */
export function fieldsOf(value: unknown, name: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw new MalformedBytes(words.absent(name));
  return value as Record<string, unknown>;
}

/** Reads hex from a document; `length` is in bytes. */
export function fromHex(text: unknown, name: string, length?: number): Uint8Array {
  if (typeof text !== 'string' || !/^([0-9a-f]{2})*$/i.test(text)) throw new MalformedBytes(words.notHex(name));
  if (length !== undefined && text.length !== 2 * length) {
    throw new MalformedBytes(words.fieldLength(name, length, text.length / 2));
  }
  return hexToBytes(text);
}

/** The first digits of a hash, as a person compares them. */
export function shortHex(bytes: Uint8Array): string {
  return `${bytesToHex(bytes.subarray(0, 4))}…`;
}

import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, hashLength, requireHash, tag, writeU64 } from './fair-draw/bytes.ts';

const headTag = tag('izi.audit.v1');

/** The hash before the first line of the audit. */
export const noHash: Uint8Array = new Uint8Array(hashLength);

/** The authors of lines that no operator wrote. No operator has one of these names. */
const nobody: ReadonlySet<unknown> = new Set(['worker', 'console', 'owner', 'machine']);

export function isNobodysName(who: unknown): boolean {
  return nobody.has(who);
}

/** The hash of a line: of the hash before it, then its record. */
export function hashLine(before: Uint8Array, record: Uint8Array): Uint8Array {
  return sha256(concatBytes(before, record));
}

/** The newest line of the audit at a moment. Whoever keeps its hash can tell whether a line before it was changed. */
interface AuditHead {
  readonly number: number;
  readonly hash: Uint8Array;
  /** Milliseconds since 1970. */
  readonly atMs: number;
}

/** The 64 bytes that the operator's key signs for a head: tag, number, hash, time. */
export function auditHeadMessage({ number, hash, atMs }: AuditHead): Uint8Array {
  const bytes = new Uint8Array(64);
  bytes.set(headTag, 0);
  writeU64(bytes, 16, number);
  bytes.set(requireHash(hash, 'hash of a line'), 24);
  writeU64(bytes, 56, atMs);
  return bytes;
}

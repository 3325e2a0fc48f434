import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

/**
 * Passwords that leaked from other sites and are tried first by whoever guesses. Each is kept as the first 48 bits of its
 * SHA-256; the file is these prefixes in ascending order, without anything around them. `scripts/common-passwords.ts`
 * makes it. Of 2^48 prefixes a million are taken, so a password is wrongly found once in 280 million.
 */
export interface CommonPasswords {
  has(password: string): boolean;
}

export const prefixBytes = 6;

/** @throws when the file is missing or cut off */
export async function readCommonPasswords(file: string): Promise<CommonPasswords> {
  return openCommonPasswords(await readFile(file));
}

export function openCommonPasswords(prefixes: Buffer): CommonPasswords {
  if (prefixes.length === 0 || prefixes.length % prefixBytes !== 0) {
    throw new Error('the file of common passwords is cut off');
  }
  return { has: (password) => includes(prefixes, prefixOf(password)) };
}

export function prefixOf(password: string): Buffer {
  return createHash('sha256').update(password, 'utf8').digest().subarray(0, prefixBytes);
}

/** Binary search. */
function includes(prefixes: Buffer, wanted: Buffer): boolean {
  let from = 0;
  let to = prefixes.length / prefixBytes;
  while (from < to) {
    const middle = (from + to) >>> 1;
    const order = prefixes.compare(wanted, 0, prefixBytes, middle * prefixBytes, (middle + 1) * prefixBytes);
    if (order === 0) return true;
    if (order < 0) from = middle + 1;
    else to = middle;
  }
  return false;
}

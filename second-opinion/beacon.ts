import { readFile } from 'node:fs/promises';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { sha256, u64 } from './bytes.ts';

// The public random value, which drand's members sign: https://docs.drand.love, scheme bls-unchained-g1-rfc9380.

export interface Chain {
  /** 64 hexadecimal digits. */
  readonly hash: string;
  /** A point of G2, 96 bytes. */
  readonly publicKey: Buffer;
  /** Seconds since 1970, and between two rounds. */
  readonly genesis: number;
  readonly period: number;
}

/** The description that drand publishes at https://api.drand.sh/52db…e971/info. */
export const quicknet: Chain = {
  hash: '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971',
  publicKey: Buffer.from(
    '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451' +
      '0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
    'hex',
  ),
  genesis: 1_692_803_367,
  period: 3,
};

/** Reads a chain's description as drand itself publishes it at `/info`. @throws Error when it is none */
export async function readChain(file: string): Promise<Chain> {
  const info = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
  const publicKey = Buffer.from(String(info['public_key']), 'hex');
  const [genesis, period] = [Number(info['genesis_time']), Number(info['period'])];
  const hash = String(info['hash']);
  if (!/^[0-9a-f]{64}$/.test(hash) || publicKey.length !== 96 || !(period > 0) || !Number.isSafeInteger(genesis)) {
    throw new Error(`${file} does not describe a chain of drand`);
  }
  return { hash, publicKey, genesis, period };
}

/** The round that a draw at this moment, in milliseconds since 1970, has to wait for. */
export function roundOf(chain: Chain, moment: number): number {
  return Math.ceil((moment / 1_000 - chain.genesis) / chain.period) + 1;
}

/** The 32 bytes of a round, or null where these 48 bytes are not the chain's signature of it. */
export function valueOf(chain: Chain, round: number, signature: Buffer): Buffer | null {
  const { shortSignatures } = bls12_381;
  try {
    const point = shortSignatures.Signature.fromBytes(signature);
    // The value is the hash of the bytes, so there must be one way only to write them.
    if (!signature.equals(shortSignatures.Signature.toBytes(point))) return null;
    const message = shortSignatures.hash(sha256(u64(round)), 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_');
    return shortSignatures.verify(point, message, chain.publicKey) ? sha256(signature) : null;
  } catch {
    return null;
  }
}

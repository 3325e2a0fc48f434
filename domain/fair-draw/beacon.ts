import { sha256 } from '@noble/hashes/sha2.js';
import * as words from '#domain/words/en/records.ts';
import { MalformedBytes, fieldsOf, fromHex, hashLength, toHex } from './bytes.ts';

/**
 * A drand chain of the scheme `bls-unchained-g1-rfc9380`: every `period` seconds from `genesis` on, its members sign
 * the round's number together. The signature exists only from that moment, and there is only one that is valid.
 */
export interface BeaconChain {
  /** SHA-256, the chain's name. */
  readonly hash: Uint8Array;
  /** A point of G2, compressed, 96 bytes. */
  readonly publicKey: Uint8Array;
  /** Seconds since 1970 of round 1. */
  readonly genesis: number;
  /** Seconds from one round to the next. */
  readonly period: number;
}

const publicKeyLength = 96;

/** The League of Entropy's public chain. */
export const quicknet: BeaconChain = {
  hash: fromHex('52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971', 'chain hash', hashLength),
  publicKey: fromHex(
    '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451' +
      '0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
    'public key',
    publicKeyLength,
  ),
  genesis: 1_692_803_367,
  period: 3,
};

/** The League of Entropy's own relays of it. Only the signature makes their answers trusted. */
export const quicknetRelays: readonly string[] = [
  'https://api.drand.sh',
  'https://api2.drand.sh',
  'https://api3.drand.sh',
  'https://drand.cloudflare.com',
];

/** The address at which a relay gives the value of a round. */
export function roundAddress(relay: string, chain: BeaconChain, round: number): string {
  return `${relay}/${toHex(chain.hash)}/public/${round}`;
}

/** Reads a chain's description as drand itself publishes it at `/info`; throws `MalformedBytes` for anything else. */
export function readBeaconChain(info: unknown): BeaconChain {
  const { hash, public_key, genesis_time, period } = fieldsOf(info, 'beacon chain');
  if (!Number.isSafeInteger(genesis_time) || !Number.isSafeInteger(period) || (period as number) < 1) {
    throw new MalformedBytes(words.noPeriod);
  }
  return {
    hash: fromHex(hash, 'chain hash', hashLength),
    publicKey: fromHex(public_key, 'public key', publicKeyLength),
    genesis: genesis_time as number,
    period: period as number,
  };
}

/** The first round that does not exist before a draw's moment: ceil((drawsAt/1000 − genesis)/period) + 1. */
export function roundFor(chain: BeaconChain, drawsAt: number): number {
  return Math.ceil((drawsAt - chain.genesis * 1_000) / (chain.period * 1_000)) + 1;
}

/** When a round's value is first available, in milliseconds since 1970. */
export function roundTime(chain: BeaconChain, round: number): number {
  return (chain.genesis + (round - 1) * chain.period) * 1_000;
}

/** The 32 random bytes of a round. */
export function beaconValue(signature: Uint8Array): Uint8Array {
  return sha256(signature);
}

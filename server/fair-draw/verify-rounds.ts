import type { BeaconChain } from '#domain/fair-draw/beacon.ts';
import { equalBytes, toHex } from '#domain/fair-draw/bytes.ts';
import { inThread } from './in-thread.ts';
import type { RoundToVerify } from './verify-round-thread.ts';

/**
 * Verifies values of beacons, and remembers the valid ones: a draw need not wait for the work that the fetcher has
 * done.
 */
export interface RoundVerifier {
  /** The beacons whose values it can verify, by their hashes. */
  readonly chains: readonly Uint8Array[];
  /** Whether it was found right before, in this process. */
  isKnown(chain: Uint8Array, round: number, signature: Uint8Array): boolean;
  /** Whether the chain of this hash signed the round so. */
  isSigned(chain: Uint8Array, round: number, signature: Uint8Array): Promise<boolean>;
}

/** More than the number of waiting draws, after the longest outage too. */
const mostRemembered = 1_000;

export function createRoundVerifier(chains: readonly BeaconChain[]): RoundVerifier {
  const right = new Set<string>();
  return {
    chains: chains.map(({ hash }) => hash),
    isKnown: (hash, round, signature) => right.has(nameOf(hash, round, signature)),
    async isSigned(hash, round, signature) {
      const chain = chains.find((each) => equalBytes(each.hash, hash));
      if (!chain) return false;
      const name = nameOf(hash, round, signature);
      if (right.has(name)) return true;
      const signed = await inThread<boolean>(thread, { chain, round, signature } satisfies RoundToVerify);
      if (!signed) return false;
      // A set keeps the order in which names were added.
      for (const oldest of right) if (right.size >= mostRemembered) right.delete(oldest);
      right.add(name);
      return true;
    },
  };
}

function nameOf(hash: Uint8Array, round: number, signature: Uint8Array): string {
  return `${toHex(hash)} ${round} ${toHex(signature)}`;
}

const thread = new URL('verify-round-thread.ts', import.meta.url);

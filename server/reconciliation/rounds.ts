import { createHash } from 'node:crypto';
import type { Queryable } from '#database/connect.ts';
import type { BeaconChain } from '#domain/fair-draw/beacon.ts';
import { toHex } from '#domain/fair-draw/bytes.ts';
import { openThread, type Thread } from '#server/fair-draw/in-thread.ts';
import type { RoundsToVerify } from './verify-rounds-thread.ts';

/** A value of a beacon that a result came from. */
export interface UsedRound {
  readonly chain: Uint8Array;
  readonly round: number;
  readonly signature: Uint8Array;
}

/** Some hundred milliseconds of work. */
const roundsAtOnce = 50;

/**
 * The rounds whose signatures this process has verified: the first bytes of a hash over each. A signature that is right stays right, so a
 * full pass verifies only what came since the one before it; the first one after a start verifies everything.
 */
const signed = new Set<string>();
/** Ten years of draws every five minutes, in less than 100 MB. */
const mostRemembered = 1_000_000;

interface RoundCheck {
  /** Those of the rounds that their beacon did not sign, or whose beacon the database does not know. */
  findFalse(rounds: readonly UsedRound[]): Promise<Set<UsedRound>>;
  end(): Promise<void>;
}

/** @param inTime throws where the time of the pass is up */
export async function openRoundCheck(tx: Queryable, inTime: () => void): Promise<RoundCheck> {
  const rows = await tx.query<{ hash: Buffer; publicKey: Buffer; genesis: number; period: number }>(
    'select hash, public_key as "publicKey", genesis, period from beacon_chain',
  );
  const chains = new Map<string, BeaconChain>(rows.map((chain) => [toHex(chain.hash), chain]));
  let thread: Thread | undefined;

  async function findFalse(rounds: readonly UsedRound[]): Promise<Set<UsedRound>> {
    const wrong = new Set<UsedRound>();
    const fresh = rounds.filter((round) => !signed.has(nameOf(round)));
    for (const [hash, ofChain] of Map.groupBy(fresh, ({ chain }) => toHex(chain))) {
      const chain = chains.get(hash);
      if (!chain) ofChain.forEach((round) => wrong.add(round));
      else for (const round of await findFalseOf(chain, ofChain)) wrong.add(round);
    }
    for (const round of fresh) if (!wrong.has(round) && signed.size < mostRemembered) signed.add(nameOf(round));
    return wrong;
  }

  async function findFalseOf(chain: BeaconChain, rounds: readonly UsedRound[]): Promise<UsedRound[]> {
    thread ??= openThread(new URL('verify-rounds-thread.ts', import.meta.url));
    const wrong: UsedRound[] = [];
    for (let start = 0; start < rounds.length; start += roundsAtOnce) {
      inTime();
      const some = rounds.slice(start, start + roundsAtOnce);
      const indexes = await thread.ask<number[]>({ chain, rounds: some } satisfies RoundsToVerify);
      wrong.push(...indexes.map((index) => some[index]!));
    }
    return wrong;
  }

  return { findFalse, end: async () => thread?.end() };
}

function nameOf({ chain, round, signature }: UsedRound): string {
  const hash = createHash('sha256').update(chain).update(`${round} `).update(signature);
  return hash.digest('base64').slice(0, 22);
}

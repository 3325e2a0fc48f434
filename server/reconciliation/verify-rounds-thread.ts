// A worker thread that verifies values of beacons: the pairings would block the event loop for too long.
import { randomBytes } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import type { BeaconChain } from '#domain/fair-draw/beacon.ts';
import { findFalseRounds } from '#domain/fair-draw/beacon-signature.ts';

export interface RoundsToVerify {
  readonly chain: BeaconChain;
  readonly rounds: readonly { readonly round: number; readonly signature: Uint8Array }[];
}

parentPort!.on('message', ({ chain, rounds }: RoundsToVerify) =>
  parentPort!.postMessage(findFalseRounds(chain, rounds, randomBytes), []),
);

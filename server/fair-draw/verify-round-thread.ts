// Verifies one value of a beacon in a thread of its own: the pairing takes longer than a bet may wait.
import { parentPort, workerData } from 'node:worker_threads';
import type { BeaconChain } from '#domain/fair-draw/beacon.ts';
import { verifyBeaconSignature } from '#domain/fair-draw/beacon-signature.ts';

export interface RoundToVerify {
  readonly chain: BeaconChain;
  readonly round: number;
  readonly signature: Uint8Array;
}

const { chain, round, signature } = workerData as RoundToVerify;
parentPort!.postMessage(verifyBeaconSignature(chain, round, signature), []);

// A worker thread that verifies one value of a beacon: the pairing would block the event loop for too long.
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

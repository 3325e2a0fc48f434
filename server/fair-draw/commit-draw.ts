import { randomBytes } from 'node:crypto';
import { roundFor, type BeaconChain } from '#domain/fair-draw/beacon.ts';
import { commitmentTo } from '#domain/fair-draw/commitment.ts';
import { beaconKinds, drawHash, encodeDraw, noBeacon } from '#domain/fair-draw/draw-record.ts';
import { commitmentMessage } from '#domain/fair-draw/signatures.ts';
import type { DrawTimes } from '#domain/timetable.ts';
import { uuidv7 } from '#domain/uuid.ts';
import type { DrawKeys, Signer } from './draw-keys.ts';
import { findRules } from './rules.ts';

/** A new draw with its commitment, as both are stored. */
export interface CommittedDraw extends DrawTerms {
  readonly drawId: string;
  readonly record: Uint8Array;
  readonly commitment: Uint8Array;
  readonly signature: Uint8Array;
  /** The public key of the signature. */
  readonly operatorKey: Uint8Array;
  /** Encrypted. */
  readonly secrets: Uint8Array;
  /** Among the encrypted secrets, and stored once more by itself for the processes that make receipts. */
  readonly saltKey: Uint8Array;
  /** Null for a draw without a beacon. */
  readonly beaconRound: number | null;
}

/** Times are milliseconds since 1970. */
interface DrawTerms extends DrawTimes {
  readonly opensAt: number;
  readonly rules: string;
  /** How long after its moment the draw waits for its beacon before it is void. */
  readonly patienceHours: number;
}

/**
 * Makes a draw and commits it to a seed of its own.
 *
 * @param signer the operator's newest key; every signature of this draw will be by it
 * @param chain the beacon whose value decides together with the seed; null for none
 */
export function commitDraw(
  terms: DrawTerms,
  keys: DrawKeys,
  chain: BeaconChain | null,
  signer: Signer = keys,
): CommittedDraw {
  const drawId = uuidv7(terms.drawsAt, randomBytes(10));
  const beaconRound = chain && roundFor(chain, terms.drawsAt);
  const record = encodeDraw({
    ...terms,
    drawId,
    rulesHash: findRules(terms.rules)!.hash,
    beacon: chain ? { kind: beaconKinds.drand, ref: chain.hash, round: beaconRound! } : noBeacon,
  });
  const hash = drawHash(record);
  const secrets = { seed: randomBytes(32), saltKey: randomBytes(32) };
  const commitment = commitmentTo(hash, secrets.seed);
  return {
    ...terms,
    drawId,
    record,
    commitment,
    signature: signer.sign(commitmentMessage(hash, commitment)),
    operatorKey: signer.operatorKey,
    secrets: keys.encryptSecrets(secrets, hash),
    saltKey: secrets.saltKey,
    beaconRound,
  };
}

import { verifyBeaconSignature } from '#domain/fair-draw/beacon-signature.ts';
import { quicknet, quicknetRelays, roundTime, type BeaconChain } from '#domain/fair-draw/beacon.ts';
import { attempt, equalBytes } from '#domain/fair-draw/bytes.ts';
import { beaconKinds, decodeDraw } from '#domain/fair-draw/draw-record.ts';
import type { DrawProof } from '#domain/fair-draw/proof.ts';
import { askRelay } from '#server/fair-draw/ask-relay.ts';

export interface KnownBeacons {
  readonly chains: readonly BeaconChain[];
  /** Addresses of relays to ask; undefined for drand's own relays of its public chain. */
  readonly relays: readonly string[] | undefined;
}

/**
 * Asks the beacon itself for the round of a sealed draw, when the site does not publish it: an operator who holds back a draw holds back
 * its value too.
 *
 * @returns the verified signature; null when no relay gives it, or the draw has no beacon
 */
export async function askBeacon({ chains, relays }: KnownBeacons, proof: DrawProof): Promise<Uint8Array | null> {
  const draw = attempt(() => decodeDraw(proof.draw));
  if (typeof draw === 'string' || draw.beacon.kind === beaconKinds.none) return null;
  if (!proof.seal || proof.result || proof.beacon.signature) return null;
  const { ref, round } = draw.beacon;
  const chain = chains.find(({ hash }) => equalBytes(hash, ref));
  if (!chain || roundTime(chain, round) > Date.now()) return null;
  for (const relay of relays ?? (chain === quicknet ? quicknetRelays : [])) {
    const signature = await askRelay(relay, chain, round).catch(() => null);
    if (signature && verifyBeaconSignature(chain, round, signature)) return signature;
  }
  return null;
}

import { sha256 } from '@noble/hashes/sha2.js';
import type { DrawResult } from '#domain/result.ts';
import {
  beaconValue,
  quicknet,
  quicknetRelays,
  roundAddress,
  roundFor,
  roundTime,
  type BeaconChain,
} from './beacon.ts';
import { attempt, equalBytes, hashLength, shortHex } from './bytes.ts';
import { commitmentTo } from './commitment.ts';
import { beaconKinds, decodeDraw, drawHash, type DrawRecord } from './draw-record.ts';
import { findDisorder } from './leaves.ts';
import { countLeaves, merkleRoot } from './merkle.ts';
import { followKeys, placeOf, type ListedKey } from './operator-keys.ts';
import type { DrawProof } from './proof.ts';
import { followsSeal } from './seal-chain.ts';
import { decodeSeal, noPreviousSeal, sealHash, type SealRecord } from './seal-record.ts';
import type { ShownDraw } from './shown-draw.ts';
import { commitmentMessage, sealMessage, verifySignature } from './signatures.ts';
import { failed, passed, pending, skipped, type Finding, type Step } from './steps.ts';
import { resultOf } from './stream.ts';

/** Everything that a draw is checked against. A check whose input is missing is skipped, never assumed to pass. */
export interface DrawCheck {
  readonly drawId: string;
  readonly proof: DrawProof;
  /** The beacon chains that the checker trusts. Their keys are known beforehand, never taken from the site. */
  readonly chains: readonly BeaconChain[];
  /** The operator's key as the checker knows it from elsewhere. */
  readonly operatorKey?: Uint8Array | undefined;
  /** The operator's keys as the site lists them; empty where it lists none. */
  readonly operatorKeys?: readonly ListedKey[] | undefined;
  /** The exact bytes of the rules document that the site publishes for this draw. */
  readonly rulesDocument?: Uint8Array | undefined;
  /** The body of `GET /api/draws/{id}/leaves`. */
  readonly leaves?: Uint8Array | undefined;
  /** The seal before this draw's own; null where the site says that there is none. */
  readonly previousSeal?: Uint8Array | null | undefined;
  /** The verified signature of the draw's round, from the beacon itself; for a draw whose site publishes none. */
  readonly beaconSignature?: Uint8Array | undefined;
  /** What the site tells its players about the draw, to be compared with what it signed. */
  readonly shown?: Omit<ShownDraw, 'rules'> | undefined;
}

export type DrawStepName = 'draw' | (typeof stepsAfterDraw)[number][0];

/** In this order, because each step depends on the ones before it. */
const stepsAfterDraw = [
  ['operator', checkOperator],
  ['rules', checkRules],
  ['commitment', checkCommitment],
  ['seal', checkSeal],
  ['seal-signature', whenSealed(checkSealSignature)],
  ['seal-time', whenSealed(checkSealTime)],
  ['seal-chain', whenSealed(checkSealChain)],
  ['leaves', whenSealed(checkLeaves)],
  ['root', whenSealed(checkRoot)],
  ['seed', checkSeed],
  ['beacon', checkBeacon],
  ['result', checkResult],
  ['shown', checkShown],
] as const;

/**
 * Checks a draw from what the site publishes, step by step.
 *
 * @param onStep is called with each step as soon as it is decided
 */
export async function verifyDraw(
  check: DrawCheck,
  onStep: (step: Step<DrawStepName>) => void = () => {},
): Promise<Step<DrawStepName>[]> {
  const steps: Step<DrawStepName>[] = [];
  const decide = (name: DrawStepName, finding: Finding) => {
    const step = { name, ...finding };
    steps.push(step);
    onStep(step);
  };

  const draw = readDraw(check);
  decide('draw', draw.finding);
  if (draw.facts === null) {
    for (const [name] of stepsAfterDraw) decide(name, skipped('This needs the draw record, which is wrong.'));
    return steps;
  }
  for (const [name, run] of stepsAfterDraw) {
    const finding = await run(draw.facts);
    if (finding) decide(name, finding);
  }
  return steps;
}

/** What the steps have in common once the draw record is read. */
interface Facts {
  readonly check: DrawCheck;
  readonly proof: DrawProof;
  readonly draw: DrawRecord;
  readonly drawHash: Uint8Array;
  /** Null until the draw is sealed, and for a seal that cannot be read. */
  readonly seal: SealRecord | null;
  readonly isVoid: boolean;
}

/**
 * From this time on a draw without a beacon is sealed at the exact time its sales closed. Before, a seal named the clock's
 * millisecond, which let the operator choose among thousands of results.
 */
export const sealTimeFixedFrom = Date.UTC(2027, 0, 1);

function readDraw(check: DrawCheck): { finding: Finding; facts: Facts | null } {
  const { proof } = check;
  const draw = attempt(() => decodeDraw(proof.draw));
  if (typeof draw === 'string') return { finding: failed('draw_malformed', draw), facts: null };
  if (draw.drawId !== check.drawId) {
    return {
      finding: failed('draw_other', `This record is about the draw ${draw.drawId}, not this one.`),
      facts: null,
    };
  }
  const seal = proof.seal && attempt(() => decodeSeal(proof.seal!));
  return {
    finding: passed(
      `The draw record is about this draw: sales close ${time(draw.closesAt)}, the draw is ${time(draw.drawsAt)}.`,
    ),
    facts: {
      check,
      proof,
      draw,
      drawHash: drawHash(proof.draw),
      seal: typeof seal === 'string' ? null : seal,
      isVoid: check.shown?.status === 'void',
    },
  };
}

/** Null where there is nothing to compare: no key is known from elsewhere, and the site has had only this one. */
function checkOperator({ check, proof, draw }: Facts): Finding | null {
  const { operatorKey: known, operatorKeys: listed = [] } = check;
  if (listed.length === 0) return known ? checkOnlyKey(known, proof) : null;
  const chain = followKeys(listed);
  if (typeof chain === 'string') return failed('key_change_wrong', chain);
  const place = placeOf(proof.operatorKey, chain);
  const unannounced = [proof.operatorKey, ...(known ? [known] : [])].find((key) => placeOf(key, chain) === -1);
  if (unannounced) {
    return failed(
      'operator_key_changed',
      `No announcement connects the key ${shortHex(unannounced)}, ${unannounced === known ? 'which is known as the operator’s' : 'which signed this draw'}, with the keys that the operator lists.`,
    );
  }
  const replaced = chain.changes[place];
  if (replaced && draw.opensAt > replaced.announcedAt) {
    return failed(
      'operator_key_retired',
      `The sales of this draw opened after ${time(replaced.announcedAt)}, when the operator replaced the key that signed it.`,
    );
  }
  if (listed.length === 1) return known ? checkOnlyKey(known, proof) : null;
  return passed(
    `The key ${shortHex(proof.operatorKey)} signed this draw: number ${place + 1} of ${listed.length} that the operator has had, each announced by the one before.`,
  );
}

function checkOnlyKey(known: Uint8Array, proof: DrawProof): Finding {
  return equalBytes(known, proof.operatorKey)
    ? passed('The site signs with the key that is known as the operator’s.')
    : failed('operator_key_changed', 'The site signs with another key than the one known as the operator’s.');
}

function checkRules({ check, draw }: Facts): Finding {
  if (!check.rulesDocument) return skipped('The rules document was not given.');
  return equalBytes(sha256(check.rulesDocument), draw.rulesHash)
    ? passed('The published rules are, byte for byte, those the draw was sold under.')
    : failed('rules_altered', 'The published rules are not those the draw was sold under: their hash is another.');
}

function checkCommitment({ proof, drawHash }: Facts): Finding {
  const message = commitmentMessage(drawHash, proof.commitment);
  return verifySignature(proof.commitmentSignature, message, proof.operatorKey)
    ? passed('The operator signed the commitment to its seed together with this draw’s record.')
    : failed('commitment_signature_wrong', 'The operator’s signature of the commitment is wrong.');
}

function checkSeal({ proof, drawHash, seal, isVoid }: Facts): Finding {
  if (!proof.seal) return notSealed(isVoid);
  if (!seal) return failed('seal_malformed', attempt(() => decodeSeal(proof.seal!)) as string);
  if (!equalBytes(seal.drawHash, drawHash)) {
    return failed('seal_other_draw', 'The seal names another draw record than this one.');
  }
  if (!equalBytes(seal.commitment, proof.commitment)) {
    return failed('seal_other_commitment', 'The seal names another commitment than the one made before sales.');
  }
  return passed(`The seal names this draw, its commitment and ${tickets(seal.size)}.`);
}

function notSealed(isVoid: boolean): Finding {
  return isVoid
    ? skipped('The draw was called off before it was sealed: this does not exist.', 'void')
    : pending('The draw is not sealed yet.');
}

/** A step that needs the seal: it waits while there is none, and is skipped when the seal cannot be read. */
function whenSealed(step: (facts: Facts & { seal: SealRecord }) => Finding): (facts: Facts) => Finding {
  return (facts) => {
    if (facts.seal) return step({ ...facts, seal: facts.seal });
    return facts.proof.seal ? skipped('This needs the seal, which is wrong.') : notSealed(facts.isVoid);
  };
}

function checkSealSignature({ proof }: Facts): Finding {
  const { seal, sealSignature } = proof;
  return sealSignature && verifySignature(sealSignature, sealMessage(seal!), proof.operatorKey)
    ? passed('The operator signed the seal.')
    : failed('seal_signature_wrong', 'The operator’s signature of the seal is wrong.');
}

function checkSealTime({ draw, seal }: Facts & { seal: SealRecord }): Finding {
  const { sealedAt } = seal;
  if (sealedAt < draw.closesAt) {
    return failed('sealed_before_close', `It was sealed ${time(sealedAt)}, before sales closed.`);
  }
  if (sealedAt >= draw.drawsAt) {
    return failed('sealed_after_draw', `It was sealed ${time(sealedAt)}, not before the draw.`);
  }
  if (draw.beacon.kind === beaconKinds.none && sealedAt !== draw.closesAt) {
    return draw.drawsAt >= sealTimeFixedFrom
      ? failed(
          'seal_time_chosen',
          `It was sealed ${time(sealedAt)}. Without a beacon that has to be the very moment that sales closed: any other is a choice, and the result depends on it.`,
        )
      : passed(
          `It was sealed ${time(sealedAt)}: after sales closed and before the draw. The operator chose the millisecond, and the result depends on it.`,
          'seal_time_chosen',
        );
  }
  return passed(`It was sealed ${time(sealedAt)}: after sales closed and before the draw.`);
}

function checkSealChain({ check, seal }: Facts & { seal: SealRecord }): Finding {
  const { previousSeal } = check;
  if (previousSeal === undefined) return skipped('The seal before this one was not given.');
  if (!followsSeal(seal, previousSeal)) {
    return failed('seal_chain_broken', 'The seal does not name the seal before it: the chain of seals is broken.');
  }
  return passed(
    equalBytes(seal.previous, noPreviousSeal)
      ? 'It is the first seal of the site.'
      : `The seal names the one before it, ${shortHex(seal.previous)}.`,
  );
}

function checkLeaves({ check, seal }: Facts & { seal: SealRecord }): Finding {
  const { leaves } = check;
  if (!leaves) return skipped('The list of leaf hashes was not given.');
  if (leaves.length % hashLength !== 0) {
    return failed('leaves_malformed', 'The list of leaf hashes does not hold whole hashes of 32 bytes.');
  }
  const disorder = findDisorder(leaves);
  if (disorder?.duplicate) return failed('leaf_duplicated', `Leaf ${disorder.index} is there twice.`);
  if (disorder) return failed('leaves_unordered', `Leaf ${disorder.index} is not in its place: leaves ascend.`);
  const count = countLeaves(leaves);
  if (count !== seal.size) {
    return failed('leaf_count_wrong', `The seal names ${tickets(seal.size)}, the list holds ${count}.`);
  }
  return passed(`The list holds the ${tickets(count)} of the seal, each once, in order.`);
}

function checkRoot({ check, seal }: Facts & { seal: SealRecord }): Finding {
  const { leaves } = check;
  if (!leaves || leaves.length % hashLength !== 0) return skipped('The list of leaf hashes is not there to hash.');
  const root = merkleRoot(leaves);
  return equalBytes(root, seal.root)
    ? passed(`The listed tickets hash to the root in the seal, ${shortHex(root)}: none was added, dropped or changed.`)
    : failed('root_wrong', 'The listed tickets do not hash to the root in the seal: they are not the tickets sealed.');
}

function checkSeed({ proof, draw, drawHash, isVoid }: Facts): Finding {
  const { seed, commitment, seal, result } = proof;
  const withBeacon = draw.beacon.kind !== beaconKinds.none;
  if (!seed) {
    // With a beacon the seed is published with the seal, so that nobody can look first and call the draw off.
    if (seal && withBeacon) return failed('seed_withheld', 'The draw is sealed, but its seed is not published.');
    if (result) return failed('seed_withheld', 'The draw has a result, but its seed is not published.');
    if (isVoid) return skipped('The draw was called off, and its seed is kept secret.', 'void');
    return pending(withBeacon ? 'The seed comes with the seal.' : 'The seed comes with the result.');
  }
  if (!equalBytes(commitmentTo(drawHash, seed), commitment)) {
    return failed('seed_swapped', 'The seed is not the one the operator committed to before sales opened.');
  }
  if (!seal) return failed('seed_early', 'The seed was shown before the draw was sealed.');
  return passed('The seed is the one the operator committed to before sales opened.');
}

async function checkBeacon({ check, proof, draw, isVoid }: Facts): Promise<Finding> {
  const { beacon } = proof;
  const { kind, ref, round } = draw.beacon;
  if (beacon.kind !== kind) return failed('beacon_other_kind', 'The beacon is of another kind than the draw named.');
  if (!equalBytes(beacon.chain, ref)) return failed('beacon_other_chain', 'The beacon’s chain is not the draw’s.');
  if (beacon.round !== round) {
    return failed('beacon_other_round', `This is round ${beacon.round}; before sales opened the draw named ${round}.`);
  }
  if (kind === beaconKinds.none) {
    return beacon.signature
      ? failed('beacon_unasked', 'The draw named no beacon, and yet here is one.')
      : passed('There is no beacon: this is an operator-trusted draw.', 'operator_trusted');
  }

  const chain = check.chains.find((known) => equalBytes(known.hash, ref));
  if (!chain) return failed('beacon_chain_unknown', `The beacon chain ${shortHex(ref)} is not one this check trusts.`);
  if (round !== roundFor(chain, draw.drawsAt)) {
    return failed('beacon_round_wrong', `Round ${round} is not the first one at or after the time of the draw.`);
  }
  const signature = signatureFor(check);
  if (!signature) {
    if (proof.result) return failed('beacon_withheld', 'The draw has a result, but its beacon value is not published.');
    if (isVoid && proof.seal) return skipped(askYourself(chain, round), 'beacon_not_asked');
    return isVoid
      ? skipped('The draw was called off before it was sealed: it waits for no beacon.', 'void')
      : pending(`Round ${round} comes ${time(roundTime(chain, round))}.`);
  }
  const code = await import('./beacon-signature.ts').catch(() => null);
  if (!code) return skipped('The code that checks a beacon could not be loaded: connect, and check again.');
  return code.verifyBeaconSignature(chain, round, signature)
    ? passed(
        `The beacon’s members signed round ${round}, which came into being ${time(roundTime(chain, round))}.` +
          (beacon.signature ? '' : ' The site does not publish it: the beacon itself gave it.'),
      )
    : failed('beacon_signature_wrong', `This is not the beacon’s value of round ${round}: its signature is wrong.`);
}

/** The signature that the site gives, because it is checked; without one, the beacon's own. A result needs the site's. */
function signatureFor({ proof, beaconSignature }: DrawCheck): Uint8Array | null {
  return proof.beacon.signature ?? (proof.result ? null : (beaconSignature ?? null));
}

function askYourself(chain: BeaconChain, round: number): string {
  const address = equalBytes(chain.hash, quicknet.hash) ? `, at ${roundAddress(quicknetRelays[0]!, chain, round)}` : '';
  return `The draw was sealed and then called off, because round ${round} did not come, as the site says. The beacon was not asked here: ask it${address}. If it has that round, the draw should have been drawn.`;
}

function checkResult({ check, proof, draw, seal, isVoid }: Facts): Finding {
  const derived = deriveFrom(check, draw);
  if (!proof.result && isVoid) return checkCalledOff(proof, draw, derived);
  if (!proof.result) {
    return derived
      ? pending(`The result is not published yet; it can only be ${derived.join(' ')}.`, 'result_due')
      : pending('The draw has no result yet.');
  }
  if (!proof.seal) return failed('result_early', 'The draw has a result, but was never sealed.');
  if (!seal || !derived) return skipped('This needs the seal, the seed and the beacon.');
  return derived.every((number, place) => proof.result![place] === number)
    ? passed(`Seed, seal and beacon give ${derived.join(' ')}, the result.`)
    : failed('result_wrong', `Seed, seal and beacon give ${derived.join(' ')}, not ${proof.result.join(' ')}.`);
}

/** Before the seal nobody can know a result that waits for a beacon. After it, calling off is honest only while it waits. */
function checkCalledOff(proof: DrawProof, draw: DrawRecord, derived: DrawResult | null): Finding {
  if (derived) {
    return failed(
      'void_though_drawable',
      `The draw was called off, but seed, seal and beacon give ${derived.join(' ')}: that is what should have been drawn.`,
    );
  }
  if (!proof.seal) return skipped('The draw was called off before it was sealed: there is no result.', 'void');
  return draw.beacon.kind === beaconKinds.none
    ? failed(
        'void_after_seal',
        'The draw was called off after it was sealed. It waits for no beacon, so it should have been drawn, and the operator knew what.',
      )
    : skipped('Whether it should have been drawn is for the beacon to say.', 'void');
}

function deriveFrom(check: DrawCheck, draw: DrawRecord): DrawResult | null {
  const { proof } = check;
  const { kind, round } = draw.beacon;
  const signature = signatureFor(check);
  if (!proof.seed || !proof.seal || (kind !== beaconKinds.none && !signature)) return null;
  const value = kind === beaconKinds.none ? new Uint8Array(hashLength) : beaconValue(signature!);
  return resultOf({ seed: proof.seed, sealHash: sealHash(proof.seal), beacon: { kind, round, value } });
}

function checkShown({ check, proof, draw }: Facts): Finding | null {
  const { shown } = check;
  if (!shown) return null;
  const differs = (what: string) => failed('shown_differs', `The ${what} that the site shows is not what it signed.`);
  if (shown.closesAt !== draw.closesAt) return differs('closing time');
  if (shown.drawsAt !== draw.drawsAt) return differs('time of the draw');
  if (!shown.commitment || !equalBytes(shown.commitment, proof.commitment)) return differs('commitment');
  if (String(shown.result) !== String(proof.result)) return differs('result');
  if (shown.status !== 'void') return passed('The site shows its players what it signed.');
  return proof.result
    ? failed('void_after_result', 'The draw has a result and was called off all the same.')
    : passed('The site shows its players that the draw was called off, and every stake goes back.', 'void');
}

function time(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

function tickets(count: number): string {
  return count === 1 ? '1 ticket' : `${count} tickets`;
}

import { sha256 } from '@noble/hashes/sha2.js';
import type { DrawResult } from '#domain/result.ts';
import * as words from '#domain/words/en/verify.ts';
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
  /** The site's public data about the draw, to be compared with what it signed. */
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
    for (const [name] of stepsAfterDraw) decide(name, skipped(words.needsDraw));
    return steps;
  }
  for (const [name, run] of stepsAfterDraw) {
    const finding = await run(draw.facts);
    if (finding) decide(name, finding);
  }
  return steps;
}

/** The facts that the steps share once the draw record is read. */
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
      finding: failed('draw_other', words.otherDraw(draw.drawId)),
      facts: null,
    };
  }
  const seal = proof.seal && attempt(() => decodeSeal(proof.seal!));
  return {
    finding: passed(words.drawRead(time(draw.closesAt), time(draw.drawsAt))),
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
      unannounced === known
        ? words.keyKnownUnannounced(shortHex(known))
        : words.keySigningUnannounced(shortHex(unannounced)),
    );
  }
  const replaced = chain.changes[place];
  if (replaced && draw.opensAt > replaced.announcedAt) {
    return failed('operator_key_retired', words.keyRetired(time(replaced.announcedAt)));
  }
  if (listed.length === 1) return known ? checkOnlyKey(known, proof) : null;
  return passed(words.keyOfMany(shortHex(proof.operatorKey), place + 1, listed.length));
}

function checkOnlyKey(known: Uint8Array, proof: DrawProof): Finding {
  return equalBytes(known, proof.operatorKey) ? passed(words.keyKnown) : failed('operator_key_changed', words.keyOther);
}

function checkRules({ check, draw }: Facts): Finding {
  if (!check.rulesDocument) return skipped(words.noRules);
  return equalBytes(sha256(check.rulesDocument), draw.rulesHash)
    ? passed(words.rulesSame)
    : failed('rules_altered', words.rulesOther);
}

function checkCommitment({ proof, drawHash }: Facts): Finding {
  const message = commitmentMessage(drawHash, proof.commitment);
  return verifySignature(proof.commitmentSignature, message, proof.operatorKey)
    ? passed(words.committed)
    : failed('commitment_signature_wrong', words.commitmentSignatureWrong);
}

function checkSeal({ proof, drawHash, seal, isVoid }: Facts): Finding {
  if (!proof.seal) return notSealed(isVoid);
  if (!seal) return failed('seal_malformed', attempt(() => decodeSeal(proof.seal!)) as string);
  if (!equalBytes(seal.drawHash, drawHash)) {
    return failed('seal_other_draw', words.sealOtherRecord);
  }
  if (!equalBytes(seal.commitment, proof.commitment)) {
    return failed('seal_other_commitment', words.sealOtherCommitment);
  }
  return passed(words.sealNames(words.tickets(seal.size)));
}

function notSealed(isVoid: boolean): Finding {
  return isVoid ? skipped(words.voidBeforeSeal, 'void') : pending(words.notSealed);
}

/** A step that needs the seal: it waits while there is none, and is skipped when the seal cannot be read. */
function whenSealed(step: (facts: Facts & { seal: SealRecord }) => Finding): (facts: Facts) => Finding {
  return (facts) => {
    if (facts.seal) return step({ ...facts, seal: facts.seal });
    return facts.proof.seal ? skipped(words.needsSeal) : notSealed(facts.isVoid);
  };
}

function checkSealSignature({ proof }: Facts): Finding {
  const { seal, sealSignature } = proof;
  return sealSignature && verifySignature(sealSignature, sealMessage(seal!), proof.operatorKey)
    ? passed(words.sealSigned)
    : failed('seal_signature_wrong', words.sealSignatureWrong);
}

function checkSealTime({ draw, seal }: Facts & { seal: SealRecord }): Finding {
  const { sealedAt } = seal;
  if (sealedAt < draw.closesAt) {
    return failed('sealed_before_close', words.sealedEarly(time(sealedAt)));
  }
  if (sealedAt >= draw.drawsAt) {
    return failed('sealed_after_draw', words.sealedLate(time(sealedAt)));
  }
  if (draw.beacon.kind === beaconKinds.none && sealedAt !== draw.closesAt) {
    return draw.drawsAt >= sealTimeFixedFrom
      ? failed('seal_time_chosen', words.sealTimeChosen(time(sealedAt)))
      : passed(words.sealTimeFree(time(sealedAt)), 'seal_time_chosen');
  }
  return passed(words.sealedInTime(time(sealedAt)));
}

function checkSealChain({ check, seal }: Facts & { seal: SealRecord }): Finding {
  const { previousSeal } = check;
  if (previousSeal === undefined) return skipped(words.noPreviousSeal);
  if (!followsSeal(seal, previousSeal)) {
    return failed('seal_chain_broken', words.chainBroken);
  }
  return passed(
    equalBytes(seal.previous, noPreviousSeal) ? words.firstSeal : words.sealBefore(shortHex(seal.previous)),
  );
}

function checkLeaves({ check, seal }: Facts & { seal: SealRecord }): Finding {
  const { leaves } = check;
  if (!leaves) return skipped(words.noLeaves);
  if (leaves.length % hashLength !== 0) {
    return failed('leaves_malformed', words.leavesNotWhole);
  }
  const disorder = findDisorder(leaves);
  if (disorder?.duplicate) return failed('leaf_duplicated', words.leafTwice(disorder.index));
  if (disorder) return failed('leaves_unordered', words.leafUnordered(disorder.index));
  const count = countLeaves(leaves);
  if (count !== seal.size) {
    return failed('leaf_count_wrong', words.leafCount(words.tickets(seal.size), count));
  }
  return passed(words.leavesWhole(words.tickets(count)));
}

function checkRoot({ check, seal }: Facts & { seal: SealRecord }): Finding {
  const { leaves } = check;
  if (!leaves || leaves.length % hashLength !== 0) return skipped(words.noLeavesToHash);
  const root = merkleRoot(leaves);
  return equalBytes(root, seal.root) ? passed(words.rootRight(shortHex(root))) : failed('root_wrong', words.rootWrong);
}

function checkSeed({ proof, draw, drawHash, isVoid }: Facts): Finding {
  const { seed, commitment, seal, result } = proof;
  const withBeacon = draw.beacon.kind !== beaconKinds.none;
  if (!seed) {
    // With a beacon the seed is published with the seal, so that nobody can look first and call the draw off.
    if (seal && withBeacon) return failed('seed_withheld', words.sealedSeedWithheld);
    if (result) return failed('seed_withheld', words.drawnSeedWithheld);
    if (isVoid) return skipped(words.seedSecret, 'void');
    return pending(withBeacon ? words.seedWithSeal : words.seedWithResult);
  }
  if (!equalBytes(commitmentTo(drawHash, seed), commitment)) {
    return failed('seed_swapped', words.seedSwapped);
  }
  if (!seal) return failed('seed_early', words.seedEarly);
  return passed(words.seedRight);
}

async function checkBeacon({ check, proof, draw, isVoid }: Facts): Promise<Finding> {
  const { beacon } = proof;
  const { kind, ref, round } = draw.beacon;
  if (beacon.kind !== kind) return failed('beacon_other_kind', words.beaconOtherKind);
  if (!equalBytes(beacon.chain, ref)) return failed('beacon_other_chain', words.beaconOtherChain);
  if (beacon.round !== round) {
    return failed('beacon_other_round', words.beaconOtherRound(beacon.round, round));
  }
  if (kind === beaconKinds.none) {
    return beacon.signature
      ? failed('beacon_unasked', words.beaconUnasked)
      : passed(words.beaconNone, 'operator_trusted');
  }

  const chain = check.chains.find((known) => equalBytes(known.hash, ref));
  if (!chain) return failed('beacon_chain_unknown', words.beaconUnknown(shortHex(ref)));
  if (round !== roundFor(chain, draw.drawsAt)) {
    return failed('beacon_round_wrong', words.beaconRoundWrong(round));
  }
  const signature = signatureFor(check);
  if (!signature) {
    if (proof.result) return failed('beacon_withheld', words.beaconWithheld);
    if (isVoid && proof.seal) return skipped(askYourself(chain, round), 'beacon_not_asked');
    return isVoid
      ? skipped(words.beaconNotAwaited, 'void')
      : pending(words.beaconComes(round, time(roundTime(chain, round))));
  }
  const code = await import('./beacon-signature.ts').catch(() => null);
  if (!code) return skipped(words.beaconNoCode);
  return code.verifyBeaconSignature(chain, round, signature)
    ? passed(
        words.beaconSigned(round, time(roundTime(chain, round))) + (beacon.signature ? '' : ` ${words.beaconGaveIt}`),
      )
    : failed('beacon_signature_wrong', words.beaconWrong(round));
}

/** The signature that the site gives, because it is checked; without one, the beacon's own. A result needs the site's. */
function signatureFor({ proof, beaconSignature }: DrawCheck): Uint8Array | null {
  return proof.beacon.signature ?? (proof.result ? null : (beaconSignature ?? null));
}

function askYourself(chain: BeaconChain, round: number): string {
  const isPublic = equalBytes(chain.hash, quicknet.hash);
  return words.askBeacon(round, isPublic ? roundAddress(quicknetRelays[0]!, chain, round) : null);
}

function checkResult({ check, proof, draw, seal, isVoid }: Facts): Finding {
  const derived = deriveFrom(check, draw);
  if (!proof.result && isVoid) return checkCalledOff(proof, draw, derived);
  if (!proof.result) {
    return derived ? pending(words.resultDue(derived.join(' ')), 'result_due') : pending(words.noResult);
  }
  if (!proof.seal) return failed('result_early', words.resultEarly);
  if (!seal || !derived) return skipped(words.needsAll);
  return derived.every((number, place) => proof.result![place] === number)
    ? passed(words.resultRight(derived.join(' ')))
    : failed('result_wrong', words.resultWrong(derived.join(' '), proof.result.join(' ')));
}

/** Before the seal nobody can know a result that waits for a beacon. After it, calling off is honest only while it waits. */
function checkCalledOff(proof: DrawProof, draw: DrawRecord, derived: DrawResult | null): Finding {
  if (derived) {
    return failed('void_though_drawable', words.voidThoughDrawable(derived.join(' ')));
  }
  if (!proof.seal) return skipped(words.voidNoResult, 'void');
  return draw.beacon.kind === beaconKinds.none
    ? failed('void_after_seal', words.voidAfterSeal)
    : skipped(words.voidBeaconSays, 'void');
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
  const differs = (sentence: string) => failed('shown_differs', sentence);
  if (shown.closesAt !== draw.closesAt) return differs(words.shownDiffers.closesAt);
  if (shown.drawsAt !== draw.drawsAt) return differs(words.shownDiffers.drawsAt);
  if (!shown.commitment || !equalBytes(shown.commitment, proof.commitment))
    return differs(words.shownDiffers.commitment);
  if (String(shown.result) !== String(proof.result)) return differs(words.shownDiffers.result);
  if (shown.status !== 'void') return passed(words.shownRight);
  return proof.result ? failed('void_after_result', words.voidAfterResult) : passed(words.shownVoid, 'void');
}

function time(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

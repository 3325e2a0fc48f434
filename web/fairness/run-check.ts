import type { BeaconChain } from '#domain/fair-draw/beacon.ts';
import { MalformedBytes, attempt, fromHex, toHex } from '#domain/fair-draw/bytes.ts';
import { beaconKinds, decodeDraw } from '#domain/fair-draw/draw-record.ts';
import { findLeaf } from '#domain/fair-draw/leaves.ts';
import { buildTree, inclusionPath } from '#domain/fair-draw/merkle.ts';
import { keysFrom, type ListedKey } from '#domain/fair-draw/operator-keys.ts';
import { readSavedReceipt, type DrawProof, type Receipt, type SavedReceipt } from '#domain/fair-draw/proof.ts';
import { decodeSeal, sealHash } from '#domain/fair-draw/seal-record.ts';
import { sealMessage, verifySignature } from '#domain/fair-draw/signatures.ts';
import { failed, skipped } from '#domain/fair-draw/steps.ts';
import { decodeTicket, ticketLeaf } from '#domain/fair-draw/ticket-record.ts';
import { verifyDraw, type DrawCheck } from '#domain/fair-draw/verify-draw.ts';
import { verifyReceipt } from '#domain/fair-draw/verify-receipt.ts';
import { ApiError, type Failure } from '#web/api/errors.ts';

import * as words from '#domain/words/en/verify.ts';
import type { CheckMessage, CheckRequest, KnownSeals } from './messages.ts';
import { placeInTree } from './place-in-tree.ts';
import type { PublicSite } from './public-site.ts';
import { readReceiptLink } from './receipt-link.ts';
import { compareToSaved, compareToSeen } from './two-views.ts';

interface CheckContext {
  readonly site: PublicSite;
  /** The beacon chains this app trusts, their keys part of its code. */
  readonly chains: readonly BeaconChain[];
  readonly tell: (message: CheckMessage) => void;
}

/** Checks a draw or a receipt as requested, and reports each finding at once. Rejects only for a bug of our own. */
export async function runCheck(request: CheckRequest, context: CheckContext): Promise<void> {
  const { tell } = context;
  try {
    if (request.subject === 'draw') {
      await checkDraw(request.drawId, null, request.knownSeals, context);
    } else {
      const saved = request.subject === 'link' ? readLinked(request.hash) : readSavedReceipt(request.document);
      await checkDraw(drawIdOf(saved), saved, request.knownSeals, context);
    }
    tell({ kind: 'done' });
  } catch (error) {
    if (error instanceof MalformedBytes) tell({ kind: 'unreadable', sentence: error.message });
    else if (error instanceof ApiError) tell({ kind: 'failed', failure: error.failure });
    else throw error;
  }
}

/** A link carries only the parts of a receipt that cannot be computed. */
function readLinked(hash: string): SavedReceipt {
  const link = readReceiptLink(hash);
  if (!link) throw new MalformedBytes(words.notAWholeLink);
  const ticket = fromHex(link.ticket, 'ticket record');
  const signature = fromHex(link.signature, 'signature of the receipt');
  return {
    receipt: { ticket, leaf: ticketLeaf(ticket), signature, index: null, path: null },
    proof: null,
    operatorKeys: [],
  };
}

/** Throws `MalformedBytes` if neither the receipt nor its proof names a draw. */
function drawIdOf({ receipt, proof }: SavedReceipt): string {
  const ticket = attempt(() => decodeTicket(receipt.ticket));
  if (typeof ticket !== 'string') return ticket.drawId;
  const draw = proof && attempt(() => decodeDraw(proof.draw));
  if (draw === null || typeof draw === 'string') throw new MalformedBytes(ticket);
  return draw.drawId;
}

async function checkDraw(drawId: string, saved: SavedReceipt | null, known: KnownSeals, context: CheckContext) {
  const { chains, tell } = context;
  tell({ kind: 'progress', progress: { doing: 'asking' } });
  const published = await readPublished(drawId, saved?.proof ?? null, context);
  const proof = published.proof ?? saved?.proof ?? null;
  if (!proof) return;

  tell({ kind: 'progress', progress: { doing: 'checking' } });
  tellDraw(drawId, proof, published.evidence.shown?.status === 'void', tell);
  const operatorKeys = published.operatorKeys ?? saved?.operatorKeys ?? [];
  if (saved) tellReceipt(saved.receipt, { proof, operatorKeys, leaves: published.leaves }, tell);
  const steps = await verifyDraw(
    { drawId, proof, chains, operatorKeys, ...published.evidence, leaves: published.leaves },
    (step) => tell({ kind: 'step', step }),
  );
  const sealIsSigned = steps.some(({ name, state }) => name === 'seal-signature' && state === 'passed');
  if (proof.seal && sealIsSigned) tellSeen(drawId, proof, { ...published, operatorKeys }, known, tell);
  if (saved?.proof) {
    const finding = published.proof ? compareToSaved(saved.proof, published.proof) : skipped(words.notAsked);
    tell({ kind: 'step', step: { name: 'saved', ...finding } });
  }
}

interface Published {
  /** Null where the site did not answer, or has no such draw. */
  readonly proof: DrawProof | null;
  readonly evidence: Pick<DrawCheck, 'rulesDocument' | 'shown' | 'previousSeal'>;
  readonly leaves: Uint8Array | undefined;
  /** Null where the site did not answer, or withholds them. */
  readonly operatorKeys: readonly ListedKey[] | null;
  readonly sealBefore: {
    readonly drawId: string;
    readonly seal: Uint8Array;
    readonly sealSignature: Uint8Array;
  } | null;
}

const nothing: Published = { proof: null, evidence: {}, leaves: undefined, operatorKeys: null, sealBefore: null };

/**
 * Reads all that the site publishes about a draw. A missing or malformed answer is a failed step. If the site does not
 * answer at all, the saved proof is used; without one this rejects with the ApiError.
 */
async function readPublished(drawId: string, savedProof: DrawProof | null, context: CheckContext): Promise<Published> {
  const { site, tell } = context;
  /** Null if the answer is withheld or malformed. */
  async function ask<T>(what: string, reading: Promise<T>): Promise<T | null> {
    try {
      return await reading;
    } catch (error) {
      const finding = findWithheld(what, error);
      if (!finding) throw error;
      tell({ kind: 'step', step: { name: 'published', ...finding } });
      return null;
    }
  }

  try {
    const { proof, shown } = await readTogether(site, drawId, ask);
    if (!proof) return nothing;
    const seal = proof.seal && attempt(() => decodeSeal(proof.seal!));
    const size = seal && typeof seal !== 'string' ? seal.size : null;
    const total = (size ?? 0) * 32;
    const onBytes = (done: number) => tell({ kind: 'progress', progress: { doing: 'leaves', done, total } });
    const [operatorKeys, rulesDocument, sealBefore, leaves] = await Promise.all([
      ask(words.things.operatorKeys, site.getOperatorKeys()),
      shown && ask(words.things.rules, site.getRules(shown.rules)),
      size === null ? undefined : askSealBefore(ask, site, proof.seal!),
      size === null ? null : ask(words.things.leaves, site.getLeaves(drawId, size, onBytes)),
    ]);
    return {
      proof,
      leaves: leaves ?? undefined,
      operatorKeys,
      sealBefore: sealBefore ?? null,
      evidence: {
        rulesDocument: rulesDocument ?? undefined,
        shown: shown ?? undefined,
        previousSeal: sealBefore === undefined ? undefined : (sealBefore?.seal ?? null),
      },
    };
  } catch (error) {
    if (!(error instanceof ApiError) || !savedProof) throw error;
    tell({ kind: 'offline', failure: error.failure });
    return nothing;
  }
}

type Ask = <T>(what: string, reading: Promise<T>) => Promise<T | null>;

/** The proof and what players are shown, read again when the draw moved on between the two. */
async function readTogether(site: PublicSite, drawId: string, ask: Ask) {
  const readBoth = async () => {
    const proof = await ask(words.things.proof, site.getProof(drawId));
    return { proof, shown: proof && (await ask('this draw', site.getDraw(drawId))) };
  };
  const both = await readBoth();
  const moved = both.proof && both.shown && (both.proof.result === null) !== (both.shown.result === null);
  return moved ? readBoth() : both;
}

/** Undefined if the site withholds it; null if the site says there is none. */
async function askSealBefore(ask: Ask, site: PublicSite, seal: Uint8Array) {
  const page = await ask(
    words.things.seals,
    site.getSealBefore(toHex(sealHash(seal))).then((before) => ({ before })),
  );
  return page?.before === undefined ? undefined : page.before;
}

function findWithheld(what: string, error: unknown) {
  if (error instanceof MalformedBytes) return failed('malformed', words.garbled(what, error.message));
  const isMissing = error instanceof ApiError && isRefusal(error.failure);
  return isMissing ? failed('withheld', words.withheld(what)) : null;
}

/** A 400 or 404 for something that every site must publish. */
function isRefusal(failure: Failure): boolean {
  return failure.kind === 'HTTP' && (failure.status === 404 || failure.status === 400);
}

function tellDraw(drawId: string, proof: DrawProof, isVoid: boolean, tell: CheckContext['tell']) {
  const draw = attempt(() => decodeDraw(proof.draw));
  if (typeof draw === 'string') return;
  const seal = proof.seal && attempt(() => decodeSeal(proof.seal!));
  tell({
    kind: 'draw',
    draw: {
      drawId,
      drawsAt: draw.drawsAt,
      operatorTrusted: draw.beacon.kind === beaconKinds.none,
      isVoid,
      tickets: seal && typeof seal !== 'string' ? seal.size : null,
      sealHash: proof.seal && toHex(sealHash(proof.seal)),
      operatorKey: toHex(proof.operatorKey),
    },
  });
}

interface ReceiptEvidence {
  readonly proof: DrawProof;
  readonly operatorKeys: readonly ListedKey[];
  readonly leaves: Uint8Array | undefined;
}

function tellReceipt(receipt: Receipt, evidence: ReceiptEvidence, tell: CheckContext['tell']) {
  const { proof, operatorKeys, leaves } = evidence;
  const placed = findPlace(receipt, leaves);
  const { ticket, outcome, steps } = verifyReceipt(placed, proof, leaves, operatorKeys);
  if (ticket) {
    tell({
      kind: 'ticket',
      ticket: {
        ticketId: ticket.ticketId,
        name: ticket.name,
        stake: ticket.stake,
        selectedNumbers: ticket.numbers.map(String),
        result: proof.result && proof.result.map(String),
        places: outcome && outcome.places,
        payout: outcome && outcome.payout,
      },
    });
  }
  for (const step of steps) tell({ kind: 'step', step });
  const included = steps.some(({ name, state }) => name === 'inclusion' && state === 'passed');
  if (included && placed.index !== null && placed.path) {
    const { size } = decodeSeal(proof.seal!);
    tell({ kind: 'place', place: placeInTree(ticketLeaf(placed.ticket), placed.index, size, placed.path) });
  }
}

/** Looks up the place among the leaves of a receipt that was saved before the seal, or scanned. */
function findPlace(receipt: Receipt, leaves: Uint8Array | undefined): Receipt {
  if (!leaves || leaves.length % 32 !== 0 || (receipt.index !== null && receipt.path)) return receipt;
  const index = findLeaf(leaves, ticketLeaf(receipt.ticket));
  return index === -1 ? receipt : { ...receipt, index, path: inclusionPath(buildTree(leaves), index) };
}

/** Whether a seal is signed with the key of this proof, or with another one of its chain. */
function isSigned(
  { seal, sealSignature }: NonNullable<Published['sealBefore']>,
  { operatorKey }: DrawProof,
  listed: readonly ListedKey[],
): boolean {
  const first = listed[0]?.key;
  const keys = first ? keysFrom(first, listed) : [];
  return [operatorKey, ...keys].some((key) => verifySignature(sealSignature, sealMessage(seal), key));
}

/** Compares the seals the site shows now with those this device saw, and reports which to keep. */
function tellSeen(
  drawId: string,
  proof: DrawProof,
  { sealBefore: before, operatorKeys }: { sealBefore: Published['sealBefore']; operatorKeys: readonly ListedKey[] },
  known: KnownSeals,
  tell: CheckContext['tell'],
) {
  const seals: Record<string, string> = { [drawId]: toHex(sealHash(proof.seal!)) };
  if (before && isSigned(before, proof, operatorKeys)) {
    seals[before.drawId] = toHex(sealHash(before.seal));
  }
  tell({ kind: 'step', step: { name: 'seen', ...compareToSeen(seals, known) } });
  tell({ kind: 'seals', seals });
}

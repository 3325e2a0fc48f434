import { createHash } from 'node:crypto';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { ed25519 } from '@noble/curves/ed25519.js';
import type { BetName } from '#domain/bet-types.ts';
import { beaconMessage } from '#domain/fair-draw/beacon-signature.ts';
import { beaconValue, quicknet, roundFor, roundTime, type BeaconChain } from '#domain/fair-draw/beacon.ts';
import { concatBytes, fromHex, readUuid, toHex } from '#domain/fair-draw/bytes.ts';
import { commitmentTo } from '#domain/fair-draw/commitment.ts';
import { beaconKinds, drawHash, encodeDraw, noBeacon, type DrawRecord } from '#domain/fair-draw/draw-record.ts';
import { findLeaf, sortLeaves } from '#domain/fair-draw/leaves.ts';
import { buildTree, inclusionPath, treeRoot } from '#domain/fair-draw/merkle.ts';
import { encodeSeal, noPreviousSeal, sealHash } from '#domain/fair-draw/seal-record.ts';
import { encodeKeyChange } from '#domain/fair-draw/operator-keys.ts';
import { commitmentMessage, receiptMessage, sealMessage } from '#domain/fair-draw/signatures.ts';
import { resultOf } from '#domain/fair-draw/stream.ts';
import { encodeTicket, ticketLeaf, type TicketRecord } from '#domain/fair-draw/ticket-record.ts';
import { countInFile } from '#tests/support/count-in-file.ts';
import type { ProofAnswer, ReceiptAnswer } from '#tests/vectors/vectors.ts';

/** SHA-256 of a name: bytes that look random and are the same in every run. */
export function bytesNamed(name: string): Uint8Array {
  return Uint8Array.from(createHash('sha256').update(name).digest());
}

const nextDraw = countInFile(-1);

function idNamed(name: string): string {
  return readUuid(bytesNamed(name), 0);
}

const operatorSecret = bytesNamed('operator');
export const operatorKey = ed25519.getPublicKey(operatorSecret);

export function signAsOperator(message: Uint8Array, secret = operatorSecret): string {
  return toHex(ed25519.sign(message, secret));
}

/** The secret and the public key of an operator's later key. */
export function laterKey(name: string): { secret: Uint8Array; key: Uint8Array } {
  const secret = bytesNamed(name);
  return { secret, key: ed25519.getPublicKey(secret) };
}

/** The first key as the API lists it. */
export const firstKey = { key: toHex(operatorKey), announcement: null, formerSignature: null, signature: null };

/** The next key as the API lists it, announced by the key before it. */
export function announceKey(
  next: { secret: Uint8Array; key: Uint8Array },
  terms: { announcedAt: number; seal?: Uint8Array | null; former?: { secret: Uint8Array; key: Uint8Array } },
) {
  const former = terms.former ?? { secret: operatorSecret, key: operatorKey };
  const record = encodeKeyChange({
    former: former.key,
    next: next.key,
    announcedAt: terms.announcedAt,
    sealHash: terms.seal ? sealHash(terms.seal) : noPreviousSeal,
  });
  return {
    key: toHex(next.key),
    announcement: toHex(record),
    formerSignature: signAsOperator(record, former.secret),
    signature: signAsOperator(record, next.secret),
  };
}

const beaconSecret = bytesNamed('beacon').fill(0, 0, 1);

/** A beacon chain for tests, with real signatures. */
export const ownChain: BeaconChain = {
  hash: bytesNamed('beacon chain'),
  publicKey: bls12_381.shortSignatures.getPublicKey(beaconSecret).toBytes(),
  genesis: 1_760_000_000,
  period: 3,
};

/** A round every second. The tests' databases know it. */
export const testChain: BeaconChain = { ...ownChain, period: 1 };

export function signRound(round: number): Uint8Array {
  const { shortSignatures } = bls12_381;
  return shortSignatures.Signature.toBytes(shortSignatures.sign(beaconMessage(round), beaconSecret));
}

export const rulesDocument = Uint8Array.from(Buffer.from('{"rules":"izi-1"}\n'));

interface DrawPlan {
  readonly tickets: number;
  readonly beacon: boolean;
  /** The seal before this draw's; the first of the site without one. */
  readonly previousSeal?: Uint8Array | null;
  readonly drawsAt?: number;
  readonly drawId?: string;
  readonly seed?: Uint8Array;
  /** The secret of the operator's key, where it is not the first one. */
  readonly operator?: Uint8Array | undefined;
  /** A round of drand's public chain, to bind the draw to instead of the tests' own; it also sets the draw's moment. */
  readonly publicRound?: { readonly round: number; readonly signature: string };
  /** The number of tickets, from the first on, that get a receipt; all by default. Each takes a millisecond to sign. */
  readonly receipts?: number;
  /** The time in the seal, in milliseconds after the close of sales; an honest seal without a beacon has 0. */
  readonly sealedAfter?: number;
  /** Added to the round that the draw's time asks for. */
  readonly roundsLate?: number;
}

/** A whole draw as an honest operator makes it, in the format of the API. */
export interface MadeDraw {
  readonly drawId: string;
  readonly record: DrawRecord;
  readonly seal: Uint8Array;
  readonly leaves: Uint8Array;
  readonly tickets: readonly TicketRecord[];
  readonly proof: ProofAnswer;
  readonly receipts: readonly ReceiptAnswer[];
}

const bets: [BetName, number, number[]][] = [
  ['IziOrder', 300, [9, 8, 7, 6, 5, 4, 3, 2, 1]],
  ['IziOne', 100, [4]],
  ['IziTwo', 10_000, [2, 7]],
  ['IziABC', 500, [1]],
  ['Izi2x', 1_200, [3, 6, 9]],
  ['Izi3x', 200, [8, 1, 5]],
];

export function makeDraw(plan: DrawPlan): MadeDraw {
  const record = makeRecord(plan);
  const { operator } = plan;
  const draw = encodeDraw(record);
  const hash = drawHash(draw);
  const seed = plan.seed ?? bytesNamed(`seed of ${record.drawId}`);
  const commitment = commitmentTo(hash, seed);
  const tickets = Array.from({ length: plan.tickets }, (_, index) => makeTicket(record, index));
  const records = tickets.map(encodeTicket);
  const leaves = sortLeaves(concatBytes(...records.map(ticketLeaf)));
  const tree = buildTree(leaves);
  const seal = encodeSeal({
    drawHash: hash,
    commitment,
    size: tickets.length,
    root: treeRoot(tree),
    totalStake: tickets.reduce((total, ticket) => total + ticket.stake, 0),
    sealedAt: record.closesAt + (plan.sealedAfter ?? (plan.beacon ? 700 : 0)),
    previous: plan.previousSeal ? sealHash(plan.previousSeal) : noPreviousSeal,
  });
  const { kind, ref, round } = record.beacon;
  const signature = kind === beaconKinds.drand ? signatureOf(round, plan) : null;
  const value = signature ? beaconValue(signature) : new Uint8Array(32);
  return {
    drawId: record.drawId,
    record,
    seal,
    leaves,
    tickets,
    proof: {
      draw: toHex(draw),
      commitment: toHex(commitment),
      commitmentSignature: signAsOperator(commitmentMessage(hash, commitment), operator),
      seal: toHex(seal),
      sealSignature: signAsOperator(sealMessage(seal), operator),
      seed: toHex(seed),
      beacon: { kind, chain: toHex(ref), round, signature: signature && toHex(signature) },
      result: resultOf({ seed, sealHash: sealHash(seal), beacon: { kind, round, value } }).map(String),
      operatorKey: toHex(operator ? ed25519.getPublicKey(operator) : operatorKey),
    },
    receipts: records.slice(0, plan.receipts).map((ticket): ReceiptAnswer => {
      const leaf = ticketLeaf(ticket);
      const index = findLeaf(leaves, leaf);
      return {
        ticket: toHex(ticket),
        leaf: toHex(leaf),
        signature: signAsOperator(receiptMessage(hash, leaf), operator),
        index,
        path: inclusionPath(tree, index).map(toHex),
      };
    }),
  };
}

function signatureOf(round: number, { publicRound }: DrawPlan): Uint8Array {
  return publicRound ? fromHex(publicRound.signature, 'signature') : signRound(round);
}

function makeRecord(plan: DrawPlan): DrawRecord {
  const { publicRound } = plan;
  const drawsAt = publicRound ? roundTime(quicknet, publicRound.round) : (plan.drawsAt ?? 1_763_000_000_000);
  const chain = publicRound ? quicknet : ownChain;
  const round = roundFor(chain, drawsAt) + (plan.roundsLate ?? 0);
  return {
    drawId: plan.drawId ?? idNamed(`draw ${nextDraw()}`),
    opensAt: drawsAt - 600_000,
    closesAt: drawsAt - 30_000,
    drawsAt,
    rulesHash: Uint8Array.from(createHash('sha256').update(rulesDocument).digest()),
    beacon: plan.beacon ? { kind: beaconKinds.drand, ref: chain.hash, round } : noBeacon,
  };
}

export function makeTicket({ drawId, opensAt }: DrawRecord, index: number): TicketRecord {
  const [name, stake, numbers] = bets[index % bets.length]!;
  return {
    drawId,
    ticketId: idNamed(`ticket ${index} of ${drawId}`),
    acceptedAt: opensAt + index,
    name,
    stake,
    numbers,
    salt: bytesNamed(`salt ${index} of ${drawId}`).slice(0, 16),
  };
}

import { betTypes } from '#domain/bet-types.ts';
import { formatDecimal, formatFrancs, type Francs } from '#domain/money.ts';
import { outcomeOf, type Outcome } from '#domain/outcome.ts';
import type { DrawResult } from '#domain/result.ts';
import * as words from '#domain/words/en/verify.ts';
import { attempt, equalBytes } from './bytes.ts';
import { decodeDraw, drawHash, type DrawRecord } from './draw-record.ts';
import { findLeaf } from './leaves.ts';
import { buildTree, inclusionPath, pathLength, verifyInclusion } from './merkle.ts';
import { keysFrom, type ListedKey } from './operator-keys.ts';
import type { DrawProof, Receipt } from './proof.ts';
import { decodeSeal, type SealRecord } from './seal-record.ts';
import { receiptMessage, verifySignature } from './signatures.ts';
import { failed, passed, pending, skipped, type Finding, type Step } from './steps.ts';
import { decodeTicket, ticketLeaf, type TicketRecord } from './ticket-record.ts';

export type ReceiptStepName = 'ticket' | 'leaf' | 'receipt-signature' | 'acceptance' | 'inclusion' | 'outcome';

export interface ReceiptReport {
  readonly steps: readonly Step<ReceiptStepName>[];
  /** The ticket the receipt is for; null when it cannot be read. */
  readonly ticket: TicketRecord | null;
  /** The reason why it won or lost, and the payout; null until the draw has a result. */
  readonly outcome: (Outcome & { readonly payout: Francs }) | null;
}

/**
 * Checks a receipt against its draw's proof: the operator promised this ticket, and kept the promise. `verifyDraw` checks
 * the draw itself, such as its seal's signature, from the same proof.
 *
 * @param leaves the draw's leaf hashes; needed for a receipt that was saved before the seal, to find its index among them
 * @param operatorKeys the operator's keys as the site lists them; a key that followed the draw's own may have signed the receipt
 */
export function verifyReceipt(
  receipt: Receipt,
  proof: DrawProof,
  leaves?: Uint8Array,
  operatorKeys: readonly ListedKey[] = [],
): ReceiptReport {
  const draw = attempt(() => decodeDraw(proof.draw));
  if (typeof draw === 'string') return unreadable('draw_malformed', draw);
  const ticket = attempt(() => decodeTicket(receipt.ticket));
  if (typeof ticket === 'string') return unreadable('ticket_malformed', ticket);
  const outcome = proof.result && settle(ticket, proof.result);
  return {
    ticket,
    outcome,
    steps: [
      { name: 'ticket', ...checkTicket(ticket, draw) },
      { name: 'leaf', ...checkLeaf(receipt) },
      { name: 'receipt-signature', ...checkSignature(receipt, proof, operatorKeys) },
      { name: 'acceptance', ...checkAcceptance(ticket, draw) },
      { name: 'inclusion', ...checkInclusion(receipt, proof, leaves) },
      { name: 'outcome', ...explainOutcome(ticket, outcome) },
    ],
  };
}

function unreadable(code: string, sentence: string): ReceiptReport {
  const others = ['leaf', 'receipt-signature', 'acceptance', 'inclusion', 'outcome'] as const;
  return {
    ticket: null,
    outcome: null,
    steps: [
      { name: 'ticket', ...failed(code, sentence) },
      ...others.map((name) => ({ name, ...skipped(words.needsRecords) })),
    ],
  };
}

function checkTicket(ticket: TicketRecord, draw: DrawRecord): Finding {
  return ticket.drawId === draw.drawId
    ? passed(words.receiptFor(ticket.name, ticket.numbers.join(' '), formatFrancs(ticket.stake)))
    : failed('ticket_other_draw', words.receiptOtherDraw(ticket.drawId));
}

function checkLeaf({ ticket, leaf }: Receipt): Finding {
  return equalBytes(ticketLeaf(ticket), leaf) ? passed(words.leafRight) : failed('leaf_wrong', words.leafWrong);
}

function checkSignature({ ticket, signature }: Receipt, proof: DrawProof, listed: readonly ListedKey[]): Finding {
  const message = receiptMessage(drawHash(proof.draw), ticketLeaf(ticket));
  return keysFrom(proof.operatorKey, listed).some((key) => verifySignature(signature, message, key))
    ? passed(words.promised)
    : failed('receipt_signature_wrong', words.notPromised);
}

function checkAcceptance({ acceptedAt }: TicketRecord, { closesAt }: DrawRecord): Finding {
  return acceptedAt < closesAt
    ? passed(words.acceptedBefore(seconds(closesAt - acceptedAt)))
    : failed('accepted_late', words.acceptedAfter(seconds(acceptedAt - closesAt)));
}

function checkInclusion({ ticket, index, path }: Receipt, proof: DrawProof, leaves?: Uint8Array): Finding {
  if (!proof.seal) return pending(words.notSealed);
  const seal = attempt(() => decodeSeal(proof.seal!));
  if (typeof seal === 'string') return failed('seal_malformed', seal);
  if (!equalBytes(seal.drawHash, drawHash(proof.draw))) return failed('seal_other_draw', words.sealOfOther);
  if (index !== null && path !== null) return checkPath(ticketLeaf(ticket), index, path, seal);
  if (!leaves) return skipped(words.savedBeforeSeal);
  const place = findLeaf(leaves, ticketLeaf(ticket));
  if (place === -1) return failed('not_included', words.notAmongLeaves);
  return checkPath(ticketLeaf(ticket), place, inclusionPath(buildTree(leaves), place), seal);
}

function checkPath(leaf: Uint8Array, index: number, path: readonly Uint8Array[], { size, root }: SealRecord): Finding {
  if (index >= size) return failed('index_out_of_range', words.noSuchLeaf(index, size));
  const length = pathLength(index, size);
  if (path.length !== length) {
    return failed('path_length_wrong', words.pathLength(path.length, index, size, length));
  }
  return verifyInclusion(leaf, index, size, path, root)
    ? passed(words.included(index, size, length))
    : failed('not_included', words.notIncluded);
}

function settle(ticket: TicketRecord, result: DrawResult): Outcome & { payout: Francs } {
  const outcome = outcomeOf(betTypes[ticket.name], ticket.numbers, result);
  return { ...outcome, payout: ticket.stake * outcome.mult };
}

function explainOutcome({ name, numbers }: TicketRecord, outcome: (Outcome & { payout: Francs }) | null): Finding {
  if (!outcome) return pending(words.noResult);
  const { hit } = betTypes[name];
  const hits = numbers.filter((_, slot) => outcome.places[slot]);
  const count = words.hits(outcome.hits, numbers.length, hit.kind === 'exact' ? 'exact' : hit.depth, hits.join(' '));
  return outcome.mult > 0
    ? passed(words.won(count, outcome.mult, formatFrancs(outcome.payout)), 'won')
    : passed(words.lost(count), 'lost');
}

function seconds(milliseconds: number): string {
  return `${formatDecimal(milliseconds / 1_000)} s`;
}

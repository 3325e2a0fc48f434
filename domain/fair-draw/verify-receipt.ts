import { betTypes } from '#domain/bet-types.ts';
import { formatFrancs, type Francs } from '#domain/money.ts';
import { outcomeOf, type Outcome } from '#domain/outcome.ts';
import type { DrawResult } from '#domain/result.ts';
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
  /** Why it won or lost, and what it pays; null until the draw has a result. */
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
      ...others.map((name) => ({ name, ...skipped('This needs the records of the draw and the ticket.') })),
    ],
  };
}

function checkTicket(ticket: TicketRecord, draw: DrawRecord): Finding {
  return ticket.drawId === draw.drawId
    ? passed(
        `The receipt is for ${ticket.name} ${ticket.numbers.join(' ')}, ${formatFrancs(ticket.stake)}, in this draw.`,
      )
    : failed('ticket_other_draw', `The receipt is for a ticket of the draw ${ticket.drawId}, not of this one.`);
}

function checkLeaf({ ticket, leaf }: Receipt): Finding {
  return equalBytes(ticketLeaf(ticket), leaf)
    ? passed('The ticket hashes to its leaf.')
    : failed('leaf_wrong', 'The ticket does not hash to the leaf of the receipt: one of them was changed.');
}

function checkSignature({ ticket, signature }: Receipt, proof: DrawProof, listed: readonly ListedKey[]): Finding {
  const message = receiptMessage(drawHash(proof.draw), ticketLeaf(ticket));
  return keysFrom(proof.operatorKey, listed).some((key) => verifySignature(signature, message, key))
    ? passed('The operator signed the promise that this ticket is in the draw.')
    : failed('receipt_signature_wrong', 'The operator did not sign this ticket for this draw.');
}

function checkAcceptance({ acceptedAt }: TicketRecord, { closesAt }: DrawRecord): Finding {
  return acceptedAt < closesAt
    ? passed(`It was accepted ${seconds(closesAt - acceptedAt)} before sales closed.`)
    : failed('accepted_late', `It was accepted ${seconds(acceptedAt - closesAt)} after sales closed.`);
}

function checkInclusion({ ticket, index, path }: Receipt, proof: DrawProof, leaves?: Uint8Array): Finding {
  if (!proof.seal) return pending('The draw is not sealed yet.');
  const seal = attempt(() => decodeSeal(proof.seal!));
  if (typeof seal === 'string') return failed('seal_malformed', seal);
  if (!equalBytes(seal.drawHash, drawHash(proof.draw)))
    return failed('seal_other_draw', 'The seal is of another draw.');
  if (index !== null && path !== null) return checkPath(ticketLeaf(ticket), index, path, seal);
  if (!leaves) return skipped('The receipt was saved before the seal, and does not hold its place in the tree.');
  const place = findLeaf(leaves, ticketLeaf(ticket));
  if (place === -1) return failed('not_included', 'The ticket is not among the leaves of the draw.');
  return checkPath(ticketLeaf(ticket), place, inclusionPath(buildTree(leaves), place), seal);
}

function checkPath(leaf: Uint8Array, index: number, path: readonly Uint8Array[], { size, root }: SealRecord): Finding {
  if (index >= size) return failed('index_out_of_range', `There is no leaf ${index} among the ${size} of the seal.`);
  const length = pathLength(index, size);
  if (path.length !== length) {
    return failed(
      'path_length_wrong',
      `The path has ${path.length} hashes; from leaf ${index} of ${size} to the root it takes ${length}.`,
    );
  }
  return verifyInclusion(leaf, index, size, path, root)
    ? passed(`The ticket is leaf ${index} of the ${size} that were sealed: ${length} hashes lead to the root.`)
    : failed('not_included', 'The path does not lead from this ticket to the sealed root: it is not in the draw.');
}

function settle(ticket: TicketRecord, result: DrawResult): Outcome & { payout: Francs } {
  const outcome = outcomeOf(betTypes[ticket.name], ticket.numbers, result);
  return { ...outcome, payout: ticket.stake * outcome.mult };
}

const firstPlaces = { 1: 'came out first', 2: 'came out among the first two', 3: 'came out among the first three' };

function explainOutcome({ name, numbers }: TicketRecord, outcome: (Outcome & { payout: Francs }) | null): Finding {
  if (!outcome) return pending('The draw has no result yet.');
  const { hit } = betTypes[name];
  const what = hit.kind === 'exact' ? 'came out in its exact place' : firstPlaces[hit.depth];
  const hits = numbers.filter((_, slot) => outcome.places[slot]);
  const count = `${outcome.hits} of ${numbers.length} ${what}${hits.length > 0 ? ` (${hits.join(' ')})` : ''}`;
  return outcome.mult > 0
    ? passed(`Won: ${count}, which pays ×${outcome.mult}, ${formatFrancs(outcome.payout)}.`, 'won')
    : passed(`Lost: ${count}, which pays nothing.`, 'lost');
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(1)} s`;
}

import { describe, expect, test } from 'vitest';
import { bytesNamed, makeDraw, signAsOperator } from '#tests/support/draws/fair-draw.ts';
import { bytesOf, drawVectors, type ProofAnswer, type ReceiptAnswer } from '#tests/vectors/vectors.ts';
import { betNames, betTypes } from '#domain/bet-types.ts';
import { payoutOf } from '#domain/outcome.ts';
import { MalformedBytes, toHex } from './bytes.ts';
import { drawHash } from './draw-record.ts';
import { buildTree } from './merkle.ts';
import { readProof, readReceipt, readSavedReceipt } from './proof.ts';
import { receiptMessage } from './signatures.ts';
import { encodeTicket, ticketLeaf } from './ticket-record.ts';
import { verifyReceipt, type ReceiptReport } from './verify-receipt.ts';

const made = makeDraw({ tickets: 11, beacon: true });
// A ticket of nine numbers that is not the last leaf, whose path is shorter than the others.
const position = made.tickets.findIndex(({ name }, index) => name === 'IziOrder' && made.receipts[index]!.index! < 10);
const receipt = made.receipts[position]!;
const beforeSeal: Partial<ProofAnswer> = { seal: null, sealSignature: null, seed: null, result: null };

function check(answer: ReceiptAnswer, proof: Partial<ProofAnswer> = {}, leaves?: Uint8Array): ReceiptReport {
  return verifyReceipt(readReceipt(answer), readProof({ ...made.proof, ...proof }), leaves);
}

function failuresOf({ steps }: ReceiptReport) {
  return steps.filter(({ state }) => state === 'failed').map(({ name, code }) => `${name}: ${code}`);
}

function stateOf({ steps }: ReceiptReport, name: string) {
  const { state, code } = steps.find((step) => step.name === name)!;
  return `${state} ${code}`;
}

describe('an honest receipt', () => {
  test('is proved, whatever its place in the tree', () => {
    for (const answer of made.receipts) expect(check(answer).steps.every((step) => step.state === 'passed')).toBe(true);
  });

  test.each(drawVectors.draws)(
    'an honest receipt of the independent implementation is proved: $title',
    ({ receipts, proof }) => {
      for (const answer of receipts) {
        const { steps } = verifyReceipt(readReceipt(answer), readProof(proof));
        expect(steps.filter((step) => step.state !== 'passed')).toEqual([]);
      }
    },
  );

  test('waits for the seal and the result', () => {
    const report = check({ ...receipt, index: null, path: null }, beforeSeal);
    expect(stateOf(report, 'receipt-signature')).toBe('passed ok');
    expect(stateOf(report, 'inclusion')).toBe('pending not_yet');
    expect(stateOf(report, 'outcome')).toBe('pending not_yet');
    expect(report.outcome).toBeNull();
  });

  test('an honest receipt that was saved before the seal finds its place among the leaves', () => {
    const saved = { ...receipt, index: null, path: null };
    expect(stateOf(check(saved), 'inclusion')).toBe('skipped not_checked');
    expect(stateOf(check(saved, {}, made.leaves), 'inclusion')).toBe('passed ok');
    expect(failuresOf(check(saved, {}, made.leaves.slice(32 * (receipt.index! + 1))))).toEqual([
      'inclusion: not_included',
    ]);
  });

  test('says why the ticket won or lost, for every bet type', () => {
    const result = made.proof.result!.map(Number);
    const names = new Set<string>();
    made.receipts.forEach((answer, index) => {
      const { ticket, outcome, steps } = check(answer);
      expect(ticket).toEqual(made.tickets[index]);
      const { name, numbers, stake } = ticket!;
      expect(outcome!.payout).toBe(payoutOf(betTypes[name], numbers, stake, result));
      const step = steps.find((each) => each.name === 'outcome')!;
      expect(step.code).toBe(outcome!.payout > 0 ? 'won' : 'lost');
      expect(step.sentence).toContain(`${outcome!.hits} of ${numbers.length}`);
      names.add(name);
    });
    expect([...names].toSorted()).toEqual([...betNames].toSorted());
  });

  test('spells out a win', () => {
    const sentence = (result: string) =>
      check(made.receipts[2]!, { result: Array.from(result) }).steps.find((step) => step.name === 'outcome')!.sentence;
    expect(made.tickets[2]).toMatchObject({ name: 'IziTwo', numbers: [2, 7], stake: 10_000 });
    expect(sentence('721345689')).toBe(
      'Won: 2 of 2 came out among the first two (2 7), which pays ×24, 240\u202F000\u202FXOF.',
    );
    expect(sentence('712345689')).toBe('Lost: 1 of 2 came out among the first two (7), which pays nothing.');
    expect(sentence('312456789')).toBe('Lost: 0 of 2 came out among the first two, which pays nothing.');
  });
});

describe('tampering', () => {
  const changed = (change: object) => encodeTicket({ ...made.tickets[position]!, ...change });
  const promised = (ticket: Uint8Array) =>
    signAsOperator(receiptMessage(drawHash(bytesOf(made.proof.draw)), ticketLeaf(ticket)));
  const levels = buildTree(made.leaves).levels;
  const other = makeDraw({ tickets: 3, beacon: true });

  test.each<[string, () => ReceiptAnswer, string[]]>([
    [
      'changed stake',
      () => ({ ...receipt, ticket: toHex(changed({ stake: 1_500 })) }),
      ['leaf: leaf_wrong', 'receipt-signature: receipt_signature_wrong', 'inclusion: not_included'],
    ],
    [
      'changed numbers with the leaf to match',
      () => {
        const ticket = changed({ numbers: [1, 2, 3, 4, 5, 6, 7, 8, 9] });
        return { ...receipt, ticket: toHex(ticket), leaf: toHex(ticketLeaf(ticket)) };
      },
      ['receipt-signature: receipt_signature_wrong', 'inclusion: not_included'],
    ],
    [
      'a ticket the operator promised but left out of the seal',
      () => {
        const ticket = changed({ stake: 1_500 });
        return { ...receipt, ticket: toHex(ticket), leaf: toHex(ticketLeaf(ticket)), signature: promised(ticket) };
      },
      ['inclusion: not_included'],
    ],
    [
      'a ticket accepted as sales closed',
      () => {
        const ticket = changed({ acceptedAt: made.record.closesAt });
        return { ...receipt, ticket: toHex(ticket), leaf: toHex(ticketLeaf(ticket)), signature: promised(ticket) };
      },
      ['acceptance: accepted_late', 'inclusion: not_included'],
    ],
    ['truncated path', () => ({ ...receipt, path: receipt.path!.slice(0, -1) }), ['inclusion: path_length_wrong']],
    [
      'lengthened path',
      () => ({ ...receipt, path: [...receipt.path!, receipt.leaf] }),
      ['inclusion: path_length_wrong'],
    ],
    ['changed path', () => ({ ...receipt, path: receipt.path!.toReversed() }), ['inclusion: not_included']],
    ['another place', () => ({ ...receipt, index: receipt.index! ^ 1 }), ['inclusion: not_included']],
    ['a place past the last leaf', () => ({ ...receipt, index: 11 }), ['inclusion: index_out_of_range']],
    [
      'inner node passed off as the leaf',
      () => {
        const index = receipt.index! >> 1;
        const node = levels[1]!.slice(index * 32, index * 32 + 32);
        return { ...receipt, leaf: toHex(node), index, path: receipt.path!.slice(1) };
      },
      ['leaf: leaf_wrong', 'inclusion: path_length_wrong'],
    ],
    [
      'wrong signature',
      () => ({ ...receipt, signature: made.receipts[position + 1]!.signature }),
      ['receipt-signature: receipt_signature_wrong'],
    ],
    [
      'another draw’s receipt',
      () => other.receipts[0]!,
      ['ticket: ticket_other_draw', 'receipt-signature: receipt_signature_wrong', 'inclusion: path_length_wrong'],
    ],
    [
      'a ticket record that cannot be read',
      () => ({ ...receipt, ticket: receipt.ticket.replace(/^../, '00') }),
      ['ticket: ticket_malformed'],
    ],
  ])('%s', (_, answer, failures) => {
    expect(failuresOf(check(answer()))).toEqual(failures);
  });

  test.each<[string, Partial<ProofAnswer>, string]>([
    ['another draw’s seal', { seal: other.proof.seal }, 'inclusion: seal_other_draw'],
    ['a seal that cannot be read', { seal: '00'.repeat(168) }, 'inclusion: seal_malformed'],
    ['a draw record that cannot be read', { draw: '00'.repeat(137) }, 'ticket: draw_malformed'],
  ])('%s', (_, proof, failure) => {
    expect(failuresOf(check(receipt, proof))).toEqual([failure]);
  });
});

test('a saved receipt is read with or without its proof', () => {
  expect(readSavedReceipt({ receipt, proof: made.proof }).proof).toEqual(readProof(made.proof));
  expect(readSavedReceipt(receipt)).toEqual({ receipt: readReceipt(receipt), proof: null, operatorKeys: [] });
});

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['a saved receipt without its proof', { receipt }],
  ['a short leaf', { ...receipt, leaf: receipt.leaf.slice(2) }],
  ['a negative place', { ...receipt, index: -1 }],
  ['a path that is no list', { ...receipt, path: 'path' }],
  ['a path longer than any tree', { ...receipt, path: Array.from({ length: 54 }, () => toHex(bytesNamed('node'))) }],
])('a receipt that is %s is refused', (_, document) => {
  expect(() => readSavedReceipt(document)).toThrow(MalformedBytes);
});

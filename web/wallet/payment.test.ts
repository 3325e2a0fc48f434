import { describe, expect, it } from 'vitest';
import type { Payment, PaymentStatus } from '#contract/payments.ts';
import { askAgainAfter, describePayment } from './payment.ts';

const amount = 1_000;
type Direction = Payment['direction'];

function payment(direction: Direction, status: PaymentStatus, refunded = 0): Payment {
  return {
    id: '0199a4d0-0000-7000-8000-000000000001',
    direction,
    amount,
    status,
    refunded,
    reviewUntil: status === 'review' ? '2026-11-21T18:35:00.000Z' : null,
    refusedBecause: null,
    method: 'orange',
    country: 'CI',
    phone: '+2250707070707',
    createdAt: '2026-11-20T18:35:00.000Z',
    updatedAt: '2026-11-20T18:35:00.000Z',
    redirectUrl: null,
  };
}

/** Every status in both directions. The machine on the server reaches those that the contract names for a direction. */
const table: Readonly<Record<Direction, Readonly<Record<PaymentStatus, string>>>> = {
  deposit: {
    review: 'Deposit, 1000 unsigned, waiting: Being looked at',
    created: 'Deposit, 1000 unsigned, waiting: Starting',
    pending: 'Deposit, 1000 unsigned, waiting: Waiting for approval',
    processing: 'Deposit, 1000 unsigned, waiting: Processing',
    unknown: 'Deposit, 1000 unsigned, waiting: Checking',
    succeeded: 'Deposit, 1000 signed, done: Added',
    paid: 'Deposit, 1000 signed, done: Added',
    failed: 'Deposit, 1000 unsigned, failed: Declined',
    expired: 'Deposit, 1000 unsigned, failed: Expired',
  },
  withdrawal: {
    review: 'Withdrawal, 1000 unsigned, waiting: Being looked at',
    created: 'Withdrawal, 1000 unsigned, waiting: Starting',
    pending: 'Withdrawal, 1000 unsigned, waiting: Processing',
    processing: 'Withdrawal, 1000 unsigned, waiting: Processing',
    unknown: 'Withdrawal, 1000 unsigned, waiting: Checking',
    succeeded: 'Withdrawal, -1000 signed, done: Paid out',
    paid: 'Withdrawal, -1000 signed, done: Paid out',
    failed: 'Withdrawal, 1000 unsigned, failed: Failed',
    expired: 'Withdrawal, 1000 unsigned, failed: Failed',
  },
};

function say(described: Payment): string {
  const { title, amount: shown, isSigned, phase, label } = describePayment(described);
  return `${title}, ${shown} ${isSigned ? 'signed' : 'unsigned'}, ${phase}: ${label}`.replaceAll('\u202F', ' ');
}

it('tells the payer of a deposit without a page to look at the phone', () => {
  const pending = payment('deposit', 'pending');
  expect(describePayment(pending).sentence).toMatch(/^Your phone asks you to approve/);
  const withPage = { ...pending, redirectUrl: 'https://pay.example/1' };
  expect(describePayment(withPage).sentence).toMatch(/^Waiting for you to approve/);
  expect(describePayment(payment('withdrawal', 'pending')).sentence).toMatch(/on its way to your phone/);
});

const rows = Object.entries(table).flatMap(([direction, statuses]) =>
  Object.entries(statuses).map(([status, said]) => [direction as Direction, status as PaymentStatus, said] as const),
);

describe('the wallet’s list', () => {
  it.each(rows)('shows a %s that is %s as: %s', (direction, status, said) => {
    expect(say(payment(direction, status))).toBe(said);
  });

  it('shows a deposit that was taken back without a sign, because nothing came in', () => {
    expect(say(payment('deposit', 'succeeded', amount))).toBe('Deposit, 1000 unsigned, failed: Taken back');
  });

  it('shows a withdrawal that was paid and came back as one that could not be paid out', () => {
    const reversed = payment('withdrawal', 'paid', amount);
    expect(say(reversed)).toBe('Withdrawal, 1000 unsigned, failed: Failed');
    expect(describePayment(reversed).sentence).toContain('back in your wallet');
  });

  it('shows the rest of a deposit that was partly taken back', () => {
    expect(say(payment('deposit', 'succeeded', 400))).toBe('Deposit, 600 signed, failed: 400 XOF taken back');
  });
});

it.each(rows)('a %s that is %s also has a sentence', (direction, status) => {
  const { sentence, phase } = describePayment(payment(direction, status));
  expect(sentence).toMatch(/^[A-Z].*\.$/);
  if (phase === 'failed') expect(sentence).toMatch(/Nothing was added|back in your wallet/);
});

it('a withdrawal that was refused after a review says why, and where the money is', () => {
  const refused = { ...payment('withdrawal', 'failed'), refusedBecause: 'The phone belongs to somebody else.' };
  expect(say(refused)).toBe('Withdrawal, 1000 unsigned, failed: Refused');
  expect(describePayment(refused).sentence).toBe(
    'It was not sent. The phone belongs to somebody else. The amount is back in your wallet.',
  );
});

it('a payment under review never reads as paid or lost', () => {
  const { sentence, isSigned, phase } = describePayment(payment('withdrawal', 'review'));
  expect([isSigned, phase]).toEqual([false, 'waiting']);
  expect(sentence).toMatch(/on hold/);
  expect(sentence).not.toMatch(/paid|sent to|failed|back/);
});

it('a withdrawal under review is polled once a minute, a payment that takes seconds every few seconds', () => {
  expect(askAgainAfter([payment('withdrawal', 'review')])).toBe(60_000);
  expect(askAgainAfter([payment('withdrawal', 'review'), payment('deposit', 'pending')])).toBe(3_000);
});

it('only a payment under way is polled', () => {
  expect(askAgainAfter([payment('deposit', 'failed'), payment('withdrawal', 'unknown')])).toBeGreaterThan(0);
  expect(askAgainAfter([payment('deposit', 'succeeded', 400), payment('withdrawal', 'paid')])).toBe(false);
  expect(askAgainAfter([])).toBe(false);
});

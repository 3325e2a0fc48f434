import { expect, it } from 'vitest';
import type { Payment } from '#contract/payments.ts';
import { firstMethod, type PaymentMethod } from './methods.ts';

const limits = { min: 100, max: 1_000_000, step: 5, stopped: null };
const offered: PaymentMethod[] = ['orange', 'mtn', 'wave'].map((method) => ({
  ...limits,
  direction: 'deposit',
  country: 'CI',
  method,
  label: method,
}));
const by = (method: string, status: Payment['status'] = 'succeeded') => ({ method, status }) as Payment;

it.each([
  ['the method of the newest payment', [by('wave'), by('mtn')], 'wave'],
  ['not one that was declined', [by('wave', 'failed'), by('orange', 'expired'), by('mtn')], 'mtn'],
  ['one whose payment is under way', [by('wave', 'pending'), by('mtn')], 'wave'],
  ['not one that is no longer offered', [by('paypal'), by('mtn')], 'mtn'],
  ['the first where there is no payment', [], 'orange'],
])('begins with %s', (_, payments, method) => {
  expect(firstMethod(offered, payments)?.method).toBe(method);
});

it('has no method if none is offered', () => expect(firstMethod([], [by('wave')])).toBeUndefined());

it('begins with none that is stopped', () => {
  const without = offered.map((one) => ({ ...one, stopped: one.method === 'wave' ? 'Wave sleeps.' : null }));
  expect(firstMethod(without, [by('wave'), by('mtn')])?.method).toBe('mtn');
  expect(firstMethod(without.slice(2), [])).toBeUndefined();
});

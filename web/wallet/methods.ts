import { listPaymentMethods } from '#contract/calls/payments.ts';
import type { CallAnswer } from '#contract/endpoints.ts';
import type { Payment } from '#contract/payments.ts';
import { useApi } from '#web/api/queries.ts';
import { countries } from '#web/values/countries.ts';

export type PaymentMethod = CallAnswer<typeof listPaymentMethods>['data'][number];

/** The wallets that withdrawals come from, unless a break runs. They change only with the operator's law. */
export function useWithdrawable() {
  return useApi(listPaymentMethods, {}, { select: ({ meta }) => meta.withdrawable });
}

/** The payment methods. They are the same for everybody, and change only with the operator's contracts. */
export function usePaymentMethods() {
  return useApi(listPaymentMethods, {}, { select: ({ data }) => data });
}

/** The methods for one direction in one country. */
export function methodsIn(
  methods: readonly PaymentMethod[],
  direction: Payment['direction'],
  country: string,
): PaymentMethod[] {
  return methods.filter((method) => method.direction === direction && method.country === country);
}

/** Those that nobody has stopped. */
export function usableOf(offered: readonly PaymentMethod[]): PaymentMethod[] {
  return offered.filter(({ stopped }) => stopped === null);
}

/** The method to begin with: of those that can be used the last one that a payment was made with, or the first. */
export function firstMethod(all: readonly PaymentMethod[], payments: readonly Payment[]): PaymentMethod | undefined {
  const offered = usableOf(all);
  const used = payments.filter(({ status }) => status !== 'failed' && status !== 'expired');
  const last = used.find(({ method }) => offered.some((one) => one.method === method));
  return offered.find(({ method }) => method === last?.method) ?? offered[0];
}

/** The countries that have a method for this direction. */
export function countriesWith(methods: readonly PaymentMethod[], direction: Payment['direction']): string[] {
  return [...new Set(methods.filter((method) => method.direction === direction).map(({ country }) => country))];
}

/** A method's name by its provider; if it is no longer offered, its id in words. */
export function methodLabel(methods: readonly PaymentMethod[], { direction, country, method }: Payment): string {
  const offered = methodsIn(methods, direction, country).find((one) => one.method === method);
  return offered?.label ?? method.charAt(0).toUpperCase() + method.slice(1).replaceAll('_', ' ');
}

/** The country of a phone number in international format. */
export function countryOfPhone(phone: string): string | undefined {
  return countries.find(({ dialCode }) => phone.startsWith(dialCode))?.code;
}

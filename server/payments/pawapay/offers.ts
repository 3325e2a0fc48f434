import { fieldsOf, readFields, type Reply } from '#server/payments/call.ts';
import type { Capability, Direction } from '#server/payments/provider.ts';
import { keepAnswer, shortLimitMs, type Send } from './calls.ts';
import { labels, wallets } from './wallets.ts';

/** The payments that our account may make with one wallet now. */
export interface Offer extends Capability {
  /** pawaPay's name of the wallet. */
  readonly wallet: string;
  /** The payer approves on a page, whose address comes later. Otherwise the phone asks. */
  readonly hasPage: boolean;
}

/**
 * The offers of our account, asked for each minute. When pawaPay does not answer, the last ones count for ten minutes more; then
 * nothing is offered, because a payment could not be started either.
 */
export function createOffers(send: Send, now: () => number) {
  const kept = keepAnswer(
    async () => readOffers(await send('GET', 'active-conf', undefined, shortLimitMs)),
    { freshMs: 60_000, usableMs: 660_000, pauseMs: 10_000 },
    now,
  );
  return async (): Promise<readonly Offer[]> => (await kept.read()) ?? [];
}

const operations: Readonly<Record<Direction, string>> = { deposit: 'DEPOSIT', withdrawal: 'PAYOUT' };

/** Null when the answer is not a configuration. */
export function readOffers(reply: Reply): Offer[] | null {
  const { countries } = readFields(reply);
  if (!Array.isArray(countries)) return null;
  const providers = countries.flatMap((country) => listOf(fieldsOf(country).providers));
  return providers.flatMap((entry) => {
    const { provider, currencies } = fieldsOf(entry);
    const wallet = String(provider);
    if (!Object.hasOwn(wallets, wallet)) return [];
    const xof = listOf(currencies).find((one) => fieldsOf(one).currency === 'XOF');
    return (['deposit', 'withdrawal'] as const).flatMap((direction) =>
      readOffer(wallet, direction, findOperation(fieldsOf(xof).operationTypes, operations[direction])),
    );
  });
}

function readOffer(wallet: string, direction: Direction, operation: Readonly<Record<string, unknown>>): Offer[] {
  const [country, method] = wallets[wallet]!;
  const { status, authType, minAmount, maxAmount, minTransactionLimit, maxTransactionLimit } = operation;
  const min = readAmount(minAmount ?? minTransactionLimit, Math.ceil);
  const max = readAmount(maxAmount ?? maxTransactionLimit, Math.floor);
  // With DELAYED payouts wait at pawaPay until the wallet works again.
  const isOpen = status === 'OPERATIONAL' || (status === 'DELAYED' && direction === 'withdrawal');
  // A code that the payer would have to ask for before is not offered: our form cannot take it.
  const isApproved = direction === 'withdrawal' || authType === 'PROVIDER_AUTH' || authType === 'REDIRECT_AUTH';
  if (!isOpen || !isApproved || min === null || max === null || min > max) return [];
  const hasPage = direction === 'deposit' && authType === 'REDIRECT_AUTH';
  return [{ direction, country, method, label: labels[method]!, min, max, step: 1, wallet, hasPage }];
}

/** By name in the sandbox, as a list in a sample of the documentation. */
function findOperation(operationTypes: unknown, name: string): Readonly<Record<string, unknown>> {
  if (!Array.isArray(operationTypes)) return fieldsOf(fieldsOf(operationTypes)[name]);
  return fieldsOf(operationTypes.find((one) => fieldsOf(one).operationType === name));
}

function readAmount(value: unknown, round: (amount: number) => number): number | null {
  const amount = typeof value === 'string' && /^\d{1,12}(\.\d{1,2})?$/.test(value) ? Number(value) : value;
  return typeof amount === 'number' && amount > 0 ? round(amount) : null;
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

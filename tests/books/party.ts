import { randomUUID } from 'node:crypto';
import type { Francs } from '#domain/money.ts';
import type {
  CallOutcome,
  Direction,
  PaymentProvider,
  PayoutRequest,
  StatusAnswer,
} from '#server/payments/provider.ts';

/** The behaviour of an outside party at the next call. A lost answer may follow a call that arrived, or one that never did. */
export const behaviours = ['accepts', 'refuses', 'answer lost', 'call lost'] as const;
export type Behaviour = (typeof behaviours)[number];

/** Its answers about a payment. */
export const decisions = [
  'under way',
  'approved',
  'declined',
  'wrong amount',
  'refunded in part',
  'refunded',
  'reversed',
  'of another',
] as const;
export type Decision = (typeof decisions)[number];
export type Said = Decision | 'absent';

/**
 * A payment provider under the test's control: it stores the payments and their outcomes, and may change an outcome at any
 * time. To us this looks like late and repeated answers.
 */
export interface Party {
  readonly provider: PaymentProvider;
  next: Behaviour;
  /** By our reference. */
  saidOf(ourRef: string): Said;
  decide(ourRef: string, decision: Decision): void;
}

interface Order {
  readonly ourRef: string;
  readonly ref: string;
  readonly amount: Francs;
  decision: Decision;
}

export function createParty(): Party {
  const orders = new Map<string, Order>();
  const party: Party = {
    provider: createProvider(),
    next: 'accepts',
    saidOf: (ourRef) => orders.get(ourRef)?.decision ?? 'absent',
    decide(ourRef, decision) {
      const order = orders.get(ourRef);
      if (order) order.decision = decision;
    },
  };
  return party;

  function createProvider(): PaymentProvider {
    const statusOf =
      (direction: Direction) =>
      async (providerRef: string): Promise<StatusAnswer> => {
        const order = [...orders.values()].find(({ ref }) => ref === providerRef);
        if (!order) return { state: 'no_answer', cause: 'no such payment' };
        const about = { ourRef: order.decision === 'of another' ? randomUUID() : order.ourRef, currency: null };
        const paidOut = { ...(direction === 'withdrawal' && { isReversible: true }) };
        switch (order.decision) {
          case 'under way':
            return { state: 'under_way', about };
          case 'declined':
            return { state: 'failed', code: 'declined', about };
          case 'refunded':
            return { state: 'refunded', about };
          case 'refunded in part':
            return { state: 'succeeded', amount: order.amount, refunded: partOf(order.amount), ...paidOut, about };
          case 'reversed':
            // A deposit that is reversed is one that succeeded.
            if (direction === 'withdrawal') return { state: 'reversed', about };
            return { state: 'succeeded', amount: order.amount, about };
          case 'wrong amount':
            return { state: 'succeeded', amount: order.amount + 5, about };
          default:
            return { state: 'succeeded', amount: order.amount, ...paidOut, about };
        }
      };
    return {
      id: 'party',
      capabilities: async () => (['deposit', 'withdrawal'] as const).map(capability),
      collect: takeOn,
      payout: takeOn,
      collectStatus: statusOf('deposit'),
      payoutStatus: statusOf('withdrawal'),
      async lookup(_operation, ourRef) {
        const order = orders.get(ourRef);
        return order ? { state: 'found', providerRef: order.ref } : { state: 'absent' };
      },
      verifyWebhook: async ({ rawBody }) => (rawBody.length > 0 ? { ourRef: rawBody.toString() } : null),
    };
  }

  async function takeOn({ ourRef, amount }: PayoutRequest): Promise<CallOutcome> {
    if (party.next === 'refuses') return { outcome: 'rejected', code: 'refused', elsewhere: false };
    if (party.next === 'call lost') return { outcome: 'unknown', cause: 'the call was lost' };
    const ref = randomUUID();
    orders.set(ourRef, { ourRef, ref, amount, decision: 'under way' });
    if (party.next === 'answer lost') return { outcome: 'unknown', cause: 'the answer was lost' };
    return { outcome: 'accepted', providerRef: ref };
  }
}

/** The amount given back of a payment that is refunded in part. */
export const partOf = (amount: Francs): Francs => Math.floor(amount / 3);

function capability(direction: Direction) {
  return { direction, country: 'CI', method: 'party', label: 'Party', min: 1, max: 1_000_000, step: 1 };
}

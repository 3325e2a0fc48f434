import { randomUUID } from 'node:crypto';
import type { NewTicket, Ticket } from '#contract/bets.ts';
import type { Payment } from '#contract/payments.ts';
import type { Transaction } from '#contract/wallet.ts';
import { paymentBody, type Account, type Answer, type Outsider } from '#tests/support/players/outsider.ts';

/** An answer, with the times of its request and its arrival. */
export interface Event {
  readonly startedAt: number;
  readonly endedAt: number;
  readonly status: number;
  /** The code of a refusal. */
  readonly code: string | null;
}

interface CheckoutSend extends Event {
  readonly tickets: readonly Ticket[];
  readonly balance: number;
}

/** A checkout with every time it was sent. */
export interface Checkout {
  readonly tickets: readonly NewTicket[];
  readonly sends: CheckoutSend[];
}

export interface StartedPayment {
  readonly key: string;
  readonly direction: 'deposit' | 'withdrawal';
  readonly amount: number;
  readonly sends: (Event & { readonly payment: Payment | null })[];
}

/** Everything that all clients of one account asked, and the answers. */
export interface Player {
  readonly outsider: Outsider;
  readonly account: Account;
  readonly checkouts: Checkout[];
  readonly payments: StartedPayment[];
  readonly balances: (Event & { readonly dep: number; readonly win: number })[];
  /** Newest first, as in the answer. */
  readonly statements: (Event & { readonly lines: readonly Transaction[] })[];
  readonly bets: (Event & { readonly tickets: readonly Ticket[] })[];
  readonly paymentLists: (Event & { readonly payments: readonly Payment[] })[];
}

export function createPlayer(outsider: Outsider, account: Account): Player {
  return {
    outsider,
    account,
    checkouts: [],
    payments: [],
    balances: [],
    statements: [],
    bets: [],
    paymentLists: [],
  };
}

export async function sendCheckout({ outsider }: Player, checkout: Checkout): Promise<void> {
  const { event, answer } = await timed(() => outsider.call('/bets', { body: { tickets: checkout.tickets } }));
  const placed = answer.status === 201;
  checkout.sends.push({
    ...event,
    tickets: placed ? answer.json.data : [],
    balance: placed ? answer.json.meta.balance : 0,
  });
}

export function newPayment(direction: StartedPayment['direction'], amount: number): StartedPayment {
  return { key: randomUUID(), direction, amount, sends: [] };
}

export async function sendPayment({ outsider, account }: Player, started: StartedPayment): Promise<Payment | null> {
  const { event, answer } = await timed(() =>
    outsider.call(started.direction === 'deposit' ? '/clients/deposit' : '/clients/withdraw', {
      body: paymentBody(account, started.amount),
      headers: { 'idempotency-key': started.key },
    }),
  );
  const payment: Payment | null = answer.status < 300 ? answer.json.data : null;
  started.sends.push({ ...event, payment });
  return payment;
}

export async function readBalance({ outsider, balances }: Player): Promise<void> {
  const { event, answer } = await timed(() => outsider.call('/clients/balance'));
  const [dep, win] = answer.json.data.map((one: { attributes: { balance: number } }) => one.attributes.balance);
  balances.push({ ...event, dep, win });
}

export async function readStatement({ outsider, statements }: Player): Promise<void> {
  const { event, answer } = await timed(() => outsider.call('/clients/transactions?limit=20'));
  statements.push({ ...event, lines: answer.json.data });
}

export async function readBets({ outsider, bets }: Player): Promise<void> {
  const { event, answer } = await timed(() => outsider.call('/bets?limit=50'));
  bets.push({ ...event, tickets: answer.json.data });
}

export async function readPayments({ outsider, paymentLists }: Player): Promise<void> {
  const { event, answer } = await timed(() => outsider.call('/clients/payments?limit=50'));
  paymentLists.push({ ...event, payments: answer.json.data });
}

/** The whole statement, oldest first, once nothing happens any more. */
export async function readWholeStatement({ outsider }: Player): Promise<Transaction[]> {
  const lines: Transaction[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const { json: page }: Answer = await outsider.call(
      `/clients/transactions?limit=100${cursor && `&cursor=${cursor}`}`,
    );
    lines.push(...page.data);
    cursor = page.meta.next;
  }
  return lines.toReversed();
}

async function timed(ask: () => Promise<Answer>): Promise<{ event: Event; answer: Answer }> {
  const startedAt = performance.now();
  const answer = await ask();
  const code = answer.status < 300 ? null : String(answer.json?.code);
  return { event: { startedAt, endedAt: performance.now(), status: answer.status, code }, answer };
}

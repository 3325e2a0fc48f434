import type { NewTicket } from '#contract/bets.ts';
import type { PaymentStatus } from '#contract/payments.ts';
import { betTypes } from '#domain/bet-types.ts';
import type { DrawStatus } from '#domain/draw.ts';
import type { Francs } from '#domain/money.ts';
import { payoutOf } from '#domain/outcome.ts';
import type { TicketStatus } from '#domain/ticket.ts';
import type { Direction } from '#server/payments/provider.ts';
import { partOf, type Said } from './party.ts';

/** The books as they should be: plain data. Draws and tickets are keyed by their ids, payments by their idempotency keys. */
export interface Model {
  /** By account: `dep 7`, `win 7` and `held 7` of a client, `stakes …` of a draw, and the house's own. */
  readonly balances: Record<string, Francs>;
  readonly draws: Record<string, ModelDraw>;
  readonly tickets: Record<string, ModelTicket>;
  readonly payments: Record<string, ModelPayment>;
}

interface ModelDraw {
  readonly result: readonly number[];
  /** The clock, relative to the draw. */
  time: 'on sale' | 'after the close' | 'after the draw';
  status: DrawStatus;
  sealed: boolean;
  finished: boolean;
  listed: boolean;
  readonly paid: number[];
}

interface ModelTicket extends NewTicket {
  readonly clientId: number;
  readonly fromDep: Francs;
}

interface ModelPayment {
  readonly clientId: number;
  readonly direction: Direction;
  readonly amount: Francs;
  status: PaymentStatus;
  refunded: Francs;
  /** Whether we know the provider's id for it. */
  known: boolean;
  /** Whether the sweep will ask the provider about it. */
  due: boolean;
  answered: boolean;
  old: boolean;
  /** The decision of an operator about it, where it was held. */
  judged?: 'released' | 'refused';
}

export function createModel(draws: readonly { id: string; result: readonly number[] }[]): Model {
  const fresh = { time: 'on sale', status: 'open', sealed: false, finished: false, listed: false } as const;
  return {
    balances: {},
    draws: Object.fromEntries(draws.map(({ id, result }) => [id, { ...fresh, result, paid: [] }])),
    tickets: {},
    payments: {},
  };
}

/**
 * An operation of the model. It yields wherever the product commits, so a crash may leave any state at a yield. It returns
 * the product's answer when nothing goes wrong.
 */
export type Course<A = void> = Generator<void, A, void>;

export function move({ balances }: Model, from: string, to: string, amount: Francs): void {
  balances[from] = (balances[from] ?? 0) - amount;
  balances[to] = (balances[to] ?? 0) + amount;
}

const balance = ({ balances }: Model, account: string) => balances[account] ?? 0;
const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

export type BetAnswer = 'placed' | 'ticket_conflict' | 'draw_closed' | 'insufficient_funds';

export function* placeBets(model: Model, clientId: number, tickets: readonly NewTicket[]): Course<BetAnswer> {
  const { draws, tickets: known } = model;
  const [dep, win] = [`dep ${clientId}`, `win ${clientId}`];
  if (tickets.some(({ id }) => known[id])) {
    const same = (ticket: NewTicket) =>
      known[ticket.id]?.clientId === clientId && known[ticket.id]?.betAmount === ticket.betAmount;
    return tickets.every(same) ? 'placed' : 'ticket_conflict';
  }
  if (tickets.some(({ drawId }) => draws[drawId]!.time !== 'on sale' || draws[drawId]!.status !== 'open')) {
    return 'draw_closed';
  }
  const stakes = tickets.map(({ betAmount }) => betAmount);
  if (sum(stakes) > balance(model, dep) + balance(model, win)) return 'insufficient_funds';
  for (const ticket of tickets) {
    const fromDep = Math.min(balance(model, dep), ticket.betAmount);
    move(model, dep, `stakes ${ticket.drawId}`, fromDep);
    move(model, win, `stakes ${ticket.drawId}`, ticket.betAmount - fromDep);
    known[ticket.id] = { ...ticket, clientId, fromDep };
  }
  yield;
  return 'placed';
}

/** A worker's round: closes, seals, voids, draws and settles whatever is due. `order` is that of the draws' closes. */
export function* advanceDraws(model: Model, order: readonly string[], clientsAtOnce: number): Course {
  const draws = order.map((id) => ({ id, draw: model.draws[id]! }));
  for (const { draw } of draws) {
    if (draw.status !== 'open' || draw.time === 'on sale') continue;
    draw.status = draw.time === 'after the draw' ? 'void' : 'closed';
    yield;
  }
  for (const { draw } of draws) {
    if (draw.status !== 'closed' || draw.sealed || draw.time === 'after the draw') continue;
    draw.sealed = true;
    yield;
  }
  for (const decided of ['void', 'drawn'] as const) {
    for (const { draw } of draws) {
      if (draw.status !== 'closed' || draw.time !== 'after the draw' || draw.sealed !== (decided === 'drawn')) continue;
      draw.status = decided;
      yield;
    }
  }
  for (const { id } of draws) yield* settle(model, id, clientsAtOnce);
}

function* settle(model: Model, drawId: string, clientsAtOnce: number): Course {
  const draw = model.draws[drawId]!;
  if (draw.finished || (draw.status !== 'drawn' && draw.status !== 'void')) return;
  const stakes = `stakes ${drawId}`;
  const tickets = Object.values(model.tickets).filter((ticket) => ticket.drawId === drawId);
  const isVoid = draw.status === 'void';
  const owed = (ticket: ModelTicket) => (isVoid ? ticket.betAmount : payout(ticket, draw.result));
  if (!draw.listed) {
    draw.listed = true;
    if (!isVoid) move(model, stakes, 'house', balance(model, stakes));
    yield;
  }
  const unpaid = tickets.filter((ticket) => owed(ticket) > 0 && !draw.paid.includes(ticket.clientId));
  const clients = [...new Set(unpaid.map(({ clientId }) => clientId))].toSorted((a, b) => a - b);
  while (clients.length > 0) {
    for (const clientId of clients.splice(0, clientsAtOnce)) {
      for (const ticket of unpaid.filter((one) => one.clientId === clientId)) {
        const toDep = isVoid ? ticket.fromDep : 0;
        move(model, isVoid ? stakes : 'house', `dep ${clientId}`, toDep);
        move(model, isVoid ? stakes : 'house', `win ${clientId}`, owed(ticket) - toDep);
      }
      draw.paid.push(clientId);
    }
    yield;
  }
  draw.finished = true;
  if (!isVoid) draw.status = 'settled';
  yield;
}

function payout({ name, selectedNumbers, betAmount }: NewTicket, result: readonly number[]): Francs {
  return payoutOf(betTypes[name], selectedNumbers.map(Number), betAmount, result);
}

/**
 * A ticket as its owner should see it: its stake is returned as soon as its draw is void, and it wins or loses when its draw
 * is settled.
 */
export function standing(model: Model, ticket: ModelTicket): { status: TicketStatus; payout: Francs | null } {
  const { status, result } = model.draws[ticket.drawId]!;
  if (status === 'void') return { status: 'void', payout: ticket.betAmount };
  if (status !== 'settled') return { status: 'pending', payout: null };
  const won = payout(ticket, result);
  return { status: won > 0 ? 'win' : 'lost', payout: won };
}

export type PaymentAnswer = 'started' | 'insufficient_funds' | 'money_owed' | 'too_many_payments' | 'payment_rejected';

const mostUnderWay = 20;
/** A withdrawal of more than this is held. */
export const heldOver = 2_500;

/** How our code sees what a provider does with a call. */
export type Outcome = 'accepted' | 'rejected' | 'unknown';

export function* startPayment(
  model: Model,
  key: string,
  asked: Pick<ModelPayment, 'clientId' | 'direction' | 'amount'>,
  outcome: Outcome,
): Course<PaymentAnswer> {
  const { clientId, direction, amount } = asked;
  const underWay = Object.values(model.payments).filter(
    (one) => one.clientId === clientId && one.direction === direction && (isOpen(one) || one.status === 'review'),
  );
  const owed = direction === 'withdrawal' ? -balance(model, `owed ${clientId}`) : 0;
  if (owed > balance(model, `dep ${clientId}`) + balance(model, `win ${clientId}`)) return 'money_owed';
  if (underWay.length >= mostUnderWay) return 'too_many_payments';
  if (direction === 'withdrawal') {
    if (
      owed > 0 &&
      balance(model, `win ${clientId}`) - Math.max(0, owed - balance(model, `dep ${clientId}`)) < amount
    ) {
      return 'insufficient_funds';
    }
    repayOwed(model, clientId);
    if (balance(model, `win ${clientId}`) < amount) return 'insufficient_funds';
    move(model, `win ${clientId}`, `held ${clientId}`, amount);
  }
  const payment: ModelPayment = {
    ...asked,
    status: 'created',
    refunded: 0,
    known: false,
    due: true,
    answered: false,
    old: false,
  };
  model.payments[key] = payment;
  if (direction === 'withdrawal' && amount > heldOver) {
    Object.assign(payment, { status: 'review', due: false, answered: true });
    yield;
    return 'started';
  }
  yield;
  learn(model, payment, outcome);
  payment.answered = true;
  yield;
  return outcome === 'rejected' && direction === 'deposit' ? 'payment_rejected' : 'started';
}

/** A notice about a payment, and the provider's answer to our question. */
export function* takeNotice(model: Model, key: string, said: Said, sends: Outcome): Course {
  const payment = model.payments[key]!;
  if (isFinal(payment)) return;
  payment.due = true;
  yield;
  yield* ask(model, key, said, sends);
}

/** An operator decides about a held withdrawal, and a worker carries it out. */
export function* judge(
  model: Model,
  key: string,
  verdict: 'released' | 'refused',
  sends: Outcome,
): Course<'released' | 'refused' | 'decided' | 'not_held'> {
  const payment = model.payments[key]!;
  if (payment.judged !== undefined) return 'decided';
  if (payment.status !== 'review') return 'not_held';
  Object.assign(payment, { judged: verdict, due: true });
  yield;
  yield* settleReview(model, payment, sends);
  return verdict;
}

function* settleReview(model: Model, payment: ModelPayment, sends: Outcome): Course {
  const { clientId, amount } = payment;
  if (payment.judged === 'refused') {
    move(model, `held ${clientId}`, `win ${clientId}`, amount);
    Object.assign(payment, { status: 'failed', due: false });
    yield;
    return;
  }
  // It is as young as its release.
  Object.assign(payment, { status: 'created', due: true, old: false });
  yield;
  learn(model, payment, sends);
  yield;
}

/** Two operators decide what became of a payment: the provider is asked before they ask, and before it is done. */
export function* decideByHand(
  model: Model,
  key: string,
  moved: boolean,
  said: Said,
  sends: Outcome,
): Course<'done' | 'failed' | 'unmet'> {
  const payment = model.payments[key]!;
  if (!isFinal(payment)) yield* ask(model, key, said, sends);
  const seen = payment.status;
  const canBe = moved
    ? ['created', 'pending', 'processing', 'unknown', 'expired', 'failed']
    : ['created', 'pending', 'processing', 'unknown', 'expired'];
  if (!canBe.includes(seen)) return 'unmet';
  yield* ask(model, key, said, sends);
  if (payment.status !== seen) return 'failed';
  const isGone = payment.direction === 'withdrawal' && seen === 'failed';
  if (isGone && balance(model, `win ${payment.clientId}`) < payment.amount) return 'failed';
  learn(model, payment, moved ? 'approved' : 'declined');
  // Operators have decided it by hand, so the model expects no reversal.
  if (payment.status === 'paid') payment.due = false;
  yield;
  return 'done';
}

/** Two operators correct a wallet. */
export function* adjust(
  model: Model,
  clientId: number,
  wallet: 'dep' | 'win',
  amount: Francs,
): Course<'done' | 'unmet'> {
  const account = `${wallet} ${clientId}`;
  if (balance(model, account) + amount < 0) return 'unmet';
  move(model, 'adjustment', account, amount);
  yield;
  return 'done';
}

/** Our turn to ask the provider; or to carry out what an operator decided, where it has not heard of the payment. */
export function* ask(model: Model, key: string, said: Said, sends: Outcome): Course {
  const payment = model.payments[key]!;
  if (payment.status === 'review') {
    if (payment.judged !== undefined) return yield* settleReview(model, payment, sends);
    payment.due = false;
    yield;
    return;
  }
  payment.due = payment.status !== 'failed';
  yield;
  if (!payment.known && (said !== 'absent' || payment.old)) {
    learn(model, payment, said === 'absent' ? 'absent' : 'accepted');
    yield;
  }
  if (payment.known && said !== 'absent') {
    if (said === 'refunded in part') {
      learn(model, payment, 'approved');
      yield;
    }
    learn(model, payment, said === 'reversed' && payment.direction === 'deposit' ? 'approved' : said);
    yield;
  }
  if (payment.old && payment.direction === 'deposit' && isOpen(payment)) {
    learn(model, payment, 'expired');
    yield;
  }
}

/** A paid withdrawal is asked about while its provider can reverse it. */
const isFinal = ({ status, due }: ModelPayment) => status === 'paid' && !due;

const isOpen = ({ status }: ModelPayment) => ['created', 'pending', 'processing', 'unknown'].includes(status);

/** Takes back a deposit up to this total: from deposits, then winnings; the rest is owed. */
function chargeBack(model: Model, payment: ModelPayment, inAll: Francs): boolean {
  const { clientId } = payment;
  const more = inAll - payment.refunded;
  if (more <= 0) return false;
  const fromDep = Math.min(balance(model, `dep ${clientId}`), more);
  const fromWin = Math.min(balance(model, `win ${clientId}`), more - fromDep);
  move(model, `dep ${clientId}`, 'clearing', fromDep);
  move(model, `win ${clientId}`, 'clearing', fromWin);
  move(model, `owed ${clientId}`, 'clearing', more - fromDep - fromWin);
  payment.refunded = inAll;
  return true;
}

function repayOwed(model: Model, clientId: number): void {
  for (const wallet of ['dep', 'win']) {
    const amount = Math.min(balance(model, `${wallet} ${clientId}`), -balance(model, `owed ${clientId}`));
    move(model, `${wallet} ${clientId}`, `owed ${clientId}`, amount);
  }
}

/** "Paid" is final, "failed" counts while nothing else is known, and any other answer moves no money. */
function learn(
  model: Model,
  payment: ModelPayment,
  fact: Said | 'accepted' | 'rejected' | 'unknown' | 'expired',
): void {
  const { clientId, amount, direction } = payment;
  const [win, held] = [`win ${clientId}`, `held ${clientId}`];
  const become = (status: PaymentStatus) => {
    payment.status = status;
    // A credited deposit is checked again weeks later, a paid withdrawal days later.
    payment.due = status !== 'failed';
  };
  if (fact === 'accepted') payment.known = true;
  if (fact === 'accepted' || fact === 'under way') {
    const taken = direction === 'deposit' ? 'pending' : 'processing';
    if (isOpen(payment) && payment.status !== taken) become(taken);
  } else if (fact === 'unknown') {
    become(direction === 'deposit' ? 'created' : 'unknown');
  } else if (fact === 'expired') {
    payment.status = 'expired';
  } else if (fact === 'wrong amount' || fact === 'of another') {
    payment.due = false;
  } else if (payment.status === 'paid') {
    if (fact !== 'reversed') return;
    move(model, 'clearing', win, amount);
    Object.assign(payment, { refunded: amount, due: false });
  } else if (direction === 'withdrawal' && (fact === 'refunded' || fact === 'refunded in part')) {
    // Nobody gives a payout back.
  } else if (payment.status === 'succeeded') {
    if (fact !== 'refunded' && fact !== 'refunded in part') return;
    if (chargeBack(model, payment, fact === 'refunded' ? amount : partOf(amount))) become('succeeded');
  } else if (fact === 'refunded in part') {
    // It was not credited, so nothing can be taken back.
  } else if (fact !== 'approved') {
    if (!isOpen(payment) && !(payment.status === 'expired' && fact !== 'absent' && fact !== 'rejected')) return;
    if (direction === 'withdrawal') move(model, held, win, amount);
    become('failed');
  } else if (direction === 'deposit') {
    move(model, 'clearing', `dep ${clientId}`, amount);
    repayOwed(model, clientId);
    become('succeeded');
  } else if (isOpen(payment) || balance(model, win) >= amount) {
    // A returned withdrawal takes the money from the winnings again.
    move(model, isOpen(payment) ? held : win, 'clearing', amount);
    become('paid');
  } else {
    payment.due = false;
  }
}

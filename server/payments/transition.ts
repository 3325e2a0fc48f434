import type { Queryable } from '#database/connect.ts';
import type { Francs } from '#domain/money.ts';
import { repayOwed, transfer, type Transfer } from '#server/ledger/transfer.ts';
import { decideStep, type Fact, type Movement } from './machine.ts';
import { nextLook, paymentColumns, type MismatchKind, type PaymentRow } from './payment-row.ts';
import { otherPhone, type Accepted } from './provider.ts';

/** How long after a payment's last step the provider is asked again, unless a notice comes first. */
const firstAskMs = 10_000;
/** When the sweep looks up a payment whose call was never answered: later than any call can last. */
export const lookForItAfterMs = 45_000;

/** A payment after a fact. */
export interface Moved {
  readonly payment: PaymentRow;
  /** Its status before. */
  readonly from: PaymentRow['status'];
  /** A new alarm for operators. */
  readonly alarm: MismatchKind | 'chargeback' | 'reversed' | 'paid_elsewhere' | typeof otherPhone | null;
}

/**
 * Applies a fact to a payment: locks its row, moves the money, writes the event, all in the caller's transaction. The only place where a payment's status changes. Returns the payment as it is afterwards.
 *
 * @param by the account that says so; or the request of the operators who decided by hand that it is so
 *
 * Every path locks the payment first and the wallet second, so there is no deadlock.
 */
export async function transition(
  tx: Queryable,
  paymentId: string,
  fact: Fact,
  { account, request }: { readonly account?: string | undefined; readonly request?: string } = {},
): Promise<Moved> {
  const payment = await lockPayment(tx, paymentId);
  if (account !== undefined && account !== payment.provider) return hearFormer(tx, payment, fact, account);
  const wrong = mismatchIn(payment, fact);
  if (wrong !== null) return noteMismatch(tx, payment, wrong.kind, wrong.detail);
  const quietly = (after: PaymentRow): Moved => ({ payment: after, from: payment.status, alarm: null });

  const step = decideStep(payment.direction, payment.status, fact.kind);
  if (step === null) return quietly(await keepReferences(tx, payment, fact));

  if (step.movement === 'retake') {
    if (!(await retake(tx, payment))) return noteMismatch(tx, payment, 'paid_after_return', {});
  } else if (step.movement === 'charge_back') {
    if (!(await chargeBack(tx, payment, fact))) return quietly(payment);
  } else if (step.movement === 'give_back') {
    if (!(await giveBack(tx, payment))) return quietly(payment);
  } else if (step.movement !== undefined) {
    await move(tx, movements[step.movement](payment));
    // Earlier debt is repaid from the deposit.
    if (step.movement === 'credit') await repayOwed(tx, payment.client_id);
  }
  const kind = fact.kind === 'refunded_in_part' ? 'refunded' : fact.kind;
  await appendEvent(tx, payment, kind, step.to, { ...detailOf(fact), ...(request !== undefined && { request }) });
  const moved = await setStatus(tx, payment, step.to, fact);
  if (step.movement === 'charge_back') return { payment: moved, from: payment.status, alarm: 'chargeback' };
  if (step.movement === 'give_back') return { payment: moved, from: payment.status, alarm: 'reversed' };
  if (fact.kind === 'rejected' && fact.code === otherPhone)
    return { payment: moved, from: payment.status, alarm: otherPhone };
  return quietly(await keepReferences(tx, moved, fact));
}

/** An account that had refused a payment speaks of it. Where it took the payment after all, operators decide: nothing is booked. */
async function hearFormer(tx: Queryable, payment: PaymentRow, { kind }: Fact, account: string): Promise<Moved> {
  const noted =
    kind === 'confirmed' &&
    (await tx.query(
      `update payment_attempt set paid_at = clock_timestamp()
       where payment_id = $1 and account = $2 and paid_at is null returning account`,
      [payment.id, account],
    ));
  const alarm = noted && noted.length > 0 ? 'paid_elsewhere' : null;
  if (alarm !== null) await appendEvent(tx, payment, alarm, payment.status, { account });
  return { payment, from: payment.status, alarm };
}

/** The part of a fact that cannot be true of this payment. */
function mismatchIn({ amount }: PaymentRow, fact: Fact): { kind: MismatchKind; detail: object } | null {
  switch (fact.kind) {
    case 'confirmed':
      if (fact.amount === null || fact.amount === amount) return null;
      return { kind: 'amount_mismatch', detail: { confirmed: fact.amount } };
    case 'refunded_in_part':
      return fact.amount <= amount ? null : { kind: 'amount_mismatch', detail: { refunded: fact.amount } };
    case 'refund_unclear':
      return { kind: 'refund_unclear', detail: {} };
    case 'other_payment':
      return { kind: 'other_payment', detail: fact.said };
    default:
      return null;
  }
}

/** @returns whether there was anything to book: a refund is reported more than once */
async function chargeBack(tx: Queryable, payment: PaymentRow, fact: Fact): Promise<boolean> {
  const inAll = fact.kind === 'refunded_in_part' ? fact.amount : payment.amount;
  const [row] = await tx.query<{ booked: Francs }>('select charge_back($1, $2) as booked', [payment.id, inAll]);
  return row!.booked > 0;
}

/** @returns whether there was anything to book: a reversal is reported more than once */
async function giveBack(tx: Queryable, payment: PaymentRow): Promise<boolean> {
  const [first, ...others] = splitByWallet(payment, (wallet) => ({
    kind: 'withdrawal_returned',
    from: 'clearing',
    to: wallet,
  }));
  if ((await transfer(tx, first!)) === 'already_done') return false;
  await move(tx, others);
  return true;
}

/** Holds what a withdrawal asks for. @returns false, with the transaction to be rolled back, when it is not there. */
export async function holdWithdrawal(tx: Queryable, payment: PaymentRow): Promise<boolean> {
  return moveIfThere(tx, fromWallets(payment, 'client_held'));
}

export async function appendEvent(
  tx: Queryable,
  payment: Pick<PaymentRow, 'id' | 'status'>,
  kind: Exclude<Fact['kind'], 'refunded_in_part'> | 'created' | 'paid_elsewhere' | MismatchKind,
  toStatus: PaymentRow['status'],
  detail: object,
): Promise<void> {
  await tx.query(
    'insert into payment_event (payment_id, kind, from_status, to_status, detail) values ($1, $2, $3, $4, $5)',
    [payment.id, kind, kind === 'created' ? null : payment.status, toStatus, JSON.stringify(detail)],
  );
}

async function lockPayment(tx: Queryable, id: string): Promise<PaymentRow> {
  const [payment] = await tx.query<PaymentRow>(
    `select ${paymentColumns} from payment where id = $1 for no key update`,
    [id],
  );
  if (payment === undefined) throw new Error(`there is no payment ${id}`);
  return payment;
}

/**
 * An expiry does not restart the queries about a payment that waits for an operator (`due_at` is null). A released withdrawal
 * is looked for at its provider when no call can be on its way any more, as a new one is.
 */
async function setStatus(tx: Queryable, payment: PaymentRow, status: PaymentRow['status'], fact: Fact) {
  const failure = 'code' in fact ? fact.code : fact.kind === 'absent' || fact.kind === 'reversed' ? fact.kind : null;
  const isProvidersOwn = fact.kind === 'absent' || 'elsewhere' in fact;
  const isReversible = fact.kind === 'confirmed' && fact.isReversible === true;
  const askAfterMs = fact.kind === 'accepted' && fact.isDone === true ? 0 : firstAskMs;
  const [row] = await tx.query<PaymentRow>(
    `update payment
     set status = $2, failure = $3, provider_failed = $7, updated_at = clock_timestamp(), asked = 0,
         mismatch = case when $2::payment_status <> 'expired' then null else mismatch end,
         sent_at = case when $5 then clock_timestamp() else sent_at end,
         due_at = case when $5 then clock_timestamp() + $6 * interval '1 millisecond'
                       when $2 = 'paid' and $8 then clock_timestamp() + interval '1 day'
                       when $2::payment_status in ('paid', 'failed') then null
                       when $2 = 'succeeded' then ${nextLook}
                       when $2 = 'expired' and due_at is null then null
                       else clock_timestamp() + $4 * interval '1 millisecond' end
     where id = $1 returning ${paymentColumns}`,
    [payment.id, status, failure, askAfterMs, fact.kind === 'released', lookForItAfterMs, isProvidersOwn, isReversible],
  );
  return row!;
}

/** The provider's references are kept whenever they become known, also when a notice was quicker than the answer. */
async function keepReferences(tx: Queryable, payment: PaymentRow, fact: Fact): Promise<PaymentRow> {
  const known: Partial<Accepted> = fact.kind === 'accepted' || fact.kind === 'under_way' ? fact : {};
  const { providerRef = null, redirectUrl = null, secret = null } = known;
  if (providerRef === null && (redirectUrl === null || payment.redirect_url !== null)) return payment;
  const [row] = await tx.query<PaymentRow>(
    `update payment
     set provider_ref = coalesce(provider_ref, $2), redirect_url = coalesce(redirect_url, $3),
         notify_secret = coalesce(notify_secret, $4)
     where id = $1 returning ${paymentColumns}`,
    [payment.id, providerRef, redirectUrl, secret],
  );
  return row!;
}

const movements: Readonly<
  Record<Exclude<Movement, 'retake' | 'charge_back' | 'give_back'>, (payment: PaymentRow) => Transfer[]>
> = {
  credit: ({ id, client_id, amount }) => [
    { clientId: client_id, kind: 'deposit', reference: id, from: 'clearing', to: 'client_dep', amount },
  ],
  pay: ({ id, client_id, amount }) => [
    { clientId: client_id, kind: 'withdrawal_paid', reference: id, from: 'client_held', to: 'clearing', amount },
  ],
  return: (payment) =>
    splitByWallet(payment, (wallet) => ({ kind: 'withdrawal_returned', from: 'client_held', to: wallet })),
};

async function move(tx: Queryable, transfers: readonly Transfer[]): Promise<void> {
  // The row is locked and its status allows the step, so the books must allow it too. Anything else is a bug.
  if (!(await moveIfThere(tx, transfers))) throw new Error(`payment ${transfers[0]!.reference}: insufficient funds`);
}

/** Takes back what was returned, from the very wallets it was returned to: all of it, or nothing. */
async function retake(tx: Queryable, payment: PaymentRow): Promise<boolean> {
  await tx.query('savepoint retake');
  const taken = await moveIfThere(tx, fromWallets(payment, 'clearing'));
  await tx.query(taken ? 'release savepoint retake' : 'rollback to savepoint retake');
  return taken;
}

async function moveIfThere(tx: Queryable, transfers: readonly Transfer[]): Promise<boolean> {
  for (const one of transfers) {
    const outcome = await transfer(tx, one);
    if (outcome === 'insufficient_funds') return false;
    if (outcome !== 'done') throw new Error(`payment ${one.reference}: ${one.from} to ${one.to} is ${outcome}`);
  }
  return true;
}

function fromWallets(payment: PaymentRow, to: Transfer['to']): Transfer[] {
  return splitByWallet(payment, (wallet) => ({ kind: 'withdrawal', from: wallet, to }));
}

/** A transfer for what a withdrawal took from each wallet, winnings first. */
function splitByWallet(
  { id, client_id, from_win, from_dep }: PaymentRow,
  transferOf: (wallet: 'client_win' | 'client_dep') => Pick<Transfer, 'kind' | 'from' | 'to'>,
): Transfer[] {
  const shared = { clientId: client_id, reference: id };
  return [
    { ...shared, ...transferOf('client_win'), amount: from_win },
    { ...shared, ...transferOf('client_dep'), amount: from_dep },
  ].filter(({ amount }) => amount > 0);
}

/**
 * Records once what only an operator can resolve, and stops asking. The status stays, because nothing was booked.
 */
async function noteMismatch(tx: Queryable, payment: PaymentRow, kind: MismatchKind, detail: object): Promise<Moved> {
  const known = await tx.query('select from payment_event where payment_id = $1 and kind = $2 and detail = $3::jsonb', [
    payment.id,
    kind,
    JSON.stringify(detail),
  ]);
  if (known.length === 0) await appendEvent(tx, payment, kind, payment.status, detail);
  await tx.query('update payment set due_at = null, mismatch = $2 where id = $1', [payment.id, kind]);
  return { payment: { ...payment, mismatch: kind }, from: payment.status, alarm: known.length === 0 ? kind : null };
}

function detailOf({ kind: _kind, ...detail }: Fact): object {
  // Leave the secret out: people read events. When to ask again is no event.
  const { secret: _secret, isDone: _done, isReversible: _reversible, ...rest } = detail as Record<string, unknown>;
  return rest;
}

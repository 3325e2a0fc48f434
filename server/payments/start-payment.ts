import { randomUUID } from 'node:crypto';
import type * as v from 'valibot';
import type { customerDetails } from '#contract/forms/payments.ts';
import type { Payment } from '#contract/payments.ts';
import type { ProblemCode } from '#contract/problems.ts';
import type { Database, Queryable } from '#database/connect.ts';
import { countries, isCountry } from '#domain/countries.ts';
import type { Francs } from '#domain/money.ts';
import { Refusal, type Fault } from '#server/http/refusal.ts';
import type { SignedIn } from '#server/http/signed-in.ts';
import type { KeyRing } from '#server/keys/key-ring.ts';
import type { Origin } from '#server/identity/security-log/security-log.ts';
import { findPhones, readPhone } from '#server/identity/phone-number.ts';
import { checkTier } from '#server/identity/tiers/tiers.ts';
import { repayOwed } from '#server/ledger/transfer.ts';
import { readWallet, type Wallet } from '#server/ledger/wallet.ts';
import { isPlayStopped, checkDeposit } from '#server/play-limits/play-limits.ts';
import type { Language, Sentence, Told } from '#server/words/languages.ts';
import { raiseAlarm, type AlarmDeps } from './apply-fact.ts';
import { giveAnswer, replayAnswer, storeAnswer, type StoredAnswer } from './idempotency.ts';
import { operatorLimits, refuseAmount, type Limits } from './limits.ts';
import { isRaised } from './operation-flag.ts';
import {
  digestRequest,
  ensureClientKey,
  findClientKey,
  hashRequest,
  sealParty,
  type ClientKey,
} from './party/party.ts';
import { paymentColumns, presentPayment, type PaymentRow } from './payment-row.ts';
import type { Direction, PaymentProvider } from './provider.ts';
import { checkPayout, tellOfPayout, type PayoutRules } from './payout-rules.ts';
import { reviewWithdrawal, type ReviewRules } from './review-rules.ts';
import { findOffer, holdAccounts, readRouting, waysFor } from './routing.ts';
import { factOf, payoutRequest, sendPayment, type Sent } from './send-payment.ts';
import { appendEvent, holdWithdrawal, lookForItAfterMs, transition } from './transition.ts';

export type CustomerDetails = v.InferOutput<typeof customerDetails>;

export interface StartPaymentDeps extends AlarmDeps {
  readonly db: Database;
  /** The accounts of the site. */
  readonly providers: readonly PaymentProvider[];
  /** The address to which the payer's browser returns. */
  readonly returnUrl: (paymentId: string) => string;
  /** The language in which the payer reads our pages. */
  readonly language: Language;
  /** Seals the keys of clients, under which the parties of their payments are sealed. */
  readonly partyKeys: KeyRing;
  /** The wallets that may be paid out. */
  readonly withdrawable: readonly ('win' | 'dep')[];
  /** Whether the amounts of payments depend on the proof of identity. */
  readonly tiers: boolean;
  /** Where the days, weeks and months of limits begin. */
  readonly timeZone: string;
  readonly payoutRules: PayoutRules;
  /** Which withdrawals an operator looks at before they are sent; null: none. */
  readonly reviewRules: ReviewRules | null;
}

/** The most payments of a client that may be under way, in each direction: each is asked about again and again. */
const mostUnderWay = 20;

/**
 * Starts a deposit or a withdrawal. A repeated idempotency key gets the first answer again.
 *
 * The payment is committed, and a withdrawal's money held, before the provider is called; the answer is recorded
 * after. A crash in between leaves a payment that the sweep looks up. A withdrawal that a rule holds is answered as it is
 * stored: the provider hears of it when an operator has released it.
 *
 * @throws Refusal phone_unconfirmed, invalid_request, method_unavailable, amount_out_of_range, too_many_payments,
 *   idempotency_mismatch, identity_needed, limit_reached; of a deposit excluded, unavailable, payment_rejected; of a
 *   withdrawal withdrawals_stopped, money_owed, cooling_off, proof_needed, insufficient_funds
 */
export async function startPayment(
  deps: StartPaymentDeps,
  direction: Direction,
  signedIn: SignedIn,
  key: string,
  details: CustomerDetails,
  origin: Origin,
): Promise<Payment> {
  const { db, partyKeys } = deps;
  const { clientId } = signedIn;
  const digest = digestRequest(direction, details);
  const known = await findClientKey(db, partyKeys, clientId);
  const hashes = known === null ? [digest] : [hashRequest(known, digest), digest];
  const earlier = await replayAnswer(db, partyKeys, clientId, key, hashes);
  if (earlier !== null) return earlier;

  const { phone, providers, version } = await checkDetails(deps, direction, signedIn, details);
  const startedAt = performance.now();
  const clientKey = known ?? (await ensureClientKey(db, partyKeys, clientId));
  const hash = hashRequest(clientKey, digest);
  const asked = { direction, details: { ...details, phone }, providers, version, key, clientKey, hash };
  const written = await writePayment(deps, signedIn, asked, origin);
  if (written === null) return (await replayAnswer(db, partyKeys, clientId, key, [hash, digest]))!;

  const { payment, accounts } = written;
  if (payment.status === 'review') return presentPayment(payment, phone);
  const { firstName, lastName } = details;
  const request = payoutRequest(payment, { phone, firstName, lastName }, partyKeys);
  const sent = await sendPayment(deps, payment, accounts, startedAt, (provider) =>
    direction === 'deposit'
      ? provider.collect({ ...request, returnUrl: deps.returnUrl(payment.id), language: deps.language })
      : provider.payout(request),
  );
  return giveAnswer(await recordOutcome(deps, payment, sent), phone);
}

/**
 * @returns the payment's phone in E.164, the accounts that take it, in the order in which they are tried, and the version of the
 *   routes that says so
 * @throws Refusal that names every wrong field
 */
async function checkDetails(
  deps: Pick<StartPaymentDeps, 'db' | 'providers'>,
  direction: Direction,
  signedIn: SignedIn,
  { country, method, amount, phone }: CustomerDetails,
): Promise<{ phone: string; providers: PaymentProvider[]; version: number | null }> {
  if (!signedIn.confirmed) throw new Refusal('phone_unconfirmed');
  const routing = await readRouting(deps.db, deps.providers);
  const offer = await findOffer(routing, { country, method, direction });
  const ways = offer?.ways ?? [];
  const providers = waysFor(ways, amount).map(({ provider }) => provider);
  const readable = direction === 'deposit' ? readPayerPhone(phone, country) : requireOwnPhone(phone, signedIn);
  const limits = offer?.first ?? operatorLimits[direction];
  const errors = [
    ...(ways.length === 0 ? [methodError(offer?.stop?.told)] : []),
    ...(typeof readable === 'string' ? [] : [readable]),
    ...(providers.length === 0 ? checkAmount(amount, limits) : []),
  ];
  if (typeof readable === 'string' && errors.length === 0) {
    return { phone: readable, providers, version: routing.version };
  }
  const { code, message } = errors[0]!;
  throw new Refusal(code, { detail: message, errors });
}

interface FieldError extends Fault {
  readonly code: ProblemCode;
}

function fieldError(field: keyof CustomerDetails, code: ProblemCode, message: Sentence): FieldError {
  return { path: `customerDetails.${field}`, message, code };
}

/** @param told the sentence of a stop, where one is in the way of a method that accounts carry */
function methodError(told: Told | null | undefined): FieldError {
  return fieldError('method', 'method_unavailable', told ?? (({ methodElsewhere }) => methodElsewhere));
}

function readPayerPhone(phone: string, country: string): string | FieldError {
  try {
    // In a country that is not ours nothing is paid. The number is read anyway, to name it too if it is wrong.
    return readPhone(phone, isCountry(country) ? country : countries[0]);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return fieldError('phone', error.code, error.detail ?? error.message);
  }
}

/** Money only leaves to the phone that the client has confirmed. */
function requireOwnPhone(phone: string, signedIn: SignedIn): string | FieldError {
  if (findPhones(phone).includes(signedIn.phone)) return signedIn.phone;
  return fieldError('phone', 'phone_unconfirmed', ({ ownPhoneOnly }) => ownPhoneOnly);
}

function checkAmount(amount: Francs, limits: Limits): FieldError[] {
  const code = refuseAmount(amount, limits);
  if (code === null) return [];
  const { min, max, step } = limits;
  return [fieldError('amount', code, (words) => words.amountFromTo(words.francs(min), words.francs(max), step))];
}

interface AskedPayment {
  readonly direction: Direction;
  readonly details: CustomerDetails;
  /** The accounts that take the payment, in the order in which they are tried. */
  readonly providers: readonly PaymentProvider[];
  /** The routes that name them. */
  readonly version: number | null;
  readonly key: string;
  /** Seals the party of the payment. */
  readonly clientKey: ClientKey;
  readonly hash: Buffer;
}

/**
 * Null when a concurrent request with the same key came first. The account is chosen here, where nobody stops one until the commit.
 *
 * @returns the payment, and the accounts that may be called, its own first
 */
function writePayment(
  { db, withdrawable, tiers, timeZone, payoutRules, reviewRules }: StartPaymentDeps,
  signedIn: SignedIn,
  { direction, details, providers, version, key, clientKey, hash }: AskedPayment,
  origin: Origin,
): Promise<{ payment: PaymentRow; accounts: readonly PaymentProvider[] } | null> {
  const { clientId } = signedIn;
  const id = randomUUID();
  const { phone, firstName, lastName, email = null } = details;
  const sealed = sealParty(clientKey, id, { phone, firstName, lastName, email });
  return db.transact(async (tx) => {
    const { accounts, told } = await holdAccounts(tx, id, providers, { ...details, direction });
    if (accounts.length === 0) {
      const { code, message, path } = methodError(told);
      throw new Refusal(code, { detail: message, errors: [{ code, message, path }] });
    }
    if (direction === 'withdrawal') await requireNothingOwed(tx, clientId);
    const shares = direction === 'withdrawal' ? await shareOut(tx, clientId, details.amount, withdrawable) : noShares;
    const [payment] = await tx.query<PaymentRow>(
      `with written as (
         insert into payment (id, client_id, direction, amount, from_win, from_dep, country, method, provider,
           idempotency_key, request_hash, due_at, route_version)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, clock_timestamp() + $12 * interval '1 millisecond', $14)
         on conflict (client_id, idempotency_key) do nothing
         returning ${paymentColumns}
       ), party as (
         insert into party (payment_id, sealed) select id, $13 from written
       )
       select * from written`,
      [
        id,
        clientId,
        direction,
        details.amount,
        shares.win,
        shares.dep,
        details.country,
        details.method,
        accounts[0]!.id,
        key,
        hash,
        lookForItAfterMs,
        sealed,
        version,
      ],
    );
    if (payment === undefined) return null;
    await checkPaymentsUnderWay(tx, payment);
    if (tiers) await checkTier(tx, payment.id);
    const isLarge = direction === 'withdrawal' && (await checkPayout(tx, payoutRules, signedIn));
    if (direction === 'withdrawal') await hold(tx, payment);
    else await checkDeposit(tx, clientId, timeZone);
    const reviewed =
      direction === 'withdrawal' && reviewRules !== null ? await reviewWithdrawal(tx, reviewRules, payment) : null;
    if (reviewed !== null) await storeAnswer(tx, id, { payment: withoutPhone(reviewed.payment) });
    await appendEvent(tx, payment, 'created', reviewed?.payment.status ?? payment.status, reviewed?.held ?? {});
    if (isLarge) await tellOfPayout(tx, payoutRules, clientId, origin);
    return { payment: reviewed?.payment ?? payment, accounts };
  });
}

const noShares = { win: 0, dep: 0 };

async function hold(tx: Queryable, payment: PaymentRow): Promise<void> {
  if (await isRaised(tx, 'withdrawals_stopped')) throw new Refusal('withdrawals_stopped');
  if (!(await holdWithdrawal(tx, payment))) throw new Refusal('insufficient_funds');
}

/** Counts under the wallet's lock, so that each concurrent request sees those before it. */
async function checkPaymentsUnderWay(tx: Queryable, { client_id, direction }: PaymentRow): Promise<void> {
  await tx.query('select lock_deposits($1)', [client_id]);
  const [row] = await tx.query<{ count: number }>(
    `select count(*) from payment
     where client_id = $1 and direction = $2 and status not in ('succeeded', 'paid', 'failed', 'expired')`,
    [client_id, direction],
  );
  if (row!.count <= mostUnderWay) return;
  throw new Refusal('too_many_payments', {
    detail: (words) => words.paymentsUnderWay(mostUnderWay, direction),
  });
}

/** Pays what is owed from the wallets first. Throws if anything is still owed. */
async function requireNothingOwed(tx: Queryable, clientId: number): Promise<void> {
  const owed = await repayOwed(tx, clientId);
  if (owed === 0) return;
  throw new Refusal('money_owed', {
    detail: (words) => words.owed(words.francs(owed)),
  });
}

/**
 * The share of each wallet in a withdrawal, winnings first. The wallets are only read here: holding the money locks them, and fails if they
 * hold less by then. While play is stopped nothing can be staked, so deposits may be withdrawn too.
 */
async function shareOut(
  tx: Queryable,
  clientId: number,
  amount: Francs,
  withdrawable: StartPaymentDeps['withdrawable'],
) {
  const wallet: Wallet = await readWallet(tx, clientId);
  const isStopped = await isPlayStopped(tx, clientId);
  if (!isStopped && !withdrawable.includes('dep')) return { win: amount, dep: 0 };
  const win = isStopped || withdrawable.includes('win') ? Math.min(wallet.win, amount) : 0;
  return { win, dep: amount - win };
}

async function recordOutcome(
  deps: StartPaymentDeps,
  { id }: PaymentRow,
  { account, outcome }: Sent,
): Promise<StoredAnswer> {
  const fact = factOf(outcome);
  const { answer, alarm } = await deps.db.transact(async (tx) => {
    const moved = await transition(tx, id, fact, { account });
    const stored: StoredAnswer =
      outcome.outcome === 'rejected' && moved.payment.direction === 'deposit'
        ? { refused: 'payment_rejected', elsewhere: outcome.elsewhere }
        : { payment: withoutPhone(moved.payment) };
    await storeAnswer(tx, id, stored);
    return { answer: stored, alarm: moved.alarm };
  });
  raiseAlarm(deps, id, alarm, fact);
  return answer;
}

function withoutPhone(row: PaymentRow) {
  const { phone: _phone, ...payment } = presentPayment(row, '');
  return payment;
}

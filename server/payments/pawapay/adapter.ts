import { uuidPattern } from '#domain/uuid.ts';
import {
  describeReply,
  fieldsOf,
  pageOf,
  parseBody,
  readFailure,
  readFields,
  textOf,
  type Reply,
} from '#server/payments/call.ts';
import type {
  CallOutcome,
  Direction,
  Float,
  LookupAnswer,
  PaymentProvider,
  PayoutRequest,
  ProviderState,
  RefundAnswer,
  StatusAnswer,
} from '#server/payments/provider.ts';
import { createPawaPayCalls, type PawaPayAccount } from './calls.ts';
import { isSignedNotice } from './http-signature.ts';
import { createOffers, type Offer } from './offers.ts';
import { createPublicKeys } from './public-keys.ts';
import { countryCodes, wallets } from './wallets.ts';

interface PawaPaySettings extends PawaPayAccount {
  /** Milliseconds of a clock that never goes back; tests move it. */
  readonly now?: () => number;
}

export const pawaPayUrl = 'https://api.pawapay.io';

/** pawaPay, Merchant API v2. A payment's id there is ours, so that an answer which was lost is never a riddle. */
export function createPawaPayProvider(settings: PawaPaySettings): PaymentProvider {
  const { now = () => performance.now() } = settings;
  const send = createPawaPayCalls(settings);
  const offers = createOffers(send, now);
  const keyOf = createPublicKeys(send, now);

  async function start(
    direction: Direction,
    request: PayoutRequest,
    bodyOf: (offer: Offer) => object,
  ): Promise<CallOutcome> {
    const { country, method } = request;
    const offer = (await offers()).find(
      (one) => one.direction === direction && one.country === country && one.method === method,
    );
    if (offer === undefined) return { outcome: 'rejected', code: 'not_offered', elsewhere: true };
    const { path, idField } = resources[direction];
    const reply = await send('POST', path, {
      [idField]: request.ourRef,
      amount: String(request.amount),
      currency: 'XOF',
      ...bodyOf(offer),
    });
    return readStarted(reply, idField, request.ourRef);
  }

  const ask = (direction: Direction, id: string) => send('GET', `${resources[direction].path}/${id}`);
  const askRefund = async (id: string) => readFound(await send('GET', `refunds/${id}`));

  return {
    id: 'pawapay',
    // pawaPay's own advice. Until then a call may be accepted there and not listed yet.
    absentAfterMs: 15 * 60_000,
    capabilities: offers,

    collect: (request) =>
      start('deposit', request, (offer) => ({
        payer: accountOf(request, offer),
        ...(offer.hasPage && { successfulUrl: request.returnUrl, failedUrl: request.returnUrl }),
      })),
    payout: (request) => start('withdrawal', request, (offer) => ({ recipient: accountOf(request, offer) })),

    collectStatus: async (id) => readStatus('deposit', await ask('deposit', id)),
    payoutStatus: async (id) => readStatus('withdrawal', await ask('withdrawal', id)),

    async lookup(direction, ourRef): Promise<LookupAnswer> {
      const reply = await ask(direction, ourRef);
      if (readFields(reply).status === 'NOT_FOUND') return { state: 'absent' };
      const found = readFound(reply);
      if (found?.[resources[direction].idField] !== ourRef) return { state: 'no_answer', cause: describeReply(reply) };
      return { state: 'found', providerRef: ourRef, ...readPage(direction, found) };
    },

    async verifyWebhook(notice) {
      if (!(await isSignedNotice(notice, keyOf))) return null;
      const { depositId, payoutId } = fieldsOf(parseBody(notice.rawBody));
      const refundId = readRefundId(notice.rawBody);
      // A notice of a refund may leave the deposit out.
      const ourRef =
        refundId === null ? (depositId ?? payoutId) : (depositId ?? fieldsOf(await askRefund(refundId)).depositId);
      return typeof ourRef === 'string' ? { ourRef } : {};
    },

    refunds: { refOf: readRefundId, status: async (id) => readRefund(await askRefund(id)) },

    async floats(): Promise<readonly Float[] | null> {
      const { balances } = readFields(await send('GET', 'wallet-balances'));
      return Array.isArray(balances) ? balances.flatMap(readFloat) : null;
    },
  };
}

const resources = {
  deposit: { path: 'deposits', idField: 'depositId' },
  withdrawal: { path: 'payouts', idField: 'payoutId' },
} as const satisfies Record<Direction, object>;

function accountOf({ phone }: PayoutRequest, { wallet }: Offer) {
  return { type: 'MMO', accountDetails: { phoneNumber: phone.replaceAll(/\D/g, ''), provider: wallet } };
}

/**
 * Codes whose reason is the provider's or our account's, and not the payer's: nothing was created, and another provider may take
 * the payment.
 */
const providersOwn = new Set([
  'provider_temporarily_unavailable',
  'pawapay_wallet_out_of_funds',
  'deposits_not_allowed',
  'payouts_not_allowed',
  'invalid_provider',
  'invalid_currency',
  'no_authentication',
  'authentication_error',
  'authorisation_error',
  'http_signature_error',
]);

/** Rejections come with HTTP 200 too. After `DUPLICATE_IGNORED` only a look-up tells what became of the first call. */
function readStarted(reply: Reply, idField: string, id: string): CallOutcome {
  const { status, failureReason, ...fields } = fieldsOf(reply.kind === 'answered' ? reply.body : null);
  const failure = readFailure(reply);
  const isRejected = failure === null ? status === 'REJECTED' : failure.outcome === 'rejected';
  const code = readCode(failureReason);
  if (isRejected && code !== null) return { outcome: 'rejected', code, elsewhere: providersOwn.has(code) };
  if (isRejected && failure === null) return { outcome: 'rejected', code: 'rejected', elsewhere: false };
  if (failure !== null) return failure;
  if (status !== 'ACCEPTED' || fields[idField] !== id) {
    return { outcome: 'unknown', cause: `status ${plainWord(status)}` };
  }
  return { outcome: 'accepted', providerRef: id };
}

const underWay = new Set(['ACCEPTED', 'SUBMITTED', 'ENQUEUED', 'PROCESSING', 'IN_RECONCILIATION']);

function readStatus(direction: Direction, reply: Reply): StatusAnswer {
  const data = readFound(reply);
  if (data === null) return { state: 'no_answer', cause: `${describeReply(reply)}, not found` };
  const state = readState(direction, data);
  if (state === null) return { state: 'no_answer', cause: `status ${plainWord(data.status)}` };
  const about = { ourRef: textOf(data[resources[direction].idField]), currency: textOf(data.currency) };
  return { ...state, about };
}

type Data = Readonly<Record<string, unknown>>;

function readState(direction: Direction, data: Data): ProviderState | null {
  const { status, amount, failureReason } = data;
  if (status === 'COMPLETED') return { state: 'succeeded', amount: Number(amount) };
  if (status === 'FAILED') {
    const code = readCode(failureReason) ?? 'failed';
    return { state: 'failed', code, ...(providersOwn.has(code) && { elsewhere: true }) };
  }
  return underWay.has(String(status)) ? { state: 'under_way', ...readPage(direction, data) } : null;
}

/** Null for `NOT_FOUND`, and for what is not an answer. */
function readFound(reply: Reply): Data | null {
  const { status, data } = readFields(reply);
  return status === 'FOUND' && typeof data === 'object' && data !== null ? (data as Data) : null;
}

/** The address of a page comes some time after a deposit was accepted. */
function readPage(direction: Direction, { authorizationUrl }: Data) {
  return direction === 'deposit' ? pageOf(authorizationUrl) : {};
}

function readRefundId(rawBody: Buffer): string | null {
  const { refundId } = fieldsOf(parseBody(rawBody));
  return typeof refundId === 'string' && uuidPattern.test(refundId) ? refundId : null;
}

function readRefund(data: Data | null): RefundAnswer {
  if (data === null) return { state: 'no_answer', cause: 'the refund is not found' };
  const { status, amount, depositId, currency } = data;
  if (status === 'FAILED') return { state: 'nothing' };
  if (status !== 'COMPLETED') return { state: 'no_answer', cause: `status ${plainWord(status)}` };
  const ourRef = depositId == null ? null : textOf(depositId);
  return { state: 'refunded', amount: Number(amount), about: { ourRef, currency: textOf(currency) } };
}

function readFloat(entry: unknown): Float[] {
  const { country, currency, balance, provider } = fieldsOf(entry);
  const code = countryCodes[String(country)];
  if (code === undefined || currency !== 'XOF') return [];
  const method = wallets[String(provider)]?.[1] ?? null;
  return [{ country: code, method, amount: Math.floor(Number(balance)) }];
}

function readCode(failureReason: unknown): string | null {
  const { failureCode } = fieldsOf(failureReason);
  return typeof failureCode === 'string' && /^[A-Z_]{1,64}$/.test(failureCode) ? failureCode.toLowerCase() : null;
}

/** A text of the provider is not repeated: it may name somebody. */
function plainWord(value: unknown): string {
  return typeof value === 'string' && /^[A-Z_]{1,40}$/.test(value) ? value : 'not known';
}

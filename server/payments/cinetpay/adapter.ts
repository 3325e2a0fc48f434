import {
  describeReply,
  fieldsOf,
  parseBody,
  readFailure,
  readFields,
  textOf,
  type Reply,
} from '#server/payments/call.ts';
import type {
  Accepted,
  CallOutcome,
  Capability,
  LookupAnswer,
  Direction,
  PaymentProvider,
  StatusAnswer,
} from '#server/payments/provider.ts';
import { createCinetPayCalls, type CinetPayAccount } from './login.ts';
import { fromMerchantId, toMerchantId } from './merchant-id.ts';

interface CinetPaySettings extends CinetPayAccount {
  /** Our name of the account: a site may have one for each country. */
  readonly id: string;
  /** The account's country: CinetPay has one account for each. */
  readonly country: CinetPayCountry;
  /** A domain of ours that receives no mail, for the addresses of payers; undefined: CinetPay gets none. */
  readonly customerDomain?: string | undefined;
  /** Where CinetPay sends its notices. */
  readonly webhookUrl: () => string;
}

export const cinetPayUrl = 'https://api.cinetpay.co';

/** CinetPay, API v1. A payment's reference is our own, as CinetPay takes it; a transfer's is CinetPay's. */
export function createCinetPayProvider(settings: CinetPaySettings): PaymentProvider {
  const { id, country, customerDomain, webhookUrl } = settings;
  const send = createCinetPayCalls(settings);
  const capabilities = capabilitiesIn(country);

  return {
    id,
    findsPayouts: false,
    capabilities: async () => capabilities,

    async collect({ ourRef, amount, method, phone, firstName, lastName, customerRef, returnUrl, language }) {
      const merchantId = toMerchantId(ourRef);
      const reply = await send('POST', 'payment', {
        merchant_transaction_id: merchantId,
        amount,
        currency: 'XOF',
        payment_method: toPaymentMethod(method, country),
        lang: language,
        designation: 'Izi',
        client_first_name: fillName(firstName, lastName),
        client_last_name: fillName(lastName, firstName),
        client_phone_number: phone,
        ...(customerDomain !== undefined && { client_email: `${customerRef}@${customerDomain}` }),
        success_url: returnUrl,
        failed_url: returnUrl,
        notify_url: webhookUrl(),
      });
      return readAccepted(reply, 'payment_url', merchantId);
    },

    async payout({ ourRef, amount, method, phone }) {
      const reply = await send('POST', 'transfer', {
        merchant_transaction_id: toMerchantId(ourRef),
        amount,
        currency: 'XOF',
        payment_method: toPaymentMethod(method, country),
        phone_number: phone,
        reason: 'Izi',
        notify_url: webhookUrl(),
      });
      return readAccepted(reply, 'transaction_id');
    },

    collectStatus: async (merchantId) =>
      readStatus(await send('GET', `payment/${merchantId}`), 'merchant_transaction_id', merchantId),
    payoutStatus: async (transactionId) =>
      readStatus(await send('GET', `transfer/${transactionId}`), 'transaction_id', transactionId),

    async lookup(direction: Direction, ourRef: string): Promise<LookupAnswer> {
      const merchantId = toMerchantId(ourRef);
      const reply = await send('GET', `${direction === 'deposit' ? 'payment' : 'transfer'}/${merchantId}`);
      return direction === 'deposit' ? readPayment(reply, merchantId) : readTransfer(reply, merchantId);
    },

    // The notice is not signed. Its token must equal the one in the answer to our own call.
    async verifyWebhook({ rawBody }) {
      const { notify_token: secret, merchant_transaction_id: merchantId } = fieldsOf(parseBody(rawBody));
      if (typeof secret !== 'string' || typeof merchantId !== 'string') return null;
      const ourRef = fromMerchantId(merchantId);
      return ourRef === null ? null : { ourRef, secret };
    },
  };
}

/** CinetPay refuses a name of one letter, which some people have. */
function fillName(name: string, other: string): string {
  return name.trim().length > 1 ? name : `${name} ${other}`;
}

/** CinetPay's name of each operator without its country, and ours. */
const operators = {
  airtel: ['AIRTEL', 'Airtel Money'],
  free: ['FREE', 'Free Money'],
  mixx: ['TMONEY', 'Mixx by Yas'],
  moov: ['MOOV', 'Moov Money'],
  mtn: ['MTN', 'MTN MoMo'],
  orange: ['OM', 'Orange Money'],
  wave: ['WAVE', 'Wave'],
  zamani: ['ZAMANI', 'Zamani'],
} as const;
type Operator = keyof typeof operators;

/** Which operators CinetPay has in each country. */
const operatorsOf = {
  BF: ['orange', 'moov', 'wave'],
  BJ: ['mtn', 'moov'],
  CI: ['orange', 'mtn', 'moov', 'wave'],
  ML: ['orange', 'moov'],
  NE: ['airtel', 'moov', 'zamani'],
  SN: ['orange', 'free', 'wave'],
  TG: ['mixx', 'moov'],
} as const satisfies Readonly<Record<string, readonly Operator[]>>;

type CinetPayCountry = keyof typeof operatorsOf;

function toPaymentMethod(method: string, country: CinetPayCountry): string {
  return `${operators[method as Operator][0]}_${country}`;
}

/** The limits of a payment and of a transfer. */
const amounts = { deposit: { min: 100, max: 2_500_000 }, withdrawal: { min: 500, max: 1_500_000 } } as const;

function capabilitiesIn(country: CinetPayCountry): Capability[] {
  return operatorsOf[country].flatMap((method) =>
    (['deposit', 'withdrawal'] as const).map((direction) => {
      const [, label] = operators[method];
      return { direction, country, method, label, ...amounts[direction], step: 5 };
    }),
  );
}

/** Some rejections come with HTTP 200 and a status in the body. */
function readAccepted(reply: Reply, needed: 'payment_url' | 'transaction_id', ref?: string): CallOutcome {
  const failure = readFailure(reply);
  if (failure !== null) return failure;
  const fields = readFields(reply);
  const { notify_token: secret, status } = fields;
  if (typeof status === 'string' && failed.has(status)) {
    return { outcome: 'rejected', code: status.toLowerCase(), elsewhere: false };
  }
  const value = fields[needed];
  if (typeof value !== 'string') return { outcome: 'unknown', cause: `no ${needed} in the answer` };
  const accepted: Accepted = {
    providerRef: ref ?? value,
    ...(needed === 'payment_url' && { redirectUrl: value }),
    ...(typeof secret === 'string' && { secret }),
  };
  return { outcome: 'accepted', ...accepted };
}

const failed = new Set(['FAILED', 'REFUSED', 'EXPIRED', 'CANCELED', 'CANCELLED', 'INSUFFICIENT_BALANCE']);
const underWay = new Set(['INITIATED', 'PENDING']);

/** The answer must be about the payment that was asked for. It may leave out the amount, which the payer cannot change. */
function readStatus(reply: Reply, idField: string, id: string): StatusAnswer {
  const fields = readFields(reply);
  const { status, amount } = fields;
  if (typeof status !== 'string' || !isSameId(fields[idField], id)) {
    return { state: 'no_answer', cause: describeReply(reply) };
  }
  const about = { ourRef: readOurRef(fields.merchant_transaction_id), currency: readCurrency(fields.currency) };
  if (status === 'SUCCESS') return { state: 'succeeded', amount: amount == null ? null : Number(amount), about };
  if (status === 'REFUNDED') return { state: 'refunded', about };
  if (failed.has(status)) return { state: 'failed', code: status.toLowerCase(), about };
  return underWay.has(status) ? { state: 'under_way', about } : { state: 'no_answer', cause: `status ${status}` };
}

/** Our references are compared in either case. */
function isSameId(given: unknown, id: string): boolean {
  return typeof given === 'string' && given.toUpperCase() === id.toUpperCase();
}

/** The answer about a transfer may leave our reference out. A reference that we did not make is returned unchanged. */
function readOurRef(merchantId: unknown): string | null {
  if (merchantId == null) return null;
  const text = textOf(merchantId);
  return fromMerchantId(text) ?? text;
}

/** The answer may leave the currency out, because an account has only one. */
function readCurrency(currency: unknown): string | null {
  return currency == null ? null : textOf(currency);
}

function readPayment(reply: Reply, merchantId: string): LookupAnswer {
  if (isNotFound(reply)) return { state: 'absent' };
  const fields = readFields(reply);
  if (!isSameId(fields.merchant_transaction_id, merchantId)) return { state: 'no_answer', cause: describeReply(reply) };
  return { state: 'found', providerRef: merchantId, ...readPage(fields) };
}

/**
 * CinetPay documents look-ups of transfers only by its own id. Not finding one by ours therefore proves nothing: it counts as
 * no answer, and the money stays held until an operator decides.
 */
function readTransfer(reply: Reply, merchantId: string): LookupAnswer {
  const { merchant_transaction_id: ours, transaction_id: theirs, notify_token: secret } = readFields(reply);
  if (!isSameId(ours, merchantId) || typeof theirs !== 'string')
    return { state: 'no_answer', cause: describeReply(reply) };
  return { state: 'found', providerRef: theirs, ...(typeof secret === 'string' && { secret }) };
}

function readPage({ payment_url: url, notify_token: secret }: Readonly<Record<string, unknown>>) {
  return {
    ...(typeof url === 'string' && { redirectUrl: url }),
    ...(typeof secret === 'string' && { secret }),
  };
}

/** CinetPay says so with HTTP 404, or in the body of a 200. */
function isNotFound(reply: Reply): boolean {
  return reply.kind === 'answered' && (reply.status === 404 || readFields(reply).status === 'NOT_FOUND');
}

import {
  call,
  describeReply,
  fieldsOf,
  pageOf,
  parseBody,
  readFailure,
  readFields,
  textOf,
  type Reply,
  type Request,
} from '#server/payments/call.ts';
import { operatorLimits } from '#server/payments/limits.ts';
import type {
  CallOutcome,
  Capability,
  Direction,
  Float,
  LookupAnswer,
  PaymentProvider,
  ProviderState,
  StatusAnswer,
} from '#server/payments/provider.ts';
import { isSigned, waveForm } from '#server/payments/signature.ts';

interface WaveSettings {
  /** Our name of the account: Wave has one for each country. */
  readonly id: string;
  /** ISO 3166 alpha-2. */
  readonly country: string;
  readonly apiUrl: string;
  /** `wave_ci_prod_…`. It belongs to one wallet. */
  readonly key: string;
  /** The secret that Wave signs this account's notices with. */
  readonly webhookSecret: string;
  /** The id of an aggregated merchant, `am-…`, where Wave has made one for us. */
  readonly merchant?: string | undefined;
}

export const waveUrl = 'https://api.wave.com';

/** Wave's Checkout, Payout and Balance APIs. A deposit is a session that the payer opens; a payout is carried out at once. */
export function createWaveProvider(settings: WaveSettings): PaymentProvider {
  const { id, country, apiUrl, key, webhookSecret, merchant } = settings;
  const capabilities = (['deposit', 'withdrawal'] as const).map(
    // Wave states no limits: those of the operator count.
    (direction): Capability => ({ direction, country, method: 'wave', label: 'Wave', ...operatorLimits[direction] }),
  );

  function send(method: Request['method'], path: string, body?: object, idempotencyKey?: string): Promise<Reply> {
    const headers = {
      authorization: `Bearer ${key}`,
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    };
    const sent = body && { ...body, ...(merchant !== undefined && { aggregated_merchant_id: merchant }) };
    return call(`${apiUrl}/v1/${path}`, { method, headers, ...(sent && { body: sent }) });
  }

  const ask = async (direction: Direction, ref: string) =>
    readStatus(direction, ref, await send('GET', `${resources[direction].path}/${ref}`));

  return {
    id,
    // Wave does not say how soon its search knows of a call.
    absentAfterMs: 15 * 60_000,
    capabilities: async () => capabilities,

    async collect({ ourRef, amount, phone, returnUrl }) {
      const reply = await send('POST', resources.deposit.path, {
        amount: String(amount),
        currency: 'XOF',
        client_reference: ourRef,
        restrict_payer_mobile: phone,
        success_url: returnUrl,
        error_url: returnUrl,
      });
      return readStarted('deposit', reply);
    },

    // The key lets Wave recognize the call. It is never made again all the same.
    async payout({ ourRef, amount, phone, firstName, lastName }) {
      const body = {
        currency: 'XOF',
        receive_amount: String(amount),
        mobile: phone,
        name: `${firstName} ${lastName}`,
        payment_reason: 'Izi',
        client_reference: ourRef,
      };
      return readStarted('withdrawal', await send('POST', resources.withdrawal.path, body, ourRef));
    },

    collectStatus: (ref) => ask('deposit', ref),
    payoutStatus: (ref) => ask('withdrawal', ref),

    async lookup(direction, ourRef): Promise<LookupAnswer> {
      const reply = await send('GET', `${resources[direction].search}?client_reference=${ourRef}`);
      const { result } = readFields(reply);
      if (!Array.isArray(result)) return { state: 'no_answer', cause: describeReply(reply) };
      if (result.length === 0) return { state: 'absent' };
      const found = fieldsOf(result[0]);
      if (result.length > 1 || found.client_reference !== ourRef || typeof found.id !== 'string') {
        return { state: 'no_answer', cause: `${result.length} found, not one with our reference` };
      }
      return { state: 'found', providerRef: found.id, ...pageOf(found.wave_launch_url) };
    },

    // A notice of any type only makes us ask about the payment that it names. Test events name none.
    async verifyWebhook({ headers, rawBody, receivedAt }) {
      if (!isSigned(headers['wave-signature'], webhookSecret, rawBody, receivedAt, waveForm)) return null;
      const { id: ref, client_reference: ourRef } = fieldsOf(fieldsOf(parseBody(rawBody)).data);
      return {
        ...(typeof ourRef === 'string' && { ourRef }),
        ...(typeof ref === 'string' && { providerRef: ref }),
      };
    },

    async floats(): Promise<readonly Float[] | null> {
      const { amount, currency } = readFields(await send('GET', 'balance'));
      const francs = readAmount(amount);
      return currency === 'XOF' && francs !== null ? [{ country, method: 'wave', amount: francs }] : null;
    },
  };
}

const resources = {
  deposit: { path: 'checkout/sessions', search: 'checkout/sessions/search' },
  withdrawal: { path: 'payout', search: 'payouts/search' },
} as const satisfies Record<Direction, object>;

/** Codes whose reason is Wave's or our account's, and not the payer's or payee's. */
const ownCodes: Readonly<Record<Direction, ReadonlySet<string>>> = {
  deposit: new Set(['kyb_limits_exceeded', 'currency_mismatch', 'aggregated_merchant_required']),
  // The money that a payout lacks is missing in our wallet; in a deposit it is missing in the payer's.
  withdrawal: new Set(['insufficient_funds', 'currency_mismatch', 'aggregated_merchant_required']),
};

/** A payout that has failed already is refused. One that Wave says is paid is asked about at once, as its status decides. */
function readStarted(direction: Direction, reply: Reply): CallOutcome {
  const failure = readFailure(reply);
  const {
    id,
    wave_launch_url: url,
    status,
    payout_error: error,
    code,
  } = fieldsOf(reply.kind === 'answered' ? reply.body : null);
  if (failure !== null && failure.outcome !== 'rejected') return failure;
  if (failure !== null || (direction === 'withdrawal' && status === 'failed')) {
    const said = readCode(failure === null ? fieldsOf(error).error_code : code) ?? failure?.code ?? 'failed';
    return { outcome: 'rejected', code: said, elsewhere: failure?.elsewhere === true || ownCodes[direction].has(said) };
  }
  const page = direction === 'deposit' ? pageOf(url) : {};
  if (typeof id !== 'string') return { outcome: 'unknown', cause: 'no id in the answer' };
  // Without a page nobody can pay. A later look-up finds the session, with its page.
  if (direction === 'deposit' && page.redirectUrl === undefined) return { outcome: 'unknown', cause: 'no page' };
  return { outcome: 'accepted', providerRef: id, ...page, ...(status === 'succeeded' && { isDone: true }) };
}

function readStatus(direction: Direction, ref: string, reply: Reply): StatusAnswer {
  const fields = readFields(reply);
  if (fields.id !== ref) return { state: 'no_answer', cause: `${describeReply(reply)}, not found` };
  const state = (direction === 'deposit' ? readSession : readPayout)(fields);
  if (state === null) return { state: 'no_answer', cause: 'a status that is not known' };
  const { client_reference: ourRef, currency } = fields;
  // The answer about a payout may leave our reference out: it is asked for by Wave's own.
  const mayLack = direction === 'withdrawal' && ourRef == null;
  return { ...state, about: { ourRef: mayLack ? null : textOf(ourRef), currency: textOf(currency) } };
}

type Fields = Readonly<Record<string, unknown>>;

/** A session stays open after a payment that failed: the payer may try again until it expires. */
function readSession({ checkout_status: checkout, payment_status: payment, amount }: Fields): ProviderState | null {
  if (checkout === 'complete' && payment === 'succeeded') return { state: 'succeeded', amount: Number(amount) };
  if (checkout === 'expired') return { state: 'failed', code: 'expired' };
  if (payment === 'cancelled') return { state: 'failed', code: 'cancelled' };
  return checkout === 'open' || (checkout === 'complete' && payment === 'processing') ? { state: 'under_way' } : null;
}

function readPayout({ status, receive_amount: amount, payout_error: error }: Fields): ProviderState | null {
  switch (status) {
    case 'succeeded':
      return { state: 'succeeded', amount: Number(amount), isReversible: true };
    case 'failed':
      return { state: 'failed', code: readCode(fieldsOf(error).error_code) ?? 'failed' };
    case 'reversed':
      return { state: 'reversed' };
    case 'processing':
      return { state: 'under_way' };
    default:
      return null;
  }
}

/** `insufficient-funds` → insufficient_funds */
function readCode(code: unknown): string | null {
  return typeof code === 'string' && /^[a-z]+(-[a-z]+)+$/.test(code) && code.length <= 64
    ? code.replaceAll('-', '_')
    : null;
}

function readAmount(value: unknown): number | null {
  return typeof value === 'string' && /^\d{1,12}$/.test(value) ? Number(value) : null;
}

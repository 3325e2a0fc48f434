import {
  call,
  describeReply,
  fieldsOf,
  parseBody,
  readFailure,
  readFields,
  textOf,
  type Reply,
  type Request,
} from '#server/payments/call.ts';
import {
  otherPhone,
  type Accepted,
  type CallOutcome,
  type Capability,
  type Float,
  type LookupAnswer,
  type Direction,
  type PaymentProvider,
  type PayoutRequest,
  type ProviderState,
  type StatusAnswer,
} from '#server/payments/provider.ts';
import { isSigned } from '#server/payments/signature.ts';

interface FedaPaySettings {
  /** `https://api.fedapay.com`, or `https://sandbox-api.fedapay.com` for its own test environment. */
  readonly apiUrl: string;
  readonly secretKey: string;
  /** The secret of the webhook set up in FedaPay's dashboard. */
  readonly webhookSecret: string;
  /** A domain of ours that receives no mail. FedaPay knows each client by an address of it. */
  readonly customerDomain: string;
}

export const fedaPayUrl = 'https://api.fedapay.com';

/** FedaPay, API v1. A reference is `transactions/5` or `payouts/5`: both are numbered from 1. */
export function createFedaPayProvider(settings: FedaPaySettings): PaymentProvider {
  const { apiUrl, secretKey, webhookSecret, customerDomain } = settings;
  const send = (method: Request['method'], path: string, body?: object) =>
    call(`${apiUrl}/v1/${path}`, { method, headers: { authorization: `Bearer ${secretKey}` }, ...(body && { body }) });

  /** Creates a transaction's payment page. It moves no money, so it may be repeated. */
  async function openPage(providerRef: string): Promise<Accepted> {
    const { url } = readFields(await send('POST', `${providerRef}/token`, {}));
    return { providerRef, ...(typeof url === 'string' && { redirectUrl: url }) };
  }

  return {
    id: 'fedapay',
    capabilities: async () => capabilities,

    async collect(request) {
      const reply = await send('POST', 'transactions', {
        ...toBody(request, customerDomain),
        callback_url: request.returnUrl,
      });
      const created = readCreated('deposit', reply);
      if (created.outcome !== 'accepted') return created;
      const opened = await openPage(created.providerRef);
      // Without a page nobody can pay. A later look-up finds the transaction and asks for the page again.
      return opened.redirectUrl === undefined ? { outcome: 'unknown', cause: 'no page' } : { ...created, ...opened };
    },

    async payout(request) {
      const reply = await send('POST', 'payouts', { ...toBody(request, customerDomain), include: 'customer' });
      const created = readCreated('withdrawal', reply);
      if (created.outcome !== 'accepted') return created;
      if (namesOtherPhone(readEntity('withdrawal', reply), request.phone)) {
        // Nobody should start it later by hand. Where this call fails it stays pending there, and moves no money either.
        await send('DELETE', created.providerRef);
        return { outcome: 'rejected', code: otherPhone, elsewhere: false };
      }
      const id = Number(created.providerRef.split('/')[1]);
      // FedaPay updates a customer with each call that names its address, so the start names the phone itself.
      const started = await send('PUT', 'payouts/start', { payouts: [{ id, phone_number: toPhone(request) }] });
      const failure = readFailure(started);
      // The payout is there, and somebody could start it in the dashboard: no other provider may pay it.
      return failure?.outcome === 'rejected' ? { ...failure, elsewhere: false } : (failure ?? created);
    },

    collectStatus: async (providerRef) => readStatus('deposit', await send('GET', providerRef)),
    payoutStatus: async (providerRef) => readStatus('withdrawal', await send('GET', providerRef)),

    async lookup(direction, ourRef): Promise<LookupAnswer> {
      const reply = await send('GET', `${resources[direction]}/merchant/${ourRef}`);
      if (reply.kind === 'answered' && reply.status === 404) return { state: 'absent' };
      const providerRef = readRef(direction, reply);
      if (providerRef === null) return { state: 'no_answer', cause: describeReply(reply) };
      return { state: 'found', ...(direction === 'deposit' ? await openPage(providerRef) : { providerRef }) };
    },

    async floats(): Promise<readonly Float[] | null> {
      const { 'v1/balances': balances } = readFields(await send('GET', 'balances'));
      return Array.isArray(balances) ? balances.flatMap(readFloat) : null;
    },

    async verifyWebhook({ rawBody, headers, receivedAt }) {
      if (!isSigned(headers['x-fedapay-signature'], webhookSecret, rawBody, receivedAt)) return null;
      // Our own reference is in every transaction and payout that is ours, so their ids are not needed.
      const { merchant_reference: ourRef } = fieldsOf(fieldsOf(parseBody(rawBody)).entity);
      return typeof ourRef === 'string' ? { ourRef } : {};
    },
  };
}

const resources: Readonly<Record<Direction, string>> = { deposit: 'transactions', withdrawal: 'payouts' };

/** FedaPay's name for each method, by country. */
const modes: Readonly<Record<string, Readonly<Record<string, readonly [mode: string, label: string]>>>> = {
  BJ: { mtn: ['mtn_open', 'MTN MoMo'], moov: ['moov', 'Moov Money'], celtiis: ['sbin', 'Celtiis Cash'] },
  CI: { mtn: ['mtn_ci', 'MTN MoMo'] },
  TG: { mixx: ['togocel', 'Mixx by Yas'], moov: ['moov_tg', 'Moov Money'] },
  SN: { free: ['free_sn', 'Free Money'] },
  NE: { airtel: ['airtel_ne', 'Airtel Money'] },
};

const paysOut = new Set(['mtn_open', 'moov', 'sbin', 'mtn_ci', 'togocel']);

const capabilities: readonly Capability[] = Object.entries(modes).flatMap(([country, methods]) =>
  Object.entries(methods).flatMap(([method, [mode, label]]) => {
    const amounts = { min: 100, max: 2_000_000, step: 1 };
    const directions: Direction[] = paysOut.has(mode) ? ['deposit', 'withdrawal'] : ['deposit'];
    return directions.map((direction) => ({ direction, country, method, label, ...amounts }));
  }),
);

/** FedaPay has a balance for each mode. Payouts come from those of the modes that pay out. */
function readFloat(balance: unknown): Float[] {
  const { mode, amount } = fieldsOf(balance);
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || !paysOut.has(String(mode))) return [];
  return Object.entries(modes).flatMap(([country, methods]) =>
    Object.entries(methods)
      .filter(([, [name]]) => name === mode)
      .map(([method]) => ({ country, method, amount })),
  );
}

/**
 * FedaPay takes equal e-mail addresses for one customer, and updates that customer's phone. An address that somebody typed could
 * be another player's, so the customer is made from our own client number.
 */
function toBody(request: PayoutRequest, customerDomain: string) {
  const { ourRef, amount, country, method, firstName, lastName, customerRef } = request;
  return {
    merchant_reference: ourRef,
    description: `Izi ${ourRef}`,
    amount,
    currency: { iso: 'XOF' },
    mode: modes[country]?.[method]?.[0],
    customer: {
      firstname: firstName,
      lastname: lastName,
      email: `${customerRef}@${customerDomain}`,
      phone_number: toPhone(request),
    },
  };
}

function toPhone({ phone, country }: PayoutRequest) {
  return { number: phone, country: country.toLowerCase() };
}

/** Fewer digits than any national number has name no phone. */
const fewestDigits = 8;

/** Whether the customer of an answer has another phone than this one. FedaPay may leave out the country's code, or the phone. */
function namesOtherPhone({ customer }: Entity, phone: string): boolean {
  const { phone: plain, phone_number: detailed } = fieldsOf(customer);
  const ours = phone.replaceAll(/\D/g, '');
  return [plain, detailed, fieldsOf(detailed).number]
    .filter((value) => typeof value === 'string')
    .map((value) => value.replaceAll(/\D/g, ''))
    .some((theirs) => theirs.length >= fewestDigits && !ours.endsWith(theirs) && !theirs.endsWith(ours));
}

function readCreated(direction: Direction, reply: Reply): CallOutcome {
  const failure = readFailure(reply);
  if (failure !== null) return failure;
  const providerRef = readRef(direction, reply);
  return providerRef === null
    ? { outcome: 'unknown', cause: 'no id in the answer' }
    : { outcome: 'accepted', providerRef };
}

function readRef(direction: Direction, reply: Reply): string | null {
  const { id } = readEntity(direction, reply);
  return Number.isSafeInteger(id) ? `${resources[direction]}/${id as number}` : null;
}

type Entity = Readonly<Record<string, unknown>>;

/** Entities come under their class: `{"v1/transaction": {…}}`. */
function readEntity(direction: Direction, reply: Reply): Entity {
  return fieldsOf(readFields(reply)[direction === 'deposit' ? 'v1/transaction' : 'v1/payout']);
}

const underWay = new Set(['pending', 'started', 'processing', 'scheduled']);
const succeeded = new Set(['approved', 'transferred', 'sent']);
const failed = new Set(['declined', 'canceled', 'expired', 'failed']);
const refundedInPart = new Set(['approved_partially_refunded', 'transferred_partially_refunded']);
/** FedaPay's number for XOF. */
const xofNumber = 1;

/**
 * If the call that starts a payout was lost, the payout stays `pending` at FedaPay and its money stays held here, until an
 * operator starts or deletes it. An adapter must not repeat that call.
 */
function readStatus(direction: Direction, reply: Reply): StatusAnswer {
  const entity = readEntity(direction, reply);
  if (typeof entity.status !== 'string') return { state: 'no_answer', cause: describeReply(reply) };
  const state = readState(entity, entity.status);
  if (state === null) return { state: 'no_answer', cause: `status ${entity.status}` };
  return { ...state, about: { ourRef: textOf(entity.merchant_reference), currency: readCurrency(entity) } };
}

function readState({ amount, deleted_at: deletedAt }: Entity, status: string): ProviderState | null {
  if (succeeded.has(status)) return { state: 'succeeded', amount: Number(amount) };
  // How much was refunded is not in FedaPay's answer.
  if (refundedInPart.has(status)) return { state: 'succeeded', amount: Number(amount), refunded: null };
  if (status === 'refunded') return { state: 'refunded' };
  if (failed.has(status)) return { state: 'failed', code: status };
  if (typeof deletedAt === 'string') return { state: 'failed', code: 'deleted' };
  return underWay.has(status) ? { state: 'under_way' } : null;
}

/** FedaPay gives a number or an object. A missing currency does not count as XOF. */
function readCurrency({ currency_id: number, currency }: Entity): string {
  return number === xofNumber ? 'XOF' : textOf(fieldsOf(currency).iso ?? number);
}

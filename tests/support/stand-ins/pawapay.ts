import { createHash, generateKeyPairSync, randomUUID, sign, type KeyObject } from 'node:crypto';
import { createNotices } from './notices.ts';
import type { Moved } from './start.ts';
import { serveStandIn, type StandInAnswer } from './serve.ts';

/**
 * pawaPay's Merchant API v2, as far as a site needs it: deposits, payouts, refunds made in its dashboard, the configuration,
 * balances, public keys, and signed notices that are sent again for 15 minutes of a clock that the test moves.
 *
 * What a test changes: `payments/<id>` (status, failure, page), `active-conf/<wallet>`, `refunds/<id>`, `callbacks`, `keys`,
 * `clock`, `notices/<id>` (sends the last notice of a payment again), `balances/<country>`.
 */

type Kind = 'deposit' | 'payout' | 'refund';
type Fields = Readonly<Record<string, unknown>>;

interface Payment {
  readonly kind: Kind;
  readonly id: string;
  readonly amount: string;
  readonly phone: string;
  readonly wallet: string;
  readonly depositId?: string;
  status: string;
  failure: string | null;
  page: string | null;
  /** Fields that the documentation leaves out, or describes otherwise. */
  more: Fields;
}

const payments = new Map<string, Payment>();
const taken: Moved[] = [];
const paid: Moved[] = [];

interface Operation {
  status: string;
  minAmount: string;
  maxAmount: string;
  readonly decimalsInAmount: 'NONE';
  authType?: string;
}

const operation = (authType?: string): Operation => ({
  status: 'OPERATIONAL',
  minAmount: '100',
  maxAmount: '2000000',
  decimalsInAmount: 'NONE',
  ...(authType && { authType }),
});
const configured: Record<string, Partial<Record<'DEPOSIT' | 'PAYOUT', Operation>>> = {
  MTN_MOMO_BEN: { DEPOSIT: operation('PROVIDER_AUTH'), PAYOUT: operation() },
  MOOV_BEN: { DEPOSIT: operation('PROVIDER_AUTH'), PAYOUT: operation() },
  ORANGE_BFA: { DEPOSIT: operation('PREAUTH'), PAYOUT: operation() },
  MTN_MOMO_CIV: { DEPOSIT: operation('PROVIDER_AUTH'), PAYOUT: operation() },
  WAVE_CIV: { DEPOSIT: operation('REDIRECT_AUTH') },
  AIRTEL_NER: { DEPOSIT: operation('PROVIDER_AUTH'), PAYOUT: operation() },
};
const prefixes: Readonly<Record<string, string>> = { BEN: '229', BFA: '226', CIV: '225', NER: '227', SEN: '221' };
const balances: Record<string, number> = { BEN: 5_000_000, BFA: 5_000_000, CIV: 5_000_000 };

/** The sandbox's numbers with their ends: https://docs.pawapay.io/v2/docs/test_numbers. */
const testNumbers: Readonly<Record<string, Partial<Record<Kind, string>>>> = {
  '22951345029': { deposit: 'PAYER_NOT_FOUND' },
  '22951345039': { deposit: 'PAYMENT_NOT_APPROVED' },
  '22951345069': { deposit: 'UNSPECIFIED_FAILURE' },
  '22951345089': { payout: 'RECIPIENT_NOT_FOUND' },
  '22951345119': { payout: 'UNSPECIFIED_FAILURE' },
  '22951345129': { deposit: 'SUBMITTED', payout: 'SUBMITTED' },
  '22951345789': { deposit: 'COMPLETED', payout: 'COMPLETED' },
};

serveStandIn(
  ({ method, path, authorization, body }) => {
    if (authorization !== 'Bearer sandbox-token') return refuse(403, 'AUTHENTICATION_ERROR');
    const [, version, resource = '', id = ''] = path.split(/[/?]/);
    if (version !== 'v2') return refuse(404, 'NOT_FOUND');
    if (method === 'POST' && resource === 'deposits') return start('deposit', body);
    if (method === 'POST' && resource === 'payouts') return start('payout', body);
    if (method !== 'GET') return refuse(404, 'NOT_FOUND');
    switch (resource) {
      case 'deposits':
      case 'payouts':
      case 'refunds':
        return show(resource.slice(0, -1) as Kind, id);
      case 'active-conf':
        return { status: 200, body: { companyName: 'Izi', countries: listCountries() } };
      case 'wallet-balances':
        return { status: 200, body: { balances: listBalances() } };
      case 'public-key':
        return { status: 200, body: [{ id: key.id, key: key.pem }] };
      default:
        return refuse(404, 'NOT_FOUND');
    }
  },
  change,
  () => ({ taken, paid, told }),
);

function refuse(status: number, failureCode: string, more: object = {}): StandInAnswer {
  return { status, body: { ...more, failureReason: { failureCode, failureMessage: 'It was refused.' } } };
}

const allowed = {
  deposit: ['depositId', 'amount', 'currency', 'payer', 'successfulUrl', 'failedUrl', 'clientReferenceId', 'metadata'],
  payout: ['payoutId', 'amount', 'currency', 'recipient', 'clientReferenceId', 'metadata'],
} as const;

function start(kind: 'deposit' | 'payout', body: Fields): StandInAnswer {
  const { [`${kind}Id`]: id, amount, currency, successfulUrl, failedUrl } = body;
  const account = body[kind === 'deposit' ? 'payer' : 'recipient'] as Fields | undefined;
  const { phoneNumber: phone, provider: wallet } = (account?.['accountDetails'] ?? {}) as Record<string, unknown>;
  const isVersion4 =
    typeof id === 'string' && /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id);
  if (!isVersion4 || account?.['type'] !== 'MMO') return refuse(400, 'INVALID_PARAMETER');
  if (Object.keys(body).some((name) => !(allowed[kind] as readonly string[]).includes(name))) {
    return refuse(400, 'UNSUPPORTED_PARAMETER');
  }
  if (typeof amount !== 'string' || typeof phone !== 'string') return refuse(400, 'MISSING_PARAMETER');
  const created = new Date().toISOString();
  // The first call with an id counts, whatever the second one says.
  if (payments.has(id)) return { status: 200, body: { [`${kind}Id`]: id, status: 'DUPLICATE_IGNORED', created } };

  const own = configured[String(wallet)]?.[kind === 'deposit' ? 'DEPOSIT' : 'PAYOUT'];
  const hasPage = own?.authType === 'REDIRECT_AUTH';
  const failure = failureOf();
  if (failure !== null) return refuse(200, failure, { [`${kind}Id`]: id, status: 'REJECTED' });
  if (hasPage !== (typeof successfulUrl === 'string' && typeof failedUrl === 'string')) {
    return refuse(400, hasPage ? 'MISSING_PARAMETER' : 'UNSUPPORTED_PARAMETER');
  }
  const status = own!.status === 'DELAYED' ? 'ENQUEUED' : 'ACCEPTED';
  const payment = { kind, id, amount, phone, wallet: String(wallet), status, failure: null, page: null, more: {} };
  payments.set(id, payment);
  const end = testNumbers[phone]?.[kind];
  if (end !== undefined) setImmediate(() => void settle(payment, end));
  const nextStep = hasPage ? 'GET_AUTH_URL' : 'FINAL_STATUS';
  return {
    status: 200,
    body: { [`${kind}Id`]: id, status: 'ACCEPTED', created, ...(kind === 'deposit' && { nextStep }) },
  };

  function failureOf(): string | null {
    if (own === undefined) return 'INVALID_PROVIDER';
    if (own.status === 'CLOSED') return 'PROVIDER_TEMPORARILY_UNAVAILABLE';
    if (currency !== 'XOF') return 'INVALID_CURRENCY';
    if (!/^\d+$/.test(amount as string)) return 'INVALID_AMOUNT';
    const francs = Number(amount);
    if (francs < Number(own.minAmount) || francs > Number(own.maxAmount)) return 'AMOUNT_OUT_OF_BOUNDS';
    const prefix = prefixes[countryOf(String(wallet))]!;
    return (phone as string).startsWith(prefix) && /^\d{11,13}$/.test(phone as string) ? null : 'INVALID_PHONE_NUMBER';
  }
}

function countryOf(wallet: string): string {
  return wallet.slice(-3);
}

function show(kind: Kind, id: string): StandInAnswer {
  const payment = payments.get(id);
  if (payment?.kind !== kind) return { status: 200, body: { status: 'NOT_FOUND' } };
  return { status: 200, body: { status: 'FOUND', data: describe(payment) } };
}

/** A payment as its record and its notices have it. */
function describe({ kind, id, amount, phone, wallet, depositId, status, failure, page, more }: Payment): Fields {
  const account = { type: 'MMO', accountDetails: { phoneNumber: phone, provider: wallet } };
  return {
    [`${kind}Id`]: id,
    ...(depositId !== undefined && { depositId }),
    status,
    amount,
    currency: 'XOF',
    country: countryOf(wallet),
    [kind === 'deposit' ? 'payer' : 'recipient']: account,
    created: '2026-11-27T12:00:00Z',
    ...(failure !== null && { failureReason: { failureCode: failure, failureMessage: 'It failed.' } }),
    ...(page !== null && { nextStep: 'REDIRECT_TO_AUTH_URL', authorizationUrl: page }),
    ...more,
  };
}

/** Brings a payment to its end, or to where it stays. Money moves once, at the step to COMPLETED. */
async function settle(payment: Payment, end: string): Promise<void> {
  const isStatus = ['ACCEPTED', 'SUBMITTED', 'ENQUEUED', 'PROCESSING', 'IN_RECONCILIATION', 'COMPLETED'].includes(end);
  const { kind, id, amount, phone, wallet } = payment;
  const country = countryOf(wallet);
  let status = isStatus ? end : 'FAILED';
  let failure = isStatus ? null : end;
  if (status === 'COMPLETED' && payment.status !== 'COMPLETED') {
    if (kind !== 'deposit' && (balances[country] ?? 0) < Number(amount)) {
      [status, failure] = ['FAILED', 'PAWAPAY_WALLET_OUT_OF_FUNDS'];
    } else {
      balances[country] = (balances[country] ?? 0) + (kind === 'deposit' ? 1 : -1) * Number(amount);
      (kind === 'deposit' ? taken : paid).push({ ourRef: id, amount: Number(amount), phone });
    }
  }
  Object.assign(payment, { status, failure });
  if (status === 'COMPLETED' || status === 'FAILED' || payment.page !== null) await tell(payment);
}

async function change(path: string, given: object): Promise<void> {
  const fields = given as Fields;
  const [what = '', id = ''] = path.split('/');
  switch (what) {
    case 'payments': {
      const payment = payments.get(id)!;
      const { status, failure, page, ...more } = fields;
      payment.more = { ...payment.more, ...more };
      if (typeof page === 'string') payment.page = page;
      const end = failure ?? status;
      return typeof end === 'string' ? settle(payment, end) : undefined;
    }
    case 'refunds': {
      const { depositId, amount, hidden = false, status = 'COMPLETED' } = fields;
      const { phone, wallet, amount: all } = payments.get(String(depositId))!;
      const refund: Payment = {
        kind: 'refund',
        id,
        amount: amount === undefined ? all : String(amount as number),
        phone,
        wallet,
        status: 'ACCEPTED',
        failure: null,
        page: null,
        more: {},
        ...(hidden === false && { depositId: String(depositId) }),
      };
      payments.set(id, refund);
      return settle(refund, String(status));
    }
    case 'active-conf':
      if (fields['gone'] === true) delete configured[id];
      else configured[id] = Object.assign(configured[id] ?? {}, fields);
      return;
    case 'balances':
      balances[id] = Number(fields['amount']);
      return;
    case 'callbacks':
      return setAddress(fields['address'] as string | null);
    case 'keys':
      key = makeKey(key.number + 1);
      return;
    case 'notices':
      return void (await send(describe(payments.get(id)!), fields['sent'] !== false));
    case 'clock':
      clockMinutes += Number(fields['minutes']);
      return sendAgain();
  }
}

function listCountries() {
  const countries = [...new Set(Object.keys(configured).map(countryOf))];
  return countries.map((country) => ({
    country,
    prefix: prefixes[country],
    providers: Object.entries(configured)
      .filter(([wallet]) => countryOf(wallet) === country)
      .map(([provider, operationTypes]) => ({
        provider,
        displayName: provider,
        currencies: [{ currency: 'XOF', displayName: 'CFA', operationTypes }],
      })),
  }));
}

function listBalances() {
  const own = Object.entries(balances).map(([country, amount]) => ({
    country,
    balance: String(amount),
    currency: 'XOF',
  }));
  return [...own, { country: 'RWA', balance: '7000', currency: 'RWF' }];
}

interface SigningKey {
  readonly number: number;
  readonly id: string;
  readonly pem: string;
  readonly privateKey: KeyObject;
}

let key = makeKey(1);
let clockMinutes = 0;
const { told, send, setAddress } = createNotices(signed);
const waiting: { readonly body: Fields; readonly untilMinutes: number }[] = [];
/** For so long a notice is sent again that was not answered with 200. */
const againMinutes = 15;

function makeKey(number: number): SigningKey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const pem = publicKey.export({ type: 'spki', format: 'pem' }) as string;
  return { number, id: `HTTP_EC_P256_KEY:${number}`, pem, privateKey };
}

async function tell(payment: Payment): Promise<void> {
  const body = describe(payment);
  if (!(await send(body))) waiting.push({ body, untilMinutes: clockMinutes + againMinutes });
}

async function sendAgain(): Promise<void> {
  for (const one of waiting.splice(0)) {
    if (clockMinutes <= one.untilMinutes && !(await send(one.body))) waiting.push(one);
  }
}

/** The headers of a notice as the documentation shows them: the two numbers of the signature in DER. */
function signed(address: string, body: string): Record<string, string> {
  const { host, pathname } = new URL(address);
  const created = Math.floor(Date.now() / 1_000);
  const fields = {
    'signature-date': new Date(created * 1_000).toISOString(),
    'content-digest': `sha-512=:${createHash('sha512').update(body).digest('base64')}:`,
    'content-type': 'application/json; charset=UTF-8',
  };
  const values = { '@method': 'POST', '@authority': host, '@path': pathname, ...fields };
  const components = Object.keys(values).map((name) => `"${name}"`);
  const params = `(${components.join(' ')});alg="ecdsa-p256-sha256";keyid="${key.id}";created=${created};expires=${created + 60}`;
  const lines = Object.entries(values).map(([name, value]) => `"${name}": ${value}`);
  const base = [...lines, `"@signature-params": ${params}`].join('\n');
  const signature = sign('sha256', Buffer.from(base), key.privateKey).toString('base64');
  return {
    ...fields,
    'signature-input': `sig-pp=${params}`,
    signature: `sig-pp=:${signature}:`,
    'x-trace': randomUUID(),
  };
}

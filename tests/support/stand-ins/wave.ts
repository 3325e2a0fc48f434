import { createHmac } from 'node:crypto';
import { createNotices } from './notices.ts';
import { serveStandIn, type StandInAnswer, type StandInRequest } from './serve.ts';
import type { Moved } from './start.ts';

/**
 * Wave's Checkout, Payout and Balance APIs, as far as a site needs them, with a wallet in Côte d'Ivoire and one in Senegal. Payouts
 * take a fee of 1 % and stay `processing`, unless the test says how they end.
 *
 * What a test changes, by our reference: `sessions/<ref>` (status: completed, failed, cancelled, expired), `payouts/<ref>` (status:
 * succeeded, failed, reversed), `notices/<ref>` (sends one about a payment); and `next-payouts` (status, error), `keys/<key>`
 * (revoked), `balances/<country>`, `callbacks`, `secrets` (rotating), `test-event`, `clock` (days).
 */

type Fields = Readonly<Record<string, unknown>>;
type Kind = 'session' | 'payout';

interface Payment {
  readonly kind: Kind;
  readonly country: string;
  readonly id: string;
  readonly ourRef: string;
  readonly amount: string;
  readonly phone: string;
  readonly createdOnDay: number;
  checkout: string;
  status: string;
  error: string | null;
  /** Fields that the documentation leaves out, or describes otherwise. */
  more: Fields;
}

/** The last one is for a demonstration, which takes no live key. */
const countryOfKey: Readonly<Record<string, string>> = {
  wave_ci_prod_key: 'CI',
  wave_sn_prod_key: 'SN',
  wave_ci_demo_key: 'CI',
};
const secrets: Readonly<Record<string, string>> = { CI: 'wave_ci_WHS_secret', SN: 'wave_sn_WHS_secret' };
const prefixes: Readonly<Record<string, string>> = { CI: '+225', SN: '+221' };
const balances: Record<string, number> = { CI: 5_000_000, SN: 5_000_000 };
const revoked = new Set<string>();

const payments: Payment[] = [];
const taken: Moved[] = [];
const paid: Moved[] = [];
const reversed: Moved[] = [];
/** The answers to payouts, by key, with the body that each belongs to. */
const answers = new Map<string, { readonly body: string; readonly answer: StandInAnswer }>();
let next: { status: string; error: string | null } = { status: 'processing', error: null };
let day = 0;

serveStandIn(answer, change, () => ({ taken, paid, reversed, told: notices.told }));

function answer(request: StandInRequest): StandInAnswer {
  const { method, path, authorization, body } = request;
  const country = readKey(authorization);
  if (typeof country !== 'string') return country;
  const { pathname, searchParams } = new URL(path, 'http://wave');
  const own = payments.filter((one) => one.country === country);
  const find = (kind: Kind, id: string) => own.find((one) => one.kind === kind && one.id === id);
  const search = (kind: Kind) =>
    own.filter((one) => one.kind === kind && one.ourRef === searchParams.get('client_reference')).map(describe);
  switch (`${method} ${pathname}`) {
    case 'POST /v1/checkout/sessions':
      return openSession(country, body);
    case 'GET /v1/checkout/sessions/search':
      return { status: 200, body: { result: search('session') } };
    case 'POST /v1/payout':
      return payOnce(country, request);
    case 'GET /v1/payouts/search':
      return { status: 200, body: { result: search('payout') } };
    case 'GET /v1/balance':
      return { status: 200, body: { amount: String(balances[country]), currency: 'XOF' } };
  }
  const [, kind, id = ''] = /^\/v1\/(checkout\/sessions|payout)\/([\w-]+)$/.exec(pathname) ?? [];
  const found = kind === undefined ? undefined : find(kind === 'payout' ? 'payout' : 'session', id);
  return method === 'GET' && found !== undefined ? { status: 200, body: describe(found) } : refuse(404, 'not-found');
}

function refuse(status: number, code: string): StandInAnswer {
  return { status, body: { code, message: 'It was refused.' } };
}

/** @returns the country of the key's wallet */
function readKey(authorization: string | undefined): string | StandInAnswer {
  if (authorization === undefined) return refuse(401, 'missing-auth-header');
  const [, key] = /^Bearer ?(.*)$/.exec(authorization) ?? [];
  if (key === undefined) return refuse(401, 'invalid-auth');
  if (key === '') return refuse(401, 'api-key-not-provided');
  if (revoked.has(key)) return refuse(401, 'api-key-revoked');
  return countryOfKey[key] ?? refuse(401, 'no-matching-api-key');
}

const known: Readonly<Record<Kind, readonly string[]>> = {
  session: [
    'amount',
    'currency',
    'success_url',
    'error_url',
    'client_reference',
    'restrict_payer_mobile',
    'aggregated_merchant_id',
  ],
  payout: [
    'currency',
    'receive_amount',
    'mobile',
    'name',
    'national_id',
    'payment_reason',
    'client_reference',
    'aggregated_merchant_id',
  ],
};

/** Whether a body is refused: an amount that is not a string of whole francs, a field that is not known, a text that is too long. */
function isMalformed(kind: Kind, body: Fields): boolean {
  const { [kind === 'session' ? 'amount' : 'receive_amount']: amount, client_reference: ref = '' } = body;
  const { aggregated_merchant_id: merchant = 'am-1', payment_reason: reason = '', name = '' } = body;
  return (
    Object.keys(body).some((field) => !known[kind].includes(field)) ||
    typeof amount !== 'string' ||
    !/^[1-9]\d{0,11}$/.test(amount) ||
    [ref, reason, name].some((text, index) => typeof text !== 'string' || text.length > [255, 40, 255][index]!) ||
    !String(merchant).startsWith('am-')
  );
}

const isPhone = (phone: unknown): phone is string => typeof phone === 'string' && /^\+\d{8,15}$/.test(phone);

/** A page of the test's own site is on this machine. */
const isPage = (url: unknown) => typeof url === 'string' && /^(https:\/\/|http:\/\/127\.0\.0\.1:)/.test(url);

function openSession(country: string, body: Fields): StandInAnswer {
  const { amount, currency, success_url: success, error_url: error, restrict_payer_mobile: phone } = body;
  if (isMalformed('session', body) || !isPage(success) || !isPage(error))
    return refuse(400, 'request-validation-error');
  if (currency !== 'XOF') return refuse(400, 'currency-mismatch');
  if (phone !== undefined && !isPhone(phone)) return refuse(400, 'request-validation-error');
  const session = add('session', country, String(body['client_reference']), String(amount), String(phone));
  return { status: 200, body: describe(session) };
}

/** The same key with the same body has the same answer, and moves nothing again. */
function payOnce(country: string, { idempotencyKey: key, body }: StandInRequest): StandInAnswer {
  if (key === undefined) return refuse(400, 'missing-idempotency-key');
  const text = JSON.stringify(body);
  const before = answers.get(`${country} ${key}`);
  if (before !== undefined) return before.body === text ? before.answer : refuse(409, 'idempotency-mismatch');
  const given = pay(country, body);
  answers.set(`${country} ${key}`, { body: text, answer: given });
  return given;
}

const feeOf = (amount: string) => Math.ceil(Number(amount) / 100);

function pay(country: string, body: Fields): StandInAnswer {
  const { receive_amount: amount, currency, mobile } = body;
  if (isMalformed('payout', body) || !isPhone(mobile)) return refuse(400, 'request-validation-error');
  if (currency !== 'XOF') return refuse(400, 'currency-mismatch');
  if (!mobile.startsWith(prefixes[country]!)) return refuse(400, 'country-mismatch');
  if (Number(amount) + feeOf(String(amount)) > balances[country]!) return refuse(422, 'insufficient-funds');
  if (next.status === 'refused') return refuse(422, next.error!);
  const payout = add('payout', country, String(body['client_reference']), String(amount), mobile);
  end(payout, next.status, next.error);
  return { status: 200, body: describe(payout) };
}

function add(kind: Kind, country: string, ourRef: string, amount: string, phone: string): Payment {
  const id = `${kind === 'session' ? 'cos' : 'pt'}-${country.toLowerCase()}${payments.length + 1}`;
  const start = { checkout: 'open', status: 'processing', error: null, more: {} };
  const payment: Payment = { kind, country, id, ourRef, amount, phone, createdOnDay: day, ...start };
  payments.push(payment);
  return payment;
}

function describe({ kind, id, ourRef, amount, phone, checkout, status, error, more }: Payment): Fields {
  if (kind === 'payout') {
    const payout_error = error === null ? null : { error_code: error, error_message: 'It failed.' };
    const money = { currency: 'XOF', receive_amount: amount, fee: String(feeOf(amount)) };
    return { id, ...money, mobile: phone, status, client_reference: ourRef, payout_error, ...more };
  }
  return {
    id,
    amount,
    currency: 'XOF',
    checkout_status: checkout,
    payment_status: status,
    client_reference: ourRef,
    restrict_payer_mobile: phone,
    last_payment_error: error === null ? null : { code: error, message: 'It failed.' },
    wave_launch_url: `https://pay.wave.com/c/${id}`,
    ...more,
  };
}

/** Brings a payout to a status. Money moves once, at the step to `succeeded`, and back with the fee within three days. */
function end(payout: Payment, status: string, error: string | null): void {
  const { ourRef, amount, phone, country, createdOnDay } = payout;
  const moved = { ourRef, amount: Number(amount), phone };
  const whole = Number(amount) + feeOf(amount);
  if (status === 'succeeded' && payout.status === 'processing') {
    balances[country]! -= whole;
    paid.push(moved);
  }
  if (status === 'reversed') {
    if (payout.status !== 'succeeded' || day - createdOnDay > 3) throw new Error('payout-reversal-time-limit-exceeded');
    balances[country]! += whole;
    reversed.push(moved);
  }
  Object.assign(payout, { status, error });
}

/** Ends a session: the payer pays, fails to and may try again, cancels, or lets it expire. */
async function settle(session: Payment, status: string, error: string | null): Promise<void> {
  const { ourRef, amount, phone, country } = session;
  if (status === 'completed' && session.checkout === 'open') {
    balances[country]! += Number(amount);
    taken.push({ ourRef, amount: Number(amount), phone });
    Object.assign(session, { checkout: 'complete', status: 'succeeded' });
    await tell(session, 'checkout.session.completed');
  } else if (status === 'failed') {
    session.error = error ?? 'payment-failure';
    await tell(session, 'checkout.session.payment_failed');
  } else if (status === 'cancelled') {
    Object.assign(session, { checkout: 'complete', status });
  } else if (status === 'expired') {
    session.checkout = status;
  }
}

async function change(path: string, given: object): Promise<void> {
  const { status, error = null, ...more } = given as Fields & { readonly status?: string; readonly error?: string };
  const [what = '', id = ''] = path.split('/');
  const payment = payments.find(({ ourRef }) => ourRef === id);
  switch (what) {
    case 'sessions':
    case 'payouts':
      payment!.more = { ...payment!.more, ...more };
      if (status === undefined) return;
      if (payment!.kind === 'session') return settle(payment!, status, error);
      return end(payment!, status, error);
    case 'next-payouts':
      next = { status: status!, error };
      return;
    case 'keys':
      return void (more['revoked'] === true ? revoked.add(id) : revoked.delete(id));
    case 'balances':
      balances[id] = Number(more['amount']);
      return;
    case 'clock':
      day += Number(more['days']);
      return;
    case 'callbacks':
      return notices.setAddress(more['address'] as string | null);
    case 'secrets':
      isRotating = more['rotating'] === true;
      return;
    case 'test-event':
      signedBy = 'CI';
      return void (await notices.send({ id: 'EV_test', type: 'test.test_event', data: { hello: 'world' } }));
    case 'notices': {
      // No event about payouts is documented. One that names ours is a hint as any other.
      const type = payment!.kind === 'session' ? 'checkout.session.completed' : 'merchant.payment_received';
      secondsAgo = Number(more['secondsAgo'] ?? 0);
      await tell(payment!, type, more['sent'] !== false);
      secondsAgo = 0;
    }
  }
}

/** While a secret is changed, a notice is signed with the new one and with the former one. */
let isRotating = false;
let secondsAgo = 0;
let signedBy = 'CI';

const notices = createNotices((_address, body) => {
  const stamp = Math.floor(Date.now() / 1_000) - secondsAgo;
  const signatureBy = (secret: string) => `v1=${createHmac('sha256', secret).update(`${stamp}${body}`).digest('hex')}`;
  const signatures = [...(isRotating ? ['the next secret'] : []), secrets[signedBy]!].map(signatureBy);
  return { 'content-type': 'application/json', 'wave-signature': [`t=${stamp}`, ...signatures].join(',') };
});

async function tell(payment: Payment, type: string, isSent = true): Promise<void> {
  signedBy = payment.country;
  await notices.send({ id: `EV_${notices.told.length + 1}`, type, data: describe(payment) }, isSent);
}

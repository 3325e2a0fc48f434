import { serveStandIn, type StandInAnswer } from './serve.ts';
import type { Moved } from './start.ts';

/**
 * CinetPay's API v1, as far as deposits and transfers need it: login, payments and transfers. Our references have capitals and
 * digits, and names at least two letters.
 */

type Entity = {
  merchant_transaction_id: string;
  transaction_id: string;
  notify_token: string;
  status: string;
};

/** The money that it moved, by phone: when a payment or a transfer succeeded. */
const taken: Moved[] = [];
const paid: Moved[] = [];
const orders = new Map<Entity, Moved>();

const entities: Record<'payment' | 'transfer', Entity[]> = { payment: [], transfer: [] };
let logins = 0;
/** How an answer tells that the session is over. */
let over: StandInAnswer = { status: 401, body: { code: 401, status: 'INVALID_TOKEN' } };

serveStandIn(
  ({ method, path, authorization, body }) => {
    const [, version, resource = '', id = ''] = path.split('/');
    if (version === 'v1' && resource === 'oauth' && id === 'login') return logIn(body);
    if (authorization !== `Bearer session-${logins}`) return over;
    if (resource !== 'payment' && resource !== 'transfer')
      return { status: 404, body: { code: 404, status: 'NOT_FOUND' } };
    return method === 'POST' ? create(resource, body) : show(resource, id);
  },
  (path, fields) => {
    // Ends every session, as happens after a day.
    if (path === 'sessions') {
      if ('status' in fields) over = fields as StandInAnswer;
      return void (logins += 1);
    }
    const [resource, id] = path.split('/') as ['payment' | 'transfer', string];
    const entity = entities[resource].find((one) => one.transaction_id === id || one.merchant_transaction_id === id)!;
    const before = entity.status;
    Object.assign(entity, fields);
    if (entity.status === 'SUCCESS' && before !== 'SUCCESS') {
      (resource === 'payment' ? taken : paid).push(orders.get(entity)!);
    }
  },
  () => ({ taken, paid }),
);

function logIn(body: Record<string, unknown>): StandInAnswer {
  if (body['api_key'] !== 'sk_test_key' || body['api_password'] !== 'password') {
    return { status: 401, body: { code: 401, status: 'INVALID_CREDENTIALS' } };
  }
  logins += 1;
  const session = { access_token: `session-${logins}`, token_type: 'bearer', expires_in: 86_400 };
  return { status: 200, body: { code: 200, status: 'OK', ...session } };
}

function create(resource: 'payment' | 'transfer', body: Record<string, unknown>): StandInAnswer {
  const { merchant_transaction_id: merchantId, amount, currency, payment_method: method } = body;
  const wrong =
    typeof merchantId !== 'string' ||
    !/^[A-Z0-9-]{1,30}$/.test(merchantId) ||
    typeof amount !== 'number' ||
    amount % 5 !== 0 ||
    currency !== 'XOF' ||
    !/^(OM|MTN|MOOV|WAVE)_CI$/.test(String(method)) ||
    (resource === 'payment' && [body['client_first_name'], body['client_last_name']].some(isTooShort));
  if (wrong) return { status: 422, body: { code: 1_004, status: 'INVALID_PARAMS' } };
  if (resource === 'transfer' && amount > 900_000)
    return { status: 200, body: { code: 2_020, status: 'INSUFFICIENT_BALANCE' } };
  const number = entities[resource].length + 1;
  const entity = {
    merchant_transaction_id: merchantId,
    transaction_id: `${resource}-${number}`,
    notify_token: `notify-${resource}-${number}`,
    status: resource === 'payment' ? 'INITIATED' : 'PENDING',
  };
  entities[resource].push(entity);
  const phone = String(body['client_phone_number'] ?? body['phone_number']);
  orders.set(entity, { ourRef: merchantId, amount, phone });
  const page = resource === 'payment' && { payment_url: `https://secure.example/${entity.transaction_id}` };
  return { status: 200, body: { code: 200, ...entity, ...page } };
}

function isTooShort(name: unknown): boolean {
  return String(name).replaceAll(/\s/g, '').length < 2;
}

/** Payments are found by either id, transfers by CinetPay's own. The notify token is returned only once. */
function show(resource: 'payment' | 'transfer', id: string): StandInAnswer {
  const entity = entities[resource].find(
    (one) => one.transaction_id === id || (resource === 'payment' && one.merchant_transaction_id === id),
  );
  if (entity === undefined) return { status: 200, body: { code: 404, status: 'NOT_FOUND' } };
  const { notify_token: _once, ...shown } = entity;
  return { status: 200, body: { code: 100, ...shown } };
}

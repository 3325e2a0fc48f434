import { serveStandIn, type StandInAnswer, type StandInRequest } from './serve.ts';

/**
 * FedaPay's API v1, as far as deposits and payouts need it: transactions, their tokens, payouts and their start. An e-mail
 * address is a customer, whom each call that names it updates. A payout goes to its customer's phone as it is at the start, unless
 * the start names a phone.
 */

type Kind = 'transaction' | 'payout';
type Entity = { id: number; status: string; merchant_reference?: unknown; [field: string]: unknown };

const entities: Record<Kind, Entity[]> = { transaction: [], payout: [] };

interface Phone {
  readonly number: string;
  readonly country: string;
}

interface Customer {
  readonly id: number;
  email: string;
  phone_number?: Phone;
  [field: string]: unknown;
}

const customers: Customer[] = [];
/** Fields that answers give for a customer in place of the stored ones, as if another call had come between. */
let answersWith: object = {};
/** Which phone was paid by which payout. */
const paid: { readonly ourRef: unknown; readonly amount: unknown; readonly phone: string | null }[] = [];
/** Which deposits were taken. */
const taken: typeof paid = [];

/** One for each mode. */
const balances: { readonly mode: string; amount: number }[] = ['mtn_open', 'moov', 'mtn_ci', 'free_sn'].map((mode) => ({
  mode,
  amount: 2_000_000,
}));

serveStandIn(
  (request) => {
    if (request.authorization !== 'Bearer sk_sandbox_test') return { status: 401, body: { message: 'Unauthorized' } };
    const [, version, resource = '', id = '', action] = request.path.split(/[/?]/);
    if (version === 'v1' && resource === 'balances') return { status: 200, body: { 'v1/balances': balances } };
    if (version !== 'v1' || !/^(transactions|payouts)$/.test(resource)) return notFound;
    return answer(resource.slice(0, -1) as Kind, id, action, request);
  },
  (path, fields) => {
    const [resource = '', id] = path.split('/');
    if (resource === 'customers') return void (answersWith = fields);
    if (resource === 'balances')
      return void Object.assign(
        balances.find(({ mode }) => mode === id)!,
        fields,
      );
    const entity = entities[resource.slice(0, -1) as Kind].find((one) => one.id === Number(id))!;
    const before = entity.status;
    Object.assign(entity, fields);
    if (entity.status !== 'approved' || before === 'approved') return;
    const customer = customers.find((one) => one.id === entity['customer_id']);
    taken.push({
      ourRef: entity.merchant_reference,
      amount: entity['amount'],
      phone: customer?.phone_number?.number ?? null,
    });
  },
  () => ({ taken, paid }),
);

function answer(kind: Kind, id: string, action: string | undefined, { method, body }: StandInRequest): StandInAnswer {
  if (method === 'POST' && id === '') return create(kind, body);
  if (method === 'PUT' && kind === 'payout' && id === 'start') return start(body['payouts'] as Started[]);
  const entity = entities[kind].find((one) =>
    id === 'merchant' ? one.merchant_reference === action : one.id === Number(id),
  );
  if (entity === undefined) return notFound;
  if (method === 'POST' && action === 'token') {
    const token = `tok_${entity.id}`;
    return { status: 200, body: { token, url: `https://checkout.example/${token}` } };
  }
  if (method === 'DELETE' && kind === 'payout' && entity.status === 'pending') {
    Object.assign(entity, { deleted_at: new Date().toISOString() });
    return { status: 200, body: {} };
  }
  return method === 'GET' ? { status: 200, body: { [`v1/${kind}`]: entity } } : notFound;
}

function create(kind: Kind, body: Record<string, unknown>): StandInAnswer {
  const { amount, currency, customer: named, include, ...fields } = body;
  const customer = keepCustomer(named as Partial<Customer> | undefined);
  const wrong =
    !Number.isInteger(amount) || (currency as { iso?: string } | undefined)?.iso !== 'XOF' || customer === null;
  if (wrong) return { status: 400, body: { message: 'Bad request' } };
  const own = { klass: `v1/${kind}`, status: 'pending', deleted_at: null, customer_id: customer.id };
  const entity = { ...fields, amount, currency, id: entities[kind].length + 1, ...own };
  entities[kind].push(entity);
  const included = String(include).split(',').includes('customer') ? { customer: { ...customer, ...answersWith } } : {};
  return { status: 200, body: { [`v1/${kind}`]: { ...entity, ...included } } };
}

/** Makes the customer of an e-mail address, or updates it. Null without an address. */
function keepCustomer(named: Partial<Customer> | undefined): Customer | null {
  if (typeof named?.email !== 'string') return null;
  const known = customers.find(({ email }) => email === named.email);
  if (known !== undefined) return Object.assign(known, named);
  const made = { ...named, email: named.email, id: customers.length + 1 };
  customers.push(made);
  return made;
}

interface Started {
  readonly id: number;
  readonly phone_number?: Phone;
}

function start(payouts: Started[]): StandInAnswer {
  const started = payouts.map(({ id }) => entities.payout.find((one) => one.id === id));
  if (started.some((one) => one?.status !== 'pending' || one['deleted_at'] !== null)) {
    return { status: 400, body: { message: 'Not pending' } };
  }
  for (const [index, one] of started.entries()) {
    one!.status = 'started';
    const customer = customers.find(({ id }) => id === one!['customer_id']);
    const phone = payouts[index]!.phone_number ?? customer?.phone_number;
    paid.push({ ourRef: one!.merchant_reference, amount: one!['amount'], phone: phone?.number ?? null });
  }
  return { status: 200, body: { 'v1/payouts': started } };
}

const notFound: StandInAnswer = { status: 404, body: { message: 'Not found' } };

import { serveStandIn, type StandInAnswer, type StandInRequest } from './serve.ts';

/** FedaPay's API v1, as far as deposits and payouts need it: transactions, their tokens, payouts and their start. */

type Kind = 'transaction' | 'payout';
type Entity = { id: number; status: string; merchant_reference?: unknown; [field: string]: unknown };

const entities: Record<Kind, Entity[]> = { transaction: [], payout: [] };

serveStandIn(
  (request) => {
    if (request.authorization !== 'Bearer sk_sandbox_test') return { status: 401, body: { message: 'Unauthorized' } };
    const [, version, resource = '', id = '', action] = request.path.split(/[/?]/);
    if (version !== 'v1' || !/^(transactions|payouts)$/.test(resource)) return notFound;
    return answer(resource.slice(0, -1) as Kind, id, action, request);
  },
  (path, fields) => {
    const [resource = '', id] = path.split('/');
    Object.assign(
      entities[resource.slice(0, -1) as Kind].find((one) => one.id === Number(id))!,
      fields,
    );
  },
);

function answer(kind: Kind, id: string, action: string | undefined, { method, body }: StandInRequest): StandInAnswer {
  if (method === 'POST' && id === '') return create(kind, body);
  if (method === 'PUT' && kind === 'payout' && id === 'start') return start(body['payouts'] as { id: number }[]);
  const entity = entities[kind].find((one) =>
    id === 'merchant' ? one.merchant_reference === action : one.id === Number(id),
  );
  if (entity === undefined) return notFound;
  if (method === 'POST' && action === 'token') {
    const token = `tok_${entity.id}`;
    return { status: 200, body: { token, url: `https://checkout.example/${token}` } };
  }
  return method === 'GET' ? { status: 200, body: { [`v1/${kind}`]: entity } } : notFound;
}

function create(kind: Kind, body: Record<string, unknown>): StandInAnswer {
  const { amount, currency, customer } = body;
  const wrong =
    !Number.isInteger(amount) || (currency as { iso?: string } | undefined)?.iso !== 'XOF' || customer === undefined;
  if (wrong) return { status: 400, body: { message: 'Bad request' } };
  const entity = { ...body, id: entities[kind].length + 1, klass: `v1/${kind}`, status: 'pending', deleted_at: null };
  entities[kind].push(entity);
  return { status: 200, body: { [`v1/${kind}`]: entity } };
}

function start(payouts: { id: number }[]): StandInAnswer {
  const started = payouts.map(({ id }) => entities.payout.find((one) => one.id === id));
  if (started.some((one) => one?.status !== 'pending')) return { status: 400, body: { message: 'Not pending' } };
  for (const one of started) one!.status = 'started';
  return { status: 200, body: { 'v1/payouts': started } };
}

const notFound: StandInAnswer = { status: 404, body: { message: 'Not found' } };

import { countries } from '#domain/countries.ts';
import {
  call,
  describeReply,
  fieldsOf,
  parseBody,
  readFailure,
  readFields,
  textOf,
  type Reply,
} from '#server/payments/call.ts';
import type {
  Capability,
  CallOutcome,
  LookupAnswer,
  Direction,
  PaymentProvider,
  StatusAnswer,
} from '#server/payments/provider.ts';
import { isSigned } from '#server/payments/signature.ts';
import { methods } from './methods.ts';
import { signatureHeader } from './notices.ts';

interface SandboxAdapterSettings {
  /** Where the sandbox's server is, without a slash at its end. */
  readonly apiUrl: () => string;
  readonly apiSecret: string;
  readonly webhookSecret: string;
}

/** The sandbox as the app sees it: a provider like any other, reached over HTTP. */
export function createSandboxProvider({ apiUrl, apiSecret, webhookSecret }: SandboxAdapterSettings): PaymentProvider {
  const headers = { authorization: `Bearer ${apiSecret}` };
  const get = (path: string) => call(`${apiUrl()}/sandbox/v1/${path}`, { method: 'GET', headers });
  const post = (path: string, body: object) =>
    call(`${apiUrl()}/sandbox/v1/${path}`, { method: 'POST', headers, body });

  return {
    id: 'sandbox',
    capabilities: async () => capabilities,
    async collect({ ourRef: reference, amount, method, phone, firstName, lastName, returnUrl }) {
      const payer = `${firstName} ${lastName}`;
      return readOutcome(await post('collections', { reference, amount, method, phone, payer, returnUrl }));
    },
    async payout({ ourRef: reference, amount, method, phone }) {
      return readOutcome(await post('payouts', { reference, amount, method, phone }));
    },
    collectStatus: async (ref) => readStatus(await get(`collections/${ref}`)),
    payoutStatus: async (ref) => readStatus(await get(`payouts/${ref}`)),
    lookup: async (direction, ourRef) => readLookup(await get(`${resources[direction]}?reference=${ourRef}`)),
    async verifyWebhook({ rawBody, headers: webhookHeaders, receivedAt }) {
      if (!isSigned(webhookHeaders[signatureHeader], webhookSecret, rawBody, receivedAt)) return null;
      const { reference, ref } = fieldsOf(fieldsOf(parseBody(rawBody)).data);
      return {
        ...(typeof reference === 'string' && { ourRef: reference }),
        ...(typeof ref === 'string' && { providerRef: ref }),
      };
    },
  };
}

const resources: Readonly<Record<Direction, string>> = { deposit: 'collections', withdrawal: 'payouts' };

const capabilities: readonly Capability[] = countries.flatMap((country) =>
  Object.entries(methods).flatMap(([method, label]) =>
    (['deposit', 'withdrawal'] as const).map((direction) => ({
      direction,
      country,
      method,
      label,
      min: 1,
      max: 2_000_000,
      step: 1,
    })),
  ),
);

function readOutcome(reply: Reply): CallOutcome {
  const failure = readFailure(reply);
  if (failure !== null) return failure;
  const { ref, url } = readFields(reply);
  if (typeof ref !== 'string') return { outcome: 'unknown', cause: 'no reference in the answer' };
  return { outcome: 'accepted', providerRef: ref, ...(typeof url === 'string' && { redirectUrl: url }) };
}

function readStatus(reply: Reply): StatusAnswer {
  const { status, amount, refunded, reference } = readFields(reply);
  const about = { ourRef: textOf(reference), currency: null };
  switch (status) {
    case 'pending':
    case 'processing':
      return { state: 'under_way', about };
    case 'approved':
    case 'paid':
      return { state: 'succeeded', amount: Number(amount), refunded: Number(refunded ?? 0), about };
    case 'declined':
    case 'failed':
      return { state: 'failed', code: status, about };
    default:
      return { state: 'no_answer', cause: describeReply(reply) };
  }
}

function readLookup(reply: Reply): LookupAnswer {
  if (reply.kind === 'answered' && reply.status === 404) return { state: 'absent' };
  const { ref, url } = readFields(reply);
  if (typeof ref !== 'string') return { state: 'no_answer', cause: describeReply(reply) };
  return { state: 'found', providerRef: ref, ...(typeof url === 'string' && { redirectUrl: url }) };
}

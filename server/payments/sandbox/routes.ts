import formbody from '@fastify/formbody';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHash, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import type { Http } from '../../http/http.ts';
import { sendNotices } from './notices.ts';
import { collectionPage, missingPage, pageHeaders, stylesheet } from './page.ts';
import {
  decideCollection,
  findCollection,
  findPayout,
  openCollection,
  openPayout,
  outcomes,
  type Collection,
  type Payout,
} from './party.ts';
import type { SandboxDeps } from './sandbox.ts';

/**
 * The sandbox's own server: its API for merchants under /sandbox/v1, and its hosted page. It shares nothing with the app
 * but the process.
 */
export function registerSandboxRoutes(http: Http, deps: SandboxDeps): void {
  void http.register(async (scope: Http) => {
    await scope.register(formbody);
    registerApi(scope, deps);
    registerPage(scope, deps);
  });
}

const order = {
  reference: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  amount: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  method: v.pipe(v.string(), v.maxLength(40)),
  phone: v.pipe(v.string(), v.regex(/^\+\d{6,15}$/)),
};
const collectionOrder = v.object({
  ...order,
  payer: v.pipe(v.string(), v.maxLength(200)),
  returnUrl: v.pipe(v.string(), v.url()),
});
const payoutOrder = v.object(order);

function registerApi(scope: Http, { db, settings }: SandboxDeps): void {
  scope.post('/sandbox/v1/collections', async (request, reply) => {
    const body = readOrder(request, settings.apiSecret, collectionOrder);
    if ('error' in body) return sendJson(reply, body.status, body);
    const collection = await openCollection(db, {
      merchant_reference: body.reference,
      amount: body.amount,
      method: body.method,
      phone: body.phone,
      payer: body.payer,
      return_url: body.returnUrl,
    });
    return collection === null ? sendJson(reply, 409, duplicate) : sendJson(reply, 201, show(collection));
  });

  scope.post('/sandbox/v1/payouts', async (request, reply) => {
    const body = readOrder(request, settings.apiSecret, payoutOrder);
    if ('error' in body) return sendJson(reply, body.status, body);
    const payout = await openPayout(db, { merchant_reference: body.reference, ...body });
    if (payout === null) return sendJson(reply, 409, duplicate);
    return payout.status === 'lost' ? sendJson(reply, 504, noAnswer) : sendJson(reply, 201, show(payout));
  });

  for (const [kind, find] of [
    ['collections', findCollection],
    ['payouts', findPayout],
  ] as const) {
    scope.get<{ Params: { ref: string } }>(`/sandbox/v1/${kind}/:ref`, async (request, reply) => {
      if (!isMerchant(request, settings.apiSecret)) return sendJson(reply, 401, unauthorised);
      return answer(reply, await find(db, { ref: request.params.ref }));
    });
    scope.get<{ Querystring: { reference?: unknown } }>(`/sandbox/v1/${kind}`, async (request, reply) => {
      if (!isMerchant(request, settings.apiSecret)) return sendJson(reply, 401, unauthorised);
      const { reference } = request.query;
      return answer(reply, typeof reference === 'string' ? await find(db, { reference }) : null);
    });
  }

  function show(one: Collection | Payout) {
    const { ref, merchant_reference: reference, amount, status } = one;
    return {
      ref,
      reference,
      amount,
      status,
      ...('return_url' in one && { url: `${settings.publicUrl()}/sandbox/pay/${ref}` }),
    };
  }

  function answer(reply: FastifyReply, one: Collection | Payout | null) {
    if (one === null) return sendJson(reply, 404, { error: 'not_found' });
    return one.status === 'lost' ? sendJson(reply, 504, noAnswer) : sendJson(reply, 200, show(one));
  }
}

function registerPage(scope: Http, { db, settings, log }: SandboxDeps): void {
  scope.get('/sandbox/style.css', (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=3600').send(stylesheet),
  );

  scope.get<{ Params: { ref: string } }>('/sandbox/pay/:ref', async (request, reply) => {
    const collection = await findCollection(db, { ref: request.params.ref });
    return sendPage(reply, collection);
  });

  scope.post<{ Params: { ref: string }; Body: unknown }>('/sandbox/pay/:ref', async (request, reply) => {
    const outcome = outcomes.find((one) => one === (request.body as { outcome?: unknown } | null)?.outcome);
    if (outcome === undefined) return sendPage(reply.code(400), await findCollection(db, { ref: request.params.ref }));
    const collection = await decideCollection(db, request.params.ref, outcome);
    if (collection === null) return sendPage(reply, null);
    // The worker would send it within a moment; this saves that moment.
    sendNotices(db, settings).catch((error: unknown) =>
      log.error({ err: error }, 'the sandbox could not send its notice'),
    );
    return reply.redirect(collection.return_url, 303);
  });
}

const duplicate = { error: 'duplicate_reference' };
const unauthorised = { error: 'unauthorised' };
const noAnswer = { error: 'no_answer' };

function readOrder<S extends v.GenericSchema>(request: FastifyRequest, apiSecret: string, schema: S) {
  if (!isMerchant(request, apiSecret)) return { status: 401, ...unauthorised };
  let input: unknown;
  try {
    input = JSON.parse(String(request.body));
  } catch {
    return { status: 400, error: 'not_json' };
  }
  const result = v.safeParse(schema, input);
  return result.success ? result.output : { status: 422, error: 'invalid', fields: v.flatten(result.issues).nested };
}

function isMerchant(request: FastifyRequest, apiSecret: string): boolean {
  // Hashed first, because the comparison wants equal lengths.
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(request.headers.authorization ?? ''), hash(`Bearer ${apiSecret}`));
}

function sendJson(reply: FastifyReply, status: number, body: object): FastifyReply {
  return reply.code(status).header('cache-control', 'no-store').type('application/json').send(JSON.stringify(body));
}

function sendPage(reply: FastifyReply, collection: Collection | null): FastifyReply {
  if (collection === null) void reply.code(404);
  return reply
    .headers(pageHeaders(collection))
    .type('text/html; charset=utf-8')
    .send(collection === null ? missingPage() : collectionPage(collection));
}

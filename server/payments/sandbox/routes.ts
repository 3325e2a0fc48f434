import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHash, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import { line } from '#contract/values.ts';
import type { Francs } from '#domain/money.ts';
import type { Http } from '#server/http/http.ts';
import { languageOf } from '#server/http/language.ts';
import { sendNotices } from './notices.ts';
import { collectionPage, missingPage, pageHeaders, stylesheet } from './page.ts';
import {
  decideCollection,
  findCollection,
  findPayout,
  isRef,
  openCollection,
  openPayout,
  outcomes,
  type Collection,
  type Payout,
} from './party.ts';
import type { SandboxDeps } from './sandbox.ts';

/**
 * The sandbox's own server: its API for merchants under /sandbox/v1, and its hosted page. It shares only the
 * process with the app.
 */
export function registerSandboxRoutes(http: Http, deps: SandboxDeps): void {
  registerApi(http, deps);
  registerPage(http, deps);
}

const order = {
  reference: line(1, 100),
  amount: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  method: line(0, 40),
  phone: v.pipe(v.string(), v.regex(/^\+\d{6,15}$/)),
};
const collectionOrder = v.object({
  ...order,
  payer: line(0, 200),
  returnUrl: v.pipe(v.string(), v.url(), line(1, 2_000)),
});
const payoutOrder = v.object(order);

function registerApi(http: Http, { db, settings }: SandboxDeps): void {
  http.post('/sandbox/v1/collections', async (request, reply) => {
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

  http.post('/sandbox/v1/payouts', async (request, reply) => {
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
    http.get<{ Params: { ref: string } }>(`/sandbox/v1/${kind}/:ref`, async (request, reply) => {
      if (!isMerchant(request, settings.apiSecret)) return sendJson(reply, 401, unauthorised);
      const { ref } = request.params;
      return answer(reply, isRef(ref) ? await find(db, { ref }) : null);
    });
    http.get<{ Querystring: { reference?: unknown } }>(`/sandbox/v1/${kind}`, async (request, reply) => {
      if (!isMerchant(request, settings.apiSecret)) return sendJson(reply, 401, unauthorised);
      const { reference } = request.query;
      return answer(reply, v.is(order.reference, reference) ? await find(db, { reference }) : null);
    });
  }

  function show(one: Collection | Payout) {
    const { ref, merchant_reference: reference, amount, status } = one;
    return {
      ref,
      reference,
      amount,
      status,
      ...('return_url' in one && { refunded: one.refunded, url: `${settings.publicUrl()}/sandbox/pay/${ref}` }),
    };
  }

  function answer(reply: FastifyReply, one: Collection | Payout | null) {
    if (one === null) return sendJson(reply, 404, { error: 'not_found' });
    return one.status === 'lost' ? sendJson(reply, 504, noAnswer) : sendJson(reply, 200, show(one));
  }
}

function registerPage(http: Http, { db, settings, log }: SandboxDeps): void {
  http.get('/sandbox/style.css', (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=3600').send(stylesheet),
  );

  const findShown = (ref: string) => (isRef(ref) ? findCollection(db, { ref }) : null);

  http.get<{ Params: { ref: string } }>('/sandbox/pay/:ref', async (request, reply) => {
    return sendPage(request, reply, await findShown(request.params.ref));
  });

  http.post<{ Params: { ref: string }; Body: Buffer | undefined }>('/sandbox/pay/:ref', async (request, reply) => {
    const { ref } = request.params;
    const form = new URLSearchParams(request.body?.toString());
    const outcome = outcomes.find((one) => one === form.get('outcome'));
    const part = readPart(form.get('amount'));
    if (outcome === undefined || part === null) return sendPage(request, reply.code(400), await findShown(ref));
    const collection = isRef(ref) ? await decideCollection(db, ref, outcome, part) : null;
    if (collection === null) return sendPage(request, reply, null);
    // Send now instead of waiting for the worker's next run.
    sendNotices(db, settings).catch((error: unknown) =>
      log.error({ err: error }, 'the sandbox could not send its notice'),
    );
    return reply.redirect(collection.return_url, 303);
  });
}

/** How much to refund, in whole francs: undefined if the form does not say, null if it is no amount. */
function readPart(amount: string | null): Francs | undefined | null {
  if (amount === null) return undefined;
  return /^[1-9]\d{0,8}$/.test(amount) ? Number(amount) : null;
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
  // Hash first, because `timingSafeEqual` needs equal lengths.
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(request.headers.authorization ?? ''), hash(`Bearer ${apiSecret}`));
}

function sendJson(reply: FastifyReply, status: number, body: object): FastifyReply {
  return reply.code(status).header('cache-control', 'no-store').type('application/json').send(JSON.stringify(body));
}

function sendPage(request: FastifyRequest, reply: FastifyReply, collection: Collection | null): FastifyReply {
  if (collection === null) void reply.code(404);
  return reply
    .headers(pageHeaders(collection))
    .type('text/html; charset=utf-8')
    .send(collection === null ? missingPage(languageOf(request)) : collectionPage(collection));
}

import { isDeepStrictEqual } from 'node:util';
import type {
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
  onRequestHookHandler,
  preHandlerHookHandler,
} from 'fastify';
import * as v from 'valibot';
import type { AnswerOf, Endpoint, RequestOf } from '#contract/endpoint.ts';
import type { ProblemCode, ProblemError } from '#contract/problems.ts';
import type { Admission, Door } from './admission.ts';
import type { Http } from './http.ts';
import { sendProblem } from './problem.ts';
import { addressKey } from './rate-limit.ts';
import { overloaded, Refusal, unauthenticated } from './refusal.ts';
import { readToken, type Authenticate, type SignedIn } from './signed-in.ts';
import { parseJson, refuseUnstorable, validatePart } from './validate.ts';

/** What a handler gets: the validated parts of the request, and who calls. */
export type Call<E extends Endpoint> = RequestOf<E> & {
  /** Null only where anyone may call and no good token was sent. */
  readonly signedIn: E['caller'] extends 'client' ? SignedIn : SignedIn | null;
  /** The body as it came, for signatures over it; empty when there was none. */
  readonly rawBody: Buffer;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
};

/** An answer with another status than the endpoint's own, or with headers. */
class Answer<B> {
  readonly body: B;
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(body: B, status: number | undefined, headers: Readonly<Record<string, string>>) {
    this.body = body;
    this.status = status;
    this.headers = headers;
  }
}

export function answer<B>(
  body: B,
  more: { status?: number; headers?: Readonly<Record<string, string>> } = {},
): Answer<B> {
  return new Answer(body, more.status, more.headers ?? {});
}

/**
 * Answers one call: the body of the answer, `answer(…)` around it, or, for anything that is not JSON, the reply itself
 * after `reply.send` or `reply.hijack`.
 */
export type Handler<E extends Endpoint> = (
  call: Call<E>,
) => Promise<AnswerOf<E> | Answer<AnswerOf<E>> | FastifyReply> | AnswerOf<E> | Answer<AnswerOf<E>> | FastifyReply;

export interface RouteOptions {
  /** Turns calls away while too many are being served. */
  readonly door?: Door;
}

/**
 * Puts an endpoint of the contract on the server. The order is: who calls (401), then the body (413), its type (415), then
 * all the parts at once (400, naming each bad field), then the handler. Nothing is read of whoever may not call.
 */
export function route<const E extends Endpoint>(
  http: Http,
  endpoint: E,
  handler: Handler<E>,
  { door }: RouteOptions = {},
): void {
  const { checkAnswers, authenticate } = http.izi;
  http.route({
    method: endpoint.method,
    url: `/api${endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    onRequest: [...(door ? [meet(door)] : []), identify(endpoint, authenticate)],
    ...(door && { preHandler: admit(door.admission) }),
    handler: async (request, reply) => {
      const { signedIn } = request;
      const parts = readParts(endpoint, request);
      // The parts are what the endpoint's own schemas made of the request; the types are derived from those schemas.
      const call = { ...parts, signedIn, rawBody: rawBodyOf(request), request, reply } as unknown as Call<E>;
      const result = checkAnswers ? await checkRefusal(endpoint, () => handler(call)) : await handler(call);
      // Awaiting a reply that was handed back waits for the end of it, or for the caller to break off, and gives nothing.
      if (reply.sent || reply.raw.destroyed) return reply;
      return sendAnswer(endpoint, reply, result as AnswerOf<E> | Answer<AnswerOf<E>>, checkAnswers);
    },
  });
}

/**
 * Counts the calls of each address, and while the door is full turns them away before their token is looked up and their
 * body is read, so that refusing costs little.
 */
function meet({ admission, ofAddress }: Door): onRequestHookHandler {
  return (request, reply, done) => {
    const address = addressKey(request.ip);
    if (!ofAddress.hasRoom(address)) return void sendProblem(request, reply, tooManyAtOnce);
    ofAddress.add(address);
    whenGone(reply, () => ofAddress.remove(address));
    if (admission.isFull()) turnAway(request, reply);
    else done();
  };
}

const tooManyAtOnce = new Refusal('rate_limited', { retryAfterSeconds: 1 });

/** Finds who calls, before anything is read of the body. */
function identify(endpoint: Endpoint, authenticate: Authenticate): onRequestAsyncHookHandler {
  return async (request) => {
    const token = readToken(request.headers.authorization);
    if (token !== null) request.signedIn = await authenticate(token);
    if (request.signedIn === null && endpoint.caller === 'client') throw unauthenticated;
  };
}

/** Lets a call in once all of it is there: a place is never held by somebody who is not known or does not go on. */
function admit(admission: Admission): preHandlerHookHandler {
  return (request, reply, done) => {
    if (!admission.enter()) return turnAway(request, reply);
    const since = performance.now();
    whenGone(reply, () => admission.leave(performance.now() - since));
    done();
  };
}

/** Once a call is answered, or its connection broke: which may have been while its token was looked up. */
function whenGone({ raw }: FastifyReply, then: () => void): void {
  if (raw.destroyed) then();
  else raw.once('close', then);
}

/**
 * Not at once: who sends the next call the moment this one is refused would otherwise take the time that those who are
 * served need.
 */
function turnAway(request: FastifyRequest, reply: FastifyReply): void {
  setTimeout(() => void sendProblem(request, reply, overloaded), HELD_BACK_MS);
}

/** Half of the wait that is asked for is spent before it is asked for. */
const HELD_BACK_MS = 1_000;

interface Parts {
  params?: unknown;
  query?: unknown;
  headers?: unknown;
  body?: unknown;
}

function readParts(endpoint: Endpoint, request: FastifyRequest): Parts {
  const errors: ProblemError[] = [];
  const parts: Parts = {};
  if (request.url.includes('%00')) refuseUnstorable({ ...(request.params as object), ...(request.query as object) });
  if (endpoint.params) parts.params = validatePart(endpoint.params, request.params, errors);
  if (endpoint.query) parts.query = validatePart(endpoint.query, request.query, errors);
  if (endpoint.headers) parts.headers = validatePart(endpoint.headers, request.headers, errors);
  if (endpoint.body) parts.body = validatePart(endpoint.body, readJsonBody(request), errors);
  if (errors.length > 0) throw new Refusal('invalid_request', { errors });
  return parts;
}

function readJsonBody(request: FastifyRequest): unknown {
  const body = rawBodyOf(request);
  const mediaType = request.headers['content-type'];
  // Without a body there is nothing of a wrong type; what is missing is said by parseJson.
  if (body.length > 0 && !/^application\/(json|[\w.-]+\+json)\s*(;|$)/i.test(mediaType ?? '')) {
    throw new Refusal('unsupported_media_type');
  }
  return parseJson(body);
}

const noBody = Buffer.alloc(0);

function rawBodyOf(request: FastifyRequest): Buffer {
  return Buffer.isBuffer(request.body) ? request.body : noBody;
}

function sendAnswer<B>(endpoint: Endpoint, reply: FastifyReply, result: B | Answer<B>, check: boolean): FastifyReply {
  const { body, status, headers } = result instanceof Answer ? result : new Answer(result, undefined, {});
  if (check) checkBody(endpoint, body);
  void reply.code(status ?? endpoint.status).headers(headers);
  if (endpoint.answer === null) return reply.send();
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(body));
}

/** What a caller reads must be exactly what the contract says: nothing missing, nothing more. */
function checkBody(endpoint: Endpoint, body: unknown): void {
  if (endpoint.answer === null) {
    if (body !== undefined) throw new Error(`${endpoint.name} answers without a body`);
    return;
  }
  const onTheWire: unknown = JSON.parse(JSON.stringify(body) ?? 'null');
  const result = v.safeParse(endpoint.answer, onTheWire);
  if (!result.success) {
    throw new Error(`the answer of ${endpoint.name} does not fit: ${JSON.stringify(v.flatten(result.issues))}`);
  }
  if (!isDeepStrictEqual(result.output, onTheWire)) {
    throw new Error(`the answer of ${endpoint.name} holds more than the contract says: ${JSON.stringify(onTheWire)}`);
  }
}

/** What any call may refuse with, without the contract naming it. */
const refusalsOfAnyCall: readonly ProblemCode[] = ['invalid_request', 'rate_limited', 'unavailable', 'unexpected'];

async function checkRefusal<T>(endpoint: Endpoint, handle: () => T | Promise<T>): Promise<T> {
  try {
    return await handle();
  } catch (error) {
    if (error instanceof Refusal && ![...refusalsOfAnyCall, ...endpoint.problems].includes(error.code)) {
      throw new Error(`the contract does not say that ${endpoint.name} may refuse with ${error.code}`, {
        cause: error,
      });
    }
    throw error;
  }
}

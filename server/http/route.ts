import { isDeepStrictEqual } from 'node:util';
import type {
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
  onRequestHookHandler,
  preHandlerHookHandler,
} from 'fastify';
import * as v from 'valibot';
import type { AnswerOf, Deprecation, Endpoint, FileBody, RequestOf } from '#contract/endpoint.ts';
import type { ProblemCode } from '#contract/problems.ts';
import { withoutDirectionControls } from '#domain/direction-controls.ts';
import type { Admission, Door } from './admission.ts';
import type { Http } from './http.ts';
import { languageOf } from './language.ts';
import { problemsOfCaller } from './openapi.ts';
import { sendProblem, sendProblemLate } from './problem.ts';
import { addressKey } from './rate-limit.ts';
import { overloaded, Refusal, unauthenticated, type Fault } from './refusal.ts';
import { sendJson } from './send-json.ts';
import { readToken, type Authenticate, type SignedIn } from './signed-in.ts';
import { within } from '#server/tracing/span.ts';
import { isOptional, parseJson, requireStorable, validatePart } from './validate.ts';

/** The input of a handler: the validated parts of the request, and the caller. */
export type Call<E extends Endpoint> = RequestOf<E> & {
  /** Null only where anyone may call and no valid token was sent. */
  readonly signedIn: E['caller'] extends 'client' ? SignedIn : SignedIn | null;
  /** The raw body, to verify signatures; empty when there was none. */
  readonly rawBody: Buffer;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
};

/** An answer with its own status or headers. */
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
 * Answers one call. Returns the body of the answer, or `answer(…)` around it. For anything that is not JSON it returns the
 * reply itself after `reply.send` or `reply.hijack`.
 */
export type Handler<E extends Endpoint> = (
  call: Call<E>,
) => Promise<AnswerOf<E> | Answer<AnswerOf<E>> | FastifyReply> | AnswerOf<E> | Answer<AnswerOf<E>> | FastifyReply;

interface RouteOptions {
  /** Identifies the caller, in place of a client's session. It throws for a caller without the right. */
  readonly identify?: onRequestAsyncHookHandler;
  /** Refuses calls while too many are being served. */
  readonly door?: Door;
}

/**
 * Adds an endpoint of the contract to the server. The order is: authentication (401), body size (413), media type (415),
 * validation of all parts (400, naming each bad field), handler. The body of an unauthenticated call is not read.
 */
export function route<const E extends Endpoint>(
  http: Http,
  endpoint: E,
  handler: Handler<E>,
  { door, identify = identifyClient(endpoint, http.izi.authenticate) }: RouteOptions = {},
): void {
  const { checkAnswers } = http.izi;
  http.route({
    method: endpoint.method,
    url: `${http.izi.base}${endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    onRequest: [
      ...(endpoint.deprecated ? [announce(endpoint.deprecated)] : []),
      ...(door ? [meet(door)] : []),
      identify,
    ],
    ...(endpoint.file && { config: { file: endpoint.file } }),
    ...(door && { preHandler: admit(door.admission) }),
    handler: async (request, reply) => {
      const { signedIn } = request;
      const parts = readParts(endpoint, request);
      // Sound: the parts are the output of the endpoint's schemas, and the types are derived from the same schemas.
      const call = { ...parts, signedIn, rawBody: rawBodyOf(request), request, reply } as unknown as Call<E>;
      const handle = () => (checkAnswers ? checkRefusal(endpoint, () => handler(call)) : handler(call));
      const result = await (request.span === null ? handle() : within(request.span, handle));
      // The handler returned the reply, or the caller has disconnected: there is nothing left to send.
      if (reply.sent || reply.raw.destroyed) return reply;
      return sendAnswer(endpoint, reply, result as AnswerOf<E> | Answer<AnswerOf<E>>, checkAnswers);
    },
  });
}

/** Says on every answer of a call that it will be removed (RFC 9745, RFC 8594). */
function announce({ since, until }: Deprecation): onRequestHookHandler {
  const headers = {
    deprecation: `@${Date.parse(since) / 1_000}`,
    sunset: new Date(until).toUTCString(),
    link: '</api/docs>; rel="deprecation"; type="text/html"',
  };
  return (_request, reply, done) => {
    void reply.headers(headers);
    done();
  };
}

/**
 * Limits the concurrent calls of each address. While all places are taken it refuses calls before their token is looked up
 * and their body is read, so that a refusal is cheap.
 */
function meet({ admission, perAddress }: Door): onRequestHookHandler {
  return (request, reply, done) => {
    const address = addressKey(request.ip);
    if (!perAddress.hasRoom(address)) return void sendProblem(request, reply, tooManyAtOnce);
    perAddress.add(address);
    whenGone(reply, () => perAddress.remove(address));
    if (admission.isFull()) sendProblemLate(request, reply, overloaded);
    else done();
  };
}

const tooManyAtOnce = new Refusal('rate_limited', { retryAfterSeconds: 1 });

/** Authenticates the caller before the body is read. */
function identifyClient(endpoint: Endpoint, authenticate: Authenticate): onRequestAsyncHookHandler {
  return async (request) => {
    const token = readToken(request.headers.authorization);
    if (token !== null) request.signedIn = await authenticate(token);
    if (request.signedIn === null && endpoint.caller === 'client') throw unauthenticated;
  };
}

/** Takes a place once the whole request has arrived, so that unauthenticated or slow callers never hold one. */
function admit(admission: Admission): preHandlerHookHandler {
  return (request, reply, done) => {
    if (!admission.enter()) return sendProblemLate(request, reply, overloaded);
    const since = performance.now();
    whenGone(reply, () => admission.leave(performance.now() - since));
    done();
  };
}

/** Runs once the call is answered or its connection has closed, which may have happened during the token look-up. */
function whenGone({ raw }: FastifyReply, then: () => void): void {
  if (raw.destroyed) then();
  else raw.once('close', then);
}

interface Parts {
  params?: unknown;
  query?: unknown;
  headers?: unknown;
  body?: unknown;
}

function readParts(endpoint: Endpoint, request: FastifyRequest): Parts {
  const errors: Fault[] = [];
  const parts: Parts = {};
  const language = languageOf(request);
  if (request.url.includes('%00')) requireStorable({ ...(request.params as object), ...(request.query as object) });
  if (endpoint.params) parts.params = validatePart(endpoint.params, request.params, errors, language);
  if (endpoint.query) parts.query = validatePart(endpoint.query, request.query, errors, language);
  if (endpoint.headers) parts.headers = validatePart(endpoint.headers, request.headers, errors, language);
  if (endpoint.body && !(isOptional(endpoint.body) && rawBodyOf(request).length === 0)) {
    parts.body = validatePart(endpoint.body, readJsonBody(request), errors, language);
  }
  if (endpoint.file) requireMediaType(endpoint.file, request);
  if (errors.length > 0) throw new Refusal('invalid_request', { errors });
  return parts;
}

function readJsonBody(request: FastifyRequest): unknown {
  const body = rawBodyOf(request);
  const mediaType = request.headers['content-type'];
  // An empty body has no media type to check; parseJson refuses it.
  if (body.length > 0 && !/^application\/(json|[\w.-]+\+json)\s*(;|$)/i.test(mediaType ?? '')) {
    throw new Refusal('unsupported_media_type');
  }
  return parseJson(body);
}

function requireMediaType({ mediaTypes }: FileBody, request: FastifyRequest): void {
  const mediaType = request.headers['content-type']?.split(';', 1)[0]!.trim().toLowerCase() ?? '';
  if (mediaTypes.includes(mediaType)) return;
  throw new Refusal('unsupported_media_type', { detail: ({ sendOneOf }) => sendOneOf(mediaTypes) });
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
  // Text that was stored before such characters were refused must not read differently on a screen either.
  return sendJson(endpoint, reply, withoutDirectionControls(JSON.stringify(body)));
}

/** Checks that the answer is exactly what the contract says: nothing missing, nothing more. */
function checkBody(endpoint: Endpoint, body: unknown): void {
  if (endpoint.answer === null) {
    if (body !== undefined) throw new Error(`${endpoint.name} answers without a body`);
    return;
  }
  const onTheWire: unknown = JSON.parse(JSON.stringify(body) ?? 'null');
  const result = v.safeParse(endpoint.answer, onTheWire);
  if (!result.success) {
    throw new Error(
      `the answer of ${endpoint.name} does not match the contract: ${JSON.stringify(v.flatten(result.issues))}`,
    );
  }
  if (!isDeepStrictEqual(result.output, onTheWire)) {
    throw new Error(`the answer of ${endpoint.name} holds more than the contract says: ${JSON.stringify(onTheWire)}`);
  }
}

/** Codes that any call may refuse with; the contract does not list them. */
const refusalsOfAnyCall: readonly ProblemCode[] = ['invalid_request', 'rate_limited', 'unavailable', 'unexpected'];

async function checkRefusal<T>(endpoint: Endpoint, handle: () => T | Promise<T>): Promise<T> {
  try {
    return await handle();
  } catch (error) {
    const known = [...refusalsOfAnyCall, ...problemsOfCaller(endpoint), ...endpoint.problems];
    if (error instanceof Refusal && !known.includes(error.code)) {
      throw new Error(`the contract does not say that ${endpoint.name} may refuse with ${error.code}`, {
        cause: error,
      });
    }
    throw error;
  }
}

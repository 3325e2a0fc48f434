import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import Fastify, { LogController, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { sendUnreadable } from './client-error.ts';
import type { Metrics } from './metrics.ts';
import { sendProblem } from './problem.ts';
import { limitByAddress } from './rate-limit.ts';
import { Refusal } from './refusal.ts';
import { apiHeaders, assetHeaders, pageHeaders, strictTransport } from './security-headers.ts';
import type { Authenticate, SignedIn } from './signed-in.ts';

export interface HttpOptions {
  readonly authenticate: Authenticate;
  readonly log: Logger;
  /** Multiplies the limits per address and for the whole site; 1 in production. */
  readonly rateLimitScale: number;
  /** Which proxies' `X-Forwarded-For` to believe: all, none, or addresses and ranges separated by commas. */
  readonly trustProxy?: boolean | string;
  /** Holds every answer against the contract, and fails where they differ. For tests. */
  readonly checkAnswers?: boolean;
  /** The built web app, for the hashes of its inline code. */
  readonly webFolder?: string;
  readonly metrics?: Metrics;
  /** The longest a request may take to arrive, in milliseconds; for tests. */
  readonly requestTimeoutMs?: number;
}

export type Http = FastifyInstance;

declare module 'fastify' {
  interface FastifyInstance {
    /** What `route` and its neighbours need of the options. */
    readonly izi: {
      readonly authenticate: Authenticate;
      readonly checkAnswers: boolean;
      readonly rateLimitScale: number;
    };
  }
  interface FastifyRequest {
    /** Who calls, as `route` found; null for nobody that is known. */
    signedIn: SignedIn | null;
  }
}

/** Far more than fifty tickets take. */
const BODY_LIMIT_BYTES = 64 * 1024;
/**
 * The longest a request may take to arrive, all of its body included: a checkout of fifty tickets is some 10 kB, two
 * seconds on the slowest of mobile networks.
 */
const REQUEST_TIMEOUT_MS = 10_000;
/** How often Node looks for those that take longer. */
const TIMEOUT_CHECK_MS = 1_000;
const KEEP_ALIVE_MS = 65_000;

/**
 * A server that answers every refusal with a problem document and every answer with the headers that keep browsers safe.
 * Endpoints are added with `route`; nothing listens yet.
 *
 * Bodies arrive as Buffers: `route` reads them as the endpoint says, and a webhook's signature covers the very bytes.
 */
export function createHttp(options: HttpOptions): Http {
  const { requestTimeoutMs = REQUEST_TIMEOUT_MS } = options;
  const http = Fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: createRequestIds(),
    trustProxy: options.trustProxy ?? false,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // While closing, what still arrives on an open connection is answered like any other, and told to connect anew.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: sendUnreadable,
    // Node would refuse such a request itself, without a problem document. `refuseWithoutHost` does.
    http: {
      requireHostHeader: false,
      // Node takes the longer one of the two for bodies, and its own for headers is a minute.
      headersTimeout: requestTimeoutMs,
      connectionsCheckingInterval: Math.min(TIMEOUT_CHECK_MS, requestTimeoutMs),
    },
    frameworkErrors: (error, request, reply) => void sendProblem(request, reply, error),
    routerOptions: { maxParamLength: 200 },
  }) as unknown as Http;

  http.decorate('izi', {
    authenticate: options.authenticate,
    checkAnswers: options.checkAnswers ?? false,
    rateLimitScale: options.rateLimitScale,
  });
  http.decorateRequest('signedIn', null);
  http.removeAllContentTypeParsers();
  http.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  http.setErrorHandler((error, request, reply) => sendProblem(request, reply, error));

  addHeaders(http, pageHeaders(options.webFolder));
  refuseWithoutHost(http);
  ignoreExpectations(http);
  limitByAddress(http, options.rateLimitScale);
  endConnectionsOnClose(http);
  refuseUnknown(http);
  report(http, options.metrics);
  return http;
}

/** Unique across processes and restarts, and cheap. */
function createRequestIds(): () => string {
  const process = randomBytes(6).toString('base64url');
  let count = 0;
  return () => `${process}-${(count++).toString(36)}`;
}

function addHeaders(http: Http, forPages: Readonly<Record<string, string>>): void {
  http.addHook('onRequest', (request, reply, done) => {
    const { url } = request;
    void reply.headers(url.startsWith('/api/') ? apiHeaders : url.startsWith('/assets/') ? assetHeaders : forPages);
    if (request.protocol === 'https') void reply.header('strict-transport-security', strictTransport);
    done();
  });
}

/** HTTP/1.1 asks for it (RFC 9112, 3.2). */
function refuseWithoutHost(http: Http): void {
  http.addHook('onRequest', (request, reply, done) => {
    if (request.headers.host !== undefined || request.raw.httpVersion === '1.0') return done();
    sendProblem(request, reply, new Refusal('invalid_request', { detail: 'The header Host is missing.' }));
  });
}

/** What a request expects beyond 100-continue may be left unheard (RFC 9110, 10.1.1); Node would answer 417 with nothing. */
function ignoreExpectations(http: Http): void {
  http.server.on('checkExpectation', (request, response) => http.server.emit('request', request, response));
}

/** How long a connection that carries nothing may still bring a request, once the server closes. */
const QUIET_BEFORE_CUT_MS = 300;
/** The longest that a server which closes takes new requests: until then every balancer has seen that it is not ready. */
const LONGEST_FAREWELL_MS = 2_000;

/**
 * A connection that is ended while a request is on its way loses it, and nobody can tell whether it was heard. So a server
 * that closes first answers on as before and has each answer say that the connection ends with it; Fastify does so for
 * requests that arrive by then, and those already being answered are told here. Once no more come it stops listening.
 *
 * A browser also opens connections that it has not used yet, and those would hold the server for a minute: they are cut
 * once nothing has been under way for a moment.
 */
function endConnectionsOnClose(http: Http): void {
  const underWay = new Set<ServerResponse>();
  let arrivedAt = 0;
  let quietSince = 0;
  let timer: NodeJS.Timeout | undefined;

  http.addHook('onRequest', (_request, reply, done) => {
    underWay.add(reply.raw);
    reply.raw.on('close', forget);
    if (timer !== undefined) arrivedAt = performance.now();
    done();
  });
  function forget(this: ServerResponse): void {
    underWay.delete(this);
    if (timer !== undefined) quietSince = performance.now();
  }
  http.addHook('preClose', (stopListening) => {
    if (!http.server.listening) return stopListening();
    let stopsListening = false;
    for (const response of underWay) if (!response.headersSent) response.setHeader('connection', 'close');
    const closingSince = performance.now();
    arrivedAt = quietSince = closingSince;
    timer = setInterval(() => {
      const now = performance.now();
      const isTime = now - arrivedAt > QUIET_BEFORE_CUT_MS || now - closingSince > LONGEST_FAREWELL_MS;
      if (isTime && !stopsListening) {
        stopsListening = true;
        stopListening();
      }
      if (stopsListening && underWay.size === 0 && now - quietSince > QUIET_BEFORE_CUT_MS)
        http.server.closeAllConnections();
    }, 100);
  });
  http.addHook('onClose', (_instance, done) => {
    clearInterval(timer);
    done();
  });
}

/** Addresses that exist but do not take the method are told apart from those that do not exist. */
function refuseUnknown(http: Http): void {
  const routes: { readonly pattern: RegExp; readonly methods: readonly string[] }[] = [];
  http.addHook('onRoute', ({ url, method }) => {
    if (!url.startsWith('/api/')) return;
    const pattern = new RegExp(`^${url.replaceAll(/:\w+/g, '[^/]+')}$`);
    routes.push({ pattern, methods: [method].flat() });
  });
  const allowed = (path: string) =>
    routes.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods);

  http.setNotFoundHandler((request, reply) => {
    const methods = allowed(request.url.split('?', 1)[0] ?? '');
    if (methods.length === 0) return sendProblem(request, reply, new Refusal('not_found'));
    void reply.header('allow', [...new Set(methods)].toSorted().join(', '));
    return sendProblem(request, reply, new Refusal('method_not_allowed'));
  });
}

/**
 * One line for each request that was not simply answered, and with LOG_LEVEL=debug for those too. The route's pattern
 * stands for the address: phones, e-mail addresses and codes never reach the log.
 */
function report(http: Http, metrics: Metrics | undefined): void {
  http.addHook('onResponse', (request: FastifyRequest, reply: FastifyReply, done) => {
    const { method } = request;
    const route = request.routeOptions.url ?? 'unknown';
    const status = reply.statusCode;
    metrics?.observeRequest(method, route, status, reply.elapsedTime / 1_000);
    request.log[levelOf(status)]({ method, route, status, latency_ms: Math.round(reply.elapsedTime) }, 'request');
    done();
  });
}

/** What could not be served was told with its reason; that there is too much to do is counted, not told once a call. */
function levelOf(status: number): 'error' | 'info' | 'debug' {
  if (status === 503) return 'debug';
  return status >= 500 ? 'error' : status >= 400 ? 'info' : 'debug';
}

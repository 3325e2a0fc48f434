import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import Fastify, {
  LogController,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type onRequestHookHandler,
} from 'fastify';
import type { Logger } from 'pino';
import { runningMs } from '#database/running-time.ts';
import { areaOf, isOfApi, pathOf, patternOf, toOriginForm, type Area } from './area.ts';
import { answerUnreadable } from './client-error.ts';
import type { Queryable } from '#database/connect.ts';
import type { Metrics } from './metrics.ts';
import { sendProblem } from './problem.ts';
import { limitByAddress } from './rate-limit.ts';
import { createBodyReader } from './read-body.ts';
import { Refusal } from './refusal.ts';
import { apiHeaders, assetHeaders, pageHeaders, scriptedApiHeaders, strictTransport } from './security-headers.ts';
import type { Authenticate, SignedIn } from './signed-in.ts';
import type { Span, Tracing } from '#server/tracing/span.ts';

interface HttpOptions {
  readonly authenticate: Authenticate;
  readonly log: Logger;
  /** Multiplies the limits per address and for the whole site; 1 in production. */
  readonly rateLimitScale: number;
  /** Multiplies how many calls of one address may be under way in this process; `rateLimitScale` by default. */
  readonly concurrencyScale?: number;
  /** Where all processes of the site count the calls of an address together; without it this process counts alone. */
  readonly countsIn?: Queryable;
  /** Which proxies' `X-Forwarded-For` to believe: all, none, or addresses and ranges separated by commas. */
  readonly trustProxy?: boolean | string;
  /** Validates every answer against the contract, and fails where they differ. For tests. */
  readonly checkAnswers?: boolean;
  /** On pages; those of the built web app where this is left out. */
  readonly pageHeaders?: Readonly<Record<string, string>>;
  readonly metrics?: Metrics;
  /** The prefix of each call's path; `/api` where it is left out. The operators' calls begin with `/operator` themselves. */
  readonly base?: '/api' | '';
  /** Records where the time of requests goes. */
  readonly tracing?: Tracing;
  /** The longest a request may take to arrive, in milliseconds; for tests. */
  readonly requestTimeoutMs?: number;
  /** While the server closes: after this long without a request, idle connections are cut, in milliseconds; for tests in which nobody calls while the server closes. */
  readonly quietBeforeCutMs?: number | undefined;
}

export type Http = FastifyInstance;

declare module 'fastify' {
  interface FastifyInstance {
    /** The options that `route` and its neighbours need. */
    readonly izi: {
      readonly base: string;
      readonly authenticate: Authenticate;
      readonly checkAnswers: boolean;
      readonly rateLimitScale: number;
      readonly concurrencyScale: number;
    };
  }
  interface FastifyRequest {
    /** The authenticated caller, set by `route`; null for anonymous calls. */
    signedIn: SignedIn | null;
    /** Records the time of this request; null where it is not recorded. */
    span: Span | null;
  }
}

/**
 * The longest a request may take to arrive, including its body. A checkout of fifty tickets is some 10 kB: two seconds on
 * the slowest mobile networks.
 */
const defaultRequestTimeoutMs = 10_000;
/** The limit of a request with a picture of some 300 kB. */
const fileTimeoutMs = 60_000;
/** How often Node checks for requests that take longer. */
const timeoutCheckMs = 1_000;
const keepAliveMs = 65_000;

/**
 * Creates a server that answers errors with problem documents and sets security headers on every answer. Endpoints are
 * added with `route`. It does not listen yet.
 *
 * Bodies are kept as Buffers, because a webhook's signature covers the exact bytes. `route` parses them.
 */
export function createHttp(options: HttpOptions): Http {
  const { requestTimeoutMs = defaultRequestTimeoutMs, quietBeforeCutMs = defaultQuietBeforeCutMs } = options;
  const http = Fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: createRequestIds(),
    trustProxy: options.trustProxy ?? false,
    // `createBodyReader` ends other bodies that take longer.
    requestTimeout: fileTimeoutMs,
    keepAliveTimeout: keepAliveMs,
    // While closing, requests on open connections are answered as usual, with `connection: close`.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: (error, socket) => endUnreadable(error, socket),
    // Node would reject a missing Host without a problem document. `requireUnambiguous` sends one.
    http: {
      requireHostHeader: false,
      headersTimeout: requestTimeoutMs,
      connectionsCheckingInterval: Math.min(timeoutCheckMs, requestTimeoutMs),
    },
    // Hooks do not run for a request whose address cannot be parsed, so their work is done here.
    frameworkErrors: (error, request, reply) => {
      setHeaders(request, reply);
      limit(request, reply, () => void sendProblem(request, reply, error));
    },
    rewriteUrl: ({ url = '/' }) => toOriginForm(url),
    routerOptions: { maxParamLength: 200 },
  }) as unknown as Http;

  const endUnreadable = answerUnreadable(http.server);
  const setHeaders = chooseHeaders(options.pageHeaders ?? pageHeaders);
  const { limit, share } = limitByAddress(options.rateLimitScale, options.countsIn);

  http.decorate('izi', {
    base: options.base ?? '/api',
    authenticate: options.authenticate,
    checkAnswers: options.checkAnswers ?? false,
    rateLimitScale: options.rateLimitScale,
    concurrencyScale: options.concurrencyScale ?? options.rateLimitScale,
  });
  http.decorateRequest('signedIn', null);
  http.decorateRequest('span', null);
  http.removeAllContentTypeParsers();
  // Fastify finds the reader of a type that has a name faster than that of all others.
  http.addContentTypeParser(['application/json', '*'], createBodyReader(http.server, requestTimeoutMs));
  http.setErrorHandler((error, request, reply) =>
    // The caller is gone, and that is no failure of ours.
    isHungUp(error, reply) ? reply.hijack() : sendProblem(request, reply, error),
  );

  if (options.tracing) traceRequests(http, options.tracing);
  http.addHook('onRequest', (request, reply, done) => {
    setHeaders(request, reply);
    done();
  });
  http.addHook('onRequest', limit);
  shareEverySecond(http, share);
  http.addHook('onRequest', requireUnambiguous);
  ignoreExpectations(http);
  endConnectionsOnClose(http, quietBeforeCutMs);
  answerUnknown(http, options.base === '' ? '/operator/*' : '/api/*');
  report(http, options.metrics);
  return http;
}

const shareEveryMs = 1_000;

function shareEverySecond(http: Http, share: () => Promise<void>): void {
  let sharing = false;
  const timer = setInterval(() => {
    if (sharing) return;
    sharing = true;
    // While the database does not answer, this process counts alone.
    void share()
      .catch(() => {})
      .finally(() => (sharing = false));
  }, shareEveryMs);
  timer.unref();
  http.addHook('onClose', (_instance, done) => {
    clearInterval(timer);
    done();
  });
}

/** Whether what was to be sent was given up because the caller's connection had closed. */
function isHungUp(error: unknown, { raw }: FastifyReply): boolean {
  return raw.destroyed && error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
}

/** Makes cheap ids that are unique across processes and restarts. */
function createRequestIds(): () => string {
  const process = randomBytes(6).toString('base64url');
  let count = 0;
  return () => `${process}-${(count++).toString(36)}`;
}

/** Records each request of a recorded trace, and puts the trace's id into its lines of the log. */
function traceRequests(http: Http, tracing: Tracing): void {
  http.addHook('onRequest', (request, reply, done) => {
    const { method } = request;
    const route = request.routeOptions.url ?? 'unknown';
    const { traceparent } = request.headers;
    // More than one header is none: Node joins them with a comma, which is no valid value.
    const span = tracing.beginRequest(`${method} ${route}`, traceparent as string | undefined);
    if (!span) return done();
    request.span = span;
    request.log = reply.log = request.log.child({ trace_id: span.traceId, span_id: span.spanId });
    reply.raw.once('close', () => {
      const status = reply.statusCode;
      span.end(
        { 'http.request.method': method, 'http.route': route, 'http.response.status_code': status },
        status >= 500 ? new Error('the request failed') : undefined,
      );
    });
    done();
  });
}

/** Sets the security headers of the request's area. */
function chooseHeaders(forPages: Readonly<Record<string, string>>) {
  const headers: Readonly<Record<Area, Readonly<Record<string, string>>>> = {
    api: apiHeaders,
    asset: assetHeaders,
    page: forPages,
  };
  return (request: FastifyRequest, reply: FastifyReply): void => {
    const area = areaOf(request);
    const isForScript = area === 'api' && request.headers['sec-fetch-dest'] === 'empty';
    void reply.headers(isForScript ? scriptedApiHeaders : headers[area]);
    // HTTP/1.1 keeps a connection open unless one side says otherwise. Node would say so in two headers of every answer.
    // Fastify has set `close` where this server is about to stop.
    const isKeptOpen = request.raw.httpVersion === '1.1' && reply.raw.shouldKeepAlive;
    if (isKeptOpen && !reply.raw.hasHeader('connection')) reply.raw.removeHeader('connection');
    if (request.protocol === 'https') void reply.header('strict-transport-security', strictTransport);
  };
}

/**
 * Prevents request smuggling: refuses what a proxy in front of us may parse differently. That is a missing Host in
 * HTTP/1.1 or more than one (RFC 9112, 3.2), and a transfer coding that we do not decode or that HTTP/1.0 does not have
 * (6.1). Node's parser refuses the other cases.
 */
const requireUnambiguous: onRequestHookHandler = (request, reply, done) => {
  const detail = findAmbiguity(request.raw);
  if (detail === null) return done();
  void reply.header('connection', 'close');
  sendProblem(request, reply, new Refusal('invalid_request', { detail }));
};

function findAmbiguity({ headers, rawHeaders, httpVersion }: IncomingMessage): string | null {
  if (headers.host === undefined) return httpVersion === '1.0' ? null : 'The header Host is missing.';
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  if (hosts > 1) return 'The header Host is there more than once.';
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && (httpVersion === '1.0' || coding.toLowerCase() !== 'chunked')) {
    return 'This transfer coding cannot be read here.';
  }
  return null;
}

/** Ignores expectations other than 100-continue, as RFC 9110, 10.1.1 allows. Node would answer 417 with an empty body. */
function ignoreExpectations(http: Http): void {
  http.server.on('checkExpectation', (request, response) => http.server.emit('request', request, response));
}

/**
 * While the server closes: after this long without a request, idle connections are cut. Time in which this process did not run
 * does not count: it has not read what was sent to it meanwhile.
 */
const defaultQuietBeforeCutMs = 300;
/** A closing server takes new requests for at most this long. By then every load balancer has seen that it is not ready. */
const longestDrainMs = 2_000;

/**
 * Graceful shutdown. A connection that is closed while a request is on its way loses the request, and its caller cannot
 * know whether it was processed. So a closing server keeps answering, and each answer has `connection: close`. Fastify
 * sets it for new requests; requests under way get it here. When no more requests come, the server stops listening.
 *
 * Connections without a request stay open then: the request of one that was just opened may be on its way. Browsers also open
 * connections that they do not use, which would keep the server up for a minute. All are cut once nothing has been under way for
 * a moment.
 */
function endConnectionsOnClose(http: Http, quietBeforeCutMs: number): void {
  const underWay = new Set<ServerResponse>();
  let arrivedAt = 0;
  let quietSince = 0;
  let timer: NodeJS.Timeout | undefined;

  http.addHook('onRequest', (_request, reply, done) => {
    underWay.add(reply.raw);
    reply.raw.on('close', forget);
    if (timer !== undefined) arrivedAt = runningMs();
    done();
  });
  function forget(this: ServerResponse): void {
    underWay.delete(this);
    if (timer !== undefined) quietSince = runningMs();
  }
  http.addHook('preClose', (stopListening) => {
    if (!http.server.listening) return stopListening();
    let stopsListening = false;
    for (const response of underWay) if (!response.headersSent) response.setHeader('connection', 'close');
    // Node would cut them when it stops listening.
    http.server.closeIdleConnections = () => {};
    const closingSince = runningMs();
    arrivedAt = quietSince = closingSince;
    timer = setInterval(() => {
      const now = runningMs();
      const isTime = now - arrivedAt > quietBeforeCutMs || now - closingSince > longestDrainMs;
      if (isTime && !stopsListening) {
        stopsListening = true;
        quietSince = now;
        stopListening();
      }
      if (stopsListening && underWay.size === 0 && now - quietSince > quietBeforeCutMs)
        http.server.closeAllConnections();
    }, quietBeforeCutMs / 3);
  });
  http.addHook('onClose', (_instance, done) => {
    clearInterval(timer);
    done();
  });
}

/**
 * Answers 405 where the address exists with another method, else 404. Unknown addresses of the API have a route too, so
 * that rate limits and the headers of the API apply to them.
 */
function answerUnknown(http: Http, everyApiAddress: string): void {
  const routes: { readonly pattern: RegExp; readonly methods: readonly string[] }[] = [];
  http.addHook('onRoute', ({ url, method }) => {
    if (!isOfApi(url) || url === everyApiAddress) return;
    routes.push({ pattern: patternOf(url), methods: [method].flat() });
  });
  const allowed = (path: string) =>
    routes.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods);

  const sendUnknown = (request: FastifyRequest, reply: FastifyReply) => {
    const methods = allowed(pathOf(request));
    if (methods.length === 0) return sendProblem(request, reply, new Refusal('not_found'));
    void reply.header('allow', [...new Set(methods)].toSorted().join(', '));
    return sendProblem(request, reply, new Refusal('method_not_allowed'));
  };
  http.all(everyApiAddress, sendUnknown);
  http.setNotFoundHandler(sendUnknown);
}

/**
 * Logs one line for each refused or failed request, and with LOG_LEVEL=debug for every request. The line has the route's
 * pattern in place of the address, so phones, e-mail addresses and codes never reach the log.
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

/** A 503 is at level debug: its cause was logged before, and overload is counted in the metrics, not logged per call. */
function levelOf(status: number): 'error' | 'info' | 'debug' {
  if (status === 503) return 'debug';
  return status >= 500 ? 'error' : status >= 400 ? 'info' : 'debug';
}

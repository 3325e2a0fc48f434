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
import { areaOf, pathOf, toOriginForm, type Area } from './area.ts';
import { answerUnreadable } from './client-error.ts';
import type { Metrics } from './metrics.ts';
import { sendProblem } from './problem.ts';
import { limitByAddress } from './rate-limit.ts';
import { readBody } from './read-body.ts';
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
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // While closing, what still arrives on an open connection is answered like any other, and told to connect anew.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: (error, socket) => endUnreadable(error, socket),
    // Node would refuse such a request itself, without a problem document. `refuseAmbiguous` does.
    http: {
      requireHostHeader: false,
      // Node takes the longer one of the two for bodies, and its own for headers is a minute.
      headersTimeout: requestTimeoutMs,
      connectionsCheckingInterval: Math.min(TIMEOUT_CHECK_MS, requestTimeoutMs),
    },
    // No hook has seen a request whose address cannot be read, so what they do for all others is done here.
    frameworkErrors: (error, request, reply) => {
      setHeaders(request, reply);
      limit(request, reply, () => void sendProblem(request, reply, error));
    },
    rewriteUrl: ({ url = '/' }) => toOriginForm(url),
    routerOptions: { maxParamLength: 200 },
  }) as unknown as Http;

  const endUnreadable = answerUnreadable(http.server);
  const setHeaders = chooseHeaders(pageHeaders(options.webFolder));
  const limit = limitByAddress(options.rateLimitScale);

  http.decorate('izi', {
    authenticate: options.authenticate,
    checkAnswers: options.checkAnswers ?? false,
    rateLimitScale: options.rateLimitScale,
  });
  http.decorateRequest('signedIn', null);
  http.removeAllContentTypeParsers();
  http.addContentTypeParser('*', readBody);
  http.setErrorHandler((error, request, reply) => sendProblem(request, reply, error));

  http.addHook('onRequest', (request, reply, done) => {
    setHeaders(request, reply);
    done();
  });
  http.addHook('onRequest', limit);
  http.addHook('onRequest', refuseAmbiguous);
  ignoreExpectations(http);
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

/** Sets the headers that keep browsers safe, by what the request is for. */
function chooseHeaders(forPages: Readonly<Record<string, string>>) {
  const headers: Readonly<Record<Area, Readonly<Record<string, string>>>> = {
    api: apiHeaders,
    asset: assetHeaders,
    page: forPages,
  };
  return (request: FastifyRequest, reply: FastifyReply): void => {
    void reply.headers(headers[areaOf(request)]);
    if (request.protocol === 'https') void reply.header('strict-transport-security', strictTransport);
  };
}

/**
 * Refuses what a proxy in front of us may read in another way than we do: no host where HTTP/1.1 asks for one, or two of
 * them (RFC 9112, 3.2), and a transfer coding that we do not decode, or that HTTP/1.0 does not know (6.1). Everything else
 * of the kind is refused by Node's parser.
 */
const refuseAmbiguous: onRequestHookHandler = (request, reply, done) => {
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

/**
 * Addresses that exist but do not take the method are told apart from those that do not exist. What no call of the API
 * takes has a route too: it is counted, and has the headers of the API, as every call.
 */
function refuseUnknown(http: Http): void {
  const routes: { readonly pattern: RegExp; readonly methods: readonly string[] }[] = [];
  http.addHook('onRoute', ({ url, method }) => {
    if (!url.startsWith('/api/') || url === everyApiAddress) return;
    const pattern = new RegExp(`^${url.replaceAll(/:\w+/g, '[^/]+')}$`);
    routes.push({ pattern, methods: [method].flat() });
  });
  const allowed = (path: string) =>
    routes.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods);

  const refuse = (request: FastifyRequest, reply: FastifyReply) => {
    const methods = allowed(pathOf(request));
    if (methods.length === 0) return sendProblem(request, reply, new Refusal('not_found'));
    void reply.header('allow', [...new Set(methods)].toSorted().join(', '));
    return sendProblem(request, reply, new Refusal('method_not_allowed'));
  };
  http.all(everyApiAddress, refuse);
  http.setNotFoundHandler(refuse);
}

const everyApiAddress = '/api/*';

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

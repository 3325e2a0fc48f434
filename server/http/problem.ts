import type { FastifyReply, FastifyRequest } from 'fastify';
import { problems, type Problem, type ProblemCode } from '#contract/problems.ts';
import { levelOfFailure } from '#database/connect.ts';
import { describeProblem, write, type Language } from '#server/words/languages.ts';
import { refuseDatabaseError } from './database-errors.ts';
import { languageOf } from './language.ts';
import { Refusal, type Limit } from './refusal.ts';

/** Retry-After for refusals that do not set their own. */
const defaultRetryAfterSeconds = 2;

/** Answers with the problem document of an error. An error that is not a refusal is a bug: it is logged, not shown. */
export function sendProblem(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  const refusal = toRefusal(error);
  const [status] = problems[refusal.code];
  const language = languageOf(request);
  if (status >= 500 && refusal.code !== 'overloaded')
    request.log[levelOf(refusal, error)]({ err: error, code: refusal.code }, 'request failed');
  if (status === 429 || status === 503) {
    const seconds = Math.max(1, Math.ceil(refusal.retryAfterSeconds ?? defaultRetryAfterSeconds));
    void reply.header('retry-after', String(seconds));
    if (refusal.limit) void reply.headers(limitHeaders(refusal.limit, seconds));
  }
  if (status === 401) void reply.header('www-authenticate', 'Bearer');
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .header('content-language', language)
    .type('application/problem+json')
    .send(JSON.stringify(problemDocument(refusal, request.id, language)));
}

/** The fields of the IETF's draft on rate limits, which only refusals have: on every answer they would be bytes for nothing. */
function limitHeaders({ name, points, seconds }: Limit, secondsLeft: number) {
  return {
    'ratelimit-policy': `"${name}";q=${points};w=${seconds}`,
    ratelimit: `"${name}";r=0;t=${secondsLeft}`,
  };
}

/** A refusal that a bug has caused is that bug. */
function levelOf(refusal: Refusal, error: unknown): 'warn' | 'error' {
  if (refusal.code !== 'unavailable') return 'error';
  const cause = error instanceof Refusal ? error.cause : error;
  return cause === undefined ? 'warn' : levelOfFailure(cause);
}

/** How long a refusal is delayed. */
const heldBackMs = 1_000;
/** The most refusals that are delayed at a time, some kilobytes each: about as many as there are connections in an overload. */
const mostHeldBack = 20_000;
let heldBack = 0;

/**
 * Answers like `sendProblem`, after a delay. The delay slows down callers that retry at once: they would take the
 * processor time of the calls that are being served.
 */
export function sendProblemLate(request: FastifyRequest, reply: FastifyReply, refusal: unknown): void {
  if (heldBack >= mostHeldBack) return void sendProblem(request, reply, refusal);
  heldBack += 1;
  setTimeout(() => {
    heldBack -= 1;
    sendProblem(request, reply, refusal);
  }, heldBackMs);
}

export function problemDocument(refusal: Refusal, requestId: string, language: Language = 'en'): Problem {
  const [status] = problems[refusal.code];
  const [title, detail] = describeProblem(refusal.code, language);
  return {
    // A link to the code's entry in the API documentation.
    type: `/api/docs#problem-${refusal.code}`,
    title,
    status,
    detail: refusal.detail === undefined ? detail : write(refusal.detail, language, refusal.code),
    code: refusal.code,
    ...(refusal.errors && {
      errors: refusal.errors.map((error) => ({ ...error, message: write(error.message, language, error.code) })),
    }),
    ...refusal.proof,
    ...refusal.identity,
    ...refusal.signing,
    ...(refusal.unmet && { unmet: refusal.unmet }),
    ...(refusal.until !== undefined && { until: refusal.until?.toISOString() ?? null }),
    requestId,
  };
}

function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  return refuseFrameworkError(error) ?? refuseDatabaseError(error) ?? new Refusal('unexpected');
}

const frameworkCodes: Readonly<Record<string, ProblemCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_ROUTE_MISSING_HANDLER: 'not_found',
};

/** Maps Fastify's own errors about a request, which have a 4xx status, to our codes. */
function refuseFrameworkError(error: unknown): Refusal | null {
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown };
  if (typeof code !== 'string' || typeof statusCode !== 'number' || statusCode < 400 || statusCode >= 500) return null;
  return new Refusal(frameworkCodes[code] ?? (statusCode === 404 ? 'not_found' : 'invalid_request'));
}

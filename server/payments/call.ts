import { readAnswer } from '#server/http/read-answer.ts';
import type { Accepted, CallOutcome } from './provider.ts';

/** The result of one HTTP call: a readable answer, nothing sent, or unknown. */
export type Reply =
  | { readonly kind: 'answered'; readonly status: number; readonly body: unknown }
  | { readonly kind: 'not_sent'; readonly cause: string }
  | { readonly kind: 'lost'; readonly cause: string };

export interface Request {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON. A string is JSON already and is sent unchanged. */
  readonly body?: object | string;
}

const defaultTimeLimitMs = 10_000;
const longestAnswerBytes = 1_000_000;

/**
 * Makes one call to a payment provider, without retries. If the connection was refused or the host does not exist, nothing
 * was sent. After any other failure the call may have been carried out.
 */
export async function call(
  url: string,
  { method, headers, body }: Request,
  timeLimitMs = defaultTimeLimitMs,
): Promise<Reply> {
  try {
    const response = await fetch(url, {
      method,
      headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(body && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      // Following a redirection would be a second call.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeLimitMs),
    });
    const text = await readAnswer(response, longestAnswerBytes);
    if (response.status >= 500) return { kind: 'lost', cause: `answered ${response.status}` };
    return readJson(response.status, text);
  } catch (error) {
    return { kind: wasNotSent(error) ? 'not_sent' : 'lost', cause: describe(error) };
  }
}

/** The error of a JSON parser repeats what it could not read, which may be a name or a phone. So it is not passed on. */
function readJson(status: number, text: string): Reply {
  try {
    return { kind: 'answered', status, body: text === '' ? null : JSON.parse(text) };
  } catch {
    return { kind: 'lost', cause: `answered ${status} without JSON` };
  }
}

const beforeSending = new Set(['getaddrinfo', 'connect']);

/** Whether the call failed at the DNS look-up or the connection. A host with several addresses gives an error for each. */
function wasNotSent(error: unknown): boolean {
  const cause = (error as Error).cause as NodeJS.ErrnoException | AggregateError | undefined;
  const errors: NodeJS.ErrnoException[] = cause instanceof AggregateError ? cause.errors : cause ? [cause] : [];
  return errors.length > 0 && errors.every(({ syscall }) => syscall !== undefined && beforeSending.has(syscall));
}

function describe(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error && cause.message !== '' ? `${message}: ${cause.message}` : message;
}

/** Statuses after which the request may still have been carried out: timeout, conflict, too early. */
const undecidedStatuses = new Set([408, 409, 425]);
/** Statuses about our own account at the provider, or its load: unauthorized, forbidden, too many requests. */
const ownStatuses = new Set([401, 403, 429]);

/** The outcome of a call that moves money if it was not answered with success; null for success. */
export function readFailure(reply: Reply): Exclude<CallOutcome, { outcome: 'accepted' }> | null {
  if (reply.kind === 'not_sent') return { outcome: 'rejected', code: 'not_sent', elsewhere: true };
  if (reply.kind === 'lost') return { outcome: 'unknown', cause: reply.cause };
  if (reply.status >= 200 && reply.status < 300) return null;
  if (reply.status < 400 || undecidedStatuses.has(reply.status)) {
    return { outcome: 'unknown', cause: `answered ${reply.status}` };
  }
  return { outcome: 'rejected', code: `http_${reply.status}`, elsewhere: ownStatuses.has(reply.status) };
}

/** A notice's body parsed as JSON; null if it is not JSON. */
export function parseBody(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString());
  } catch {
    return null;
  }
}

/** The fields of a successful answer; empty otherwise. */
export function readFields(reply: Reply): Readonly<Record<string, unknown>> {
  return reply.kind === 'answered' && reply.status >= 200 && reply.status < 300 ? fieldsOf(reply.body) : {};
}

/** A field as text, for comparison and for operators. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}

/** The page on which a payer approves. An address that a browser does not open over https is left out. */
export function pageOf(url: unknown): Pick<Accepted, 'redirectUrl'> {
  return typeof url === 'string' && url.startsWith('https://') && URL.canParse(url) ? { redirectUrl: url } : {};
}

export function describeReply(reply: Reply): string {
  return reply.kind === 'answered' ? `answered ${reply.status}` : reply.cause;
}

/** The value as an object of unknown fields; empty if it is not an object. */
export function fieldsOf(body: unknown): Readonly<Record<string, unknown>> {
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
}

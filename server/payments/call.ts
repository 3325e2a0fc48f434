import type { CallOutcome } from './provider.ts';

/** What came of one HTTP call: an answer that could be read, nothing sent at all, or no telling. */
export type Reply =
  | { readonly kind: 'answered'; readonly status: number; readonly body: unknown }
  | { readonly kind: 'not_sent'; readonly cause: string }
  | { readonly kind: 'lost'; readonly cause: string };

export interface Request {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; a text is JSON already and goes out byte for byte. */
  readonly body?: object | string;
}

const TIME_LIMIT_MS = 10_000;
const LONGEST_ANSWER_BYTES = 1_000_000;

/**
 * Makes one call to a payment provider and never makes it again. A connection that was refused, or a host that does not
 * exist, sent nothing. After anything else that is not a readable answer, the call may have been carried out.
 */
export async function call(
  url: string,
  { method, headers, body }: Request,
  timeLimitMs = TIME_LIMIT_MS,
): Promise<Reply> {
  try {
    const response = await fetch(url, {
      method,
      headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(body && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      // Followed, a redirection would be a second call.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeLimitMs),
    });
    const text = await readText(response);
    if (response.status >= 500) return { kind: 'lost', cause: `answered ${response.status}` };
    return { kind: 'answered', status: response.status, body: text === '' ? null : JSON.parse(text) };
  } catch (error) {
    return { kind: wasNotSent(error) ? 'not_sent' : 'lost', cause: describe(error) };
  }
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength;
    if (length > LONGEST_ANSWER_BYTES) throw new Error('the answer is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

const beforeSending = new Set(['getaddrinfo', 'connect']);

/** Whether it failed while the host was looked up or connected to. A host with several addresses fails once for each. */
function wasNotSent(error: unknown): boolean {
  const cause = (error as Error).cause as NodeJS.ErrnoException | AggregateError | undefined;
  const errors: NodeJS.ErrnoException[] = cause instanceof AggregateError ? cause.errors : cause ? [cause] : [];
  return errors.length > 0 && errors.every(({ syscall }) => syscall !== undefined && beforeSending.has(syscall));
}

function describe(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error && cause.message !== '' ? `${message}: ${cause.message}` : message;
}

/** Statuses of requests that may have been carried out all the same: out of time, or known already. */
const undecidedStatuses = new Set([408, 409, 425]);

/** What a call that moves money came to, where it was not plainly answered; null where it was. */
export function readFailure(reply: Reply): Exclude<CallOutcome, { outcome: 'accepted' }> | null {
  if (reply.kind === 'not_sent') return { outcome: 'rejected', code: 'not_sent' };
  if (reply.kind === 'lost') return { outcome: 'unknown', cause: reply.cause };
  if (reply.status >= 200 && reply.status < 300) return null;
  if (reply.status < 400 || undecidedStatuses.has(reply.status)) {
    return { outcome: 'unknown', cause: `answered ${reply.status}` };
  }
  return { outcome: 'rejected', code: `http_${reply.status}` };
}

/** A notice's body as JSON; null when it is none. */
export function parseBody(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString());
  } catch {
    return null;
  }
}

/** The fields of a good answer; none, where there is none. */
export function readFields(reply: Reply): Readonly<Record<string, unknown>> {
  return reply.kind === 'answered' && reply.status >= 200 && reply.status < 300 ? fieldsOf(reply.body) : {};
}

/** A field as a text, to be compared and shown to operators. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}

export function describeReply(reply: Reply): string {
  return reply.kind === 'answered' ? `answered ${reply.status}` : reply.cause;
}

/** A value as an object, so that its fields can be looked at one by one; an empty one when it is none. */
export function fieldsOf(body: unknown): Readonly<Record<string, unknown>> {
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
}

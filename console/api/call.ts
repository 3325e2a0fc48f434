import type { Call } from '#contract/calls/call.ts';
import type { OperatorAnswer, OperatorInput } from '#contract/operator/endpoints.ts';
import { noteServerTime } from '#console/clock/clock.ts';
import { language } from '#console/words/en/language.ts';
import { ApiError } from './errors.ts';
import { csrfToken, endSession } from './session-state.ts';

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Set where the screen refreshes itself: such a call does not keep the session active. */
  readonly isBackground?: boolean;
  /** The longest wait in milliseconds, if it differs from `timeout`. */
  readonly timeoutMs?: number | undefined;
}

/** The input may be left out where the call takes none. */
type InputArgs<C extends Call> =
  {} extends OperatorInput<C>
    ? [input?: OperatorInput<C>, options?: CallOptions]
    : [input: OperatorInput<C>, options?: CallOptions];

export interface Input {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** Sent as JSON; a Blob as it is. */
  readonly body?: unknown;
}

/** In milliseconds. The database ends a statement of the console after two seconds. */
const timeout = 15_000;

/**
 * Makes one call of the operators' API and resolves to its answer. Rejects with an ApiError, or with the signal's reason when
 * the caller aborts. It never retries: only the caller knows what is safe to repeat.
 */
export async function call<C extends Call>(made: C, ...[input, options]: InputArgs<C>): Promise<OperatorAnswer<C>> {
  return (await exchange(made, (input ?? {}) as Input, options)) as OperatorAnswer<C>;
}

/** Like `call`, for code that does not know the call's type. */
export async function exchange(made: Call, input: Input, options?: CallOptions): Promise<unknown> {
  const { headers, body } = input;
  const response = await send(addressOf(made, input), {
    method: made.method,
    headers: {
      accept: 'application/json',
      'accept-language': language,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(made.method !== 'GET' && { 'x-csrf-token': csrfToken() ?? '' }),
      ...(options?.isBackground && { 'x-background': '1' }),
      ...defined(headers),
    },
    body: body === undefined ? null : body instanceof Blob ? body : JSON.stringify(body),
    signal: options?.signal,
    timeoutMs: options?.timeoutMs,
  });
  const data = response.text === '' ? undefined : parse(response);
  if (!response.ok) throw refusal(made, response.status, data);
  if (response.status !== made.status || (made.holds !== undefined && !holds(data, made.holds))) {
    throw new ApiError('unreadable', response.status);
  }
  return data;
}

/** The address of a call with its parameters and query; also for links to files. */
export function addressOf({ path }: Pick<Call, 'path'>, { params = {}, query = {} }: Input = {}): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
  return search.size > 0 ? `${filled}?${search}` : filled;
}

/** The address of a list as a file, with its filters. */
export function addressOfFile(made: Pick<Call, 'path'>, { query, ...input }: Input = {}): string {
  return addressOf(made, { ...input, query: { ...query, as: 'csv' } });
}

interface Received {
  readonly ok: boolean;
  readonly status: number;
  readonly text: string;
}

async function send(
  address: string,
  { signal, timeoutMs = timeout, ...init }: Omit<RequestInit, 'signal'> & CallOptions,
): Promise<Received> {
  const tooLate = AbortSignal.timeout(timeoutMs);
  const sentAt = Date.now();
  try {
    const response = await fetch(address, {
      ...init,
      signal: signal ? AbortSignal.any([signal, tooLate]) : tooLate,
      credentials: 'same-origin',
      redirect: 'error',
    });
    noteServerTime(Date.parse(response.headers.get('date') ?? ''), sentAt);
    const text = await response.text();
    if (response.status === 401 && !text.includes('"wrong_credentials"')) endSession();
    return { ok: response.ok, status: response.status, text };
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(tooLate.aborted ? 'too late' : 'no answer');
  }
}

function parse({ status, text }: Received): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError('unreadable', status);
  }
}

function refusal({ method, path }: Call, status: number, data: unknown): ApiError {
  const isProblem = typeof data === 'object' && data !== null && 'code' in data && 'detail' in data;
  const problem = isProblem ? (data as NonNullable<ApiError['problem']>) : null;
  // Somebody has changed the address by hand: what its parts have to be is no matter of theirs.
  if (method === 'GET' && problem?.errors?.some((error) => path.includes(`{${error.path}}`)))
    return new ApiError('nothing there', status);
  return new ApiError('refused', status, problem);
}

function holds(data: unknown, field: string): boolean {
  return typeof data === 'object' && data !== null && field in data;
}

function defined(headers: Input['headers'] = {}): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

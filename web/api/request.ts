import { ApiError } from './errors.ts';

/** The part of a call that a worker shares with the page: it knows of no token, no clock and no storage. */

const base = '/api';
/** Long enough for a slow 2G round trip, short enough that nobody wonders. */
const defaultTimeout = 20_000;

export interface RequestOptions {
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
}

/**
 * Sends one request and resolves to what `read` makes of the response, whatever its status. Rejects with an ApiError when
 * the network does not carry it or it takes too long, and with the signal's reason when the caller gave it up.
 *
 * @param read reads the body too, so that the time limit covers all of it
 */
export async function send<T>(
  address: string,
  init: RequestInit,
  read: (response: Response) => Promise<T>,
  { signal, timeoutMs = defaultTimeout }: RequestOptions = {},
): Promise<T> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    return await read(
      await fetch(base + address, { ...init, signal: signal ? AbortSignal.any([signal, timeout]) : timeout }),
    );
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError({ kind: timeout.aborted ? 'TIMEOUT_ERROR' : 'FETCH_ERROR' });
  }
}

export interface AddressInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | undefined>>;
}

/** A call's path with its parameters filled in, and the query; what is undefined is left out. */
export function addressOf(path: string, { params = {}, query = {} }: AddressInput): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams(
    Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  return search.size > 0 ? `${filled}?${search}` : filled;
}

/** The failure that an answer outside 2xx is; its body may be a problem document. */
export function failureOf(response: Response, data: unknown): ApiError {
  const seconds = Number(response.headers.get('retry-after') ?? NaN);
  const retryAfter = Number.isFinite(seconds) ? seconds : null;
  return new ApiError({ kind: 'HTTP', status: response.status, data, retryAfter });
}

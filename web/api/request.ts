import { ApiError } from './errors.ts';

/** The part of a call shared by the page and the worker: without token, clock and storage. */

export const apiBase = '/api';
/** In milliseconds. Long enough for a slow 2G round trip. */
const defaultTimeout = 20_000;

export interface RequestOptions {
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
}

/** A request that `boot.js` has sent. `end` ends it, as its signal ends any other. */
export interface EarlyRequest {
  readonly response: Promise<Response>;
  readonly end: AbortController;
}

interface SendOptions extends RequestOptions {
  /** This very request, which was sent before. */
  early?: EarlyRequest | null | undefined;
}

/**
 * Sends one request and resolves to what `read` returns for the response, whatever its status. Rejects with an ApiError on
 * a network error or timeout, and with the signal's reason when the caller aborts.
 *
 * @param read reads the body too, so that the time limit covers all of it
 */
export async function send<T>(
  address: string,
  init: RequestInit,
  read: (response: Response) => Promise<T>,
  { signal, timeoutMs = defaultTimeout, early }: SendOptions = {},
): Promise<T> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const end = signal ? AbortSignal.any([signal, timeout]) : timeout;
  try {
    if (early) {
      end.addEventListener('abort', () => early.end.abort(end.reason), { once: true });
      return await read(await early.response);
    }
    return await read(await fetch(apiBase + address, { ...init, signal: end }));
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError({ kind: timeout.aborted ? 'TIMEOUT_ERROR' : 'FETCH_ERROR' });
  }
}

export interface AddressInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | undefined>>;
}

/** A call's path with its parameters and query; undefined values are left out. */
export function addressOf(path: string, { params = {}, query = {} }: AddressInput): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams(
    Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  return search.size > 0 ? `${filled}?${search}` : filled;
}

/** The ApiError for an answer outside 2xx; its body may be a problem document. */
export function failureOf(response: Response, data: unknown): ApiError {
  const seconds = Number(response.headers.get('retry-after') ?? NaN);
  const retryAfter = Number.isFinite(seconds) ? seconds : null;
  return new ApiError({ kind: 'HTTP', status: response.status, data, retryAfter });
}

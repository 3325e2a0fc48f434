import type { Call } from '#contract/calls/call.ts';
import type { CallInput } from '#contract/endpoints.ts';
import { endSession } from './call.ts';
import { ApiError } from './errors.ts';
import { addressOf, apiBase, type AddressInput } from './request.ts';
import { readToken } from './token.ts';

/** A slow network may take a minute for a picture, in milliseconds. */
const longest = 90_000;

interface UploadOptions {
  signal: AbortSignal;
  /** Called with how much of the file has left, from 0 to 1. */
  onProgress: (part: number) => void;
}

/**
 * Makes a call whose body is a file, and which has no answer. Rejects as `call` does. By XMLHttpRequest, because fetch does not
 * tell how much of a body has left.
 */
export function upload<C extends Call>(
  made: C,
  input: CallInput<C>,
  file: Blob,
  { signal, onProgress }: UploadOptions,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const token = readToken();
    const fail = (kind: 'FETCH_ERROR' | 'TIMEOUT_ERROR') => reject(new ApiError({ kind }));
    request.open(made.method, apiBase + addressOf(made.path, input as AddressInput));
    request.timeout = longest;
    request.setRequestHeader('accept', 'application/json');
    request.setRequestHeader('content-type', file.type);
    if (token) request.setRequestHeader('authorization', token);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onerror = () => fail('FETCH_ERROR');
    request.ontimeout = () => fail('TIMEOUT_ERROR');
    request.onabort = () => reject(signal.reason as Error);
    request.onload = () => {
      const { status, responseText } = request;
      if (status === made.status) return resolve();
      if (status === 401) endSession(token, responseText);
      const retryAfter = Number(request.getResponseHeader('retry-after') ?? NaN);
      const data = tryParse(responseText);
      reject(
        new ApiError(
          data === undefined || status < 400
            ? { kind: 'PARSING_ERROR', originalStatus: status, text: responseText }
            : { kind: 'HTTP', status, data, retryAfter: Number.isFinite(retryAfter) ? retryAfter : null },
        ),
      );
    };
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

import type { Call } from '#contract/calls/call.ts';
import type { CallAnswer, CallInput } from '#contract/endpoints.ts';
import { noteServerTime } from '#web/clock/clock.ts';
import { setTimeZone } from '#web/values/format.ts';
import { language } from '#web/words/en/language.ts';
import { dropEarly, takeEarly } from './early.ts';
import { ApiError } from './errors.ts';
import { addressOf, failureOf, send, type AddressInput, type RequestOptions } from './request.ts';
import { clearToken, readToken } from './token.ts';

type CallOptions = RequestOptions;

/** The input is optional where the call takes none. */
export type InputArgs<C extends Call> =
  {} extends CallInput<C>
    ? [input?: CallInput<C>, options?: CallOptions]
    : [input: CallInput<C>, options?: CallOptions];

/**
 * Makes one call of the API and resolves to its answer. Rejects with an ApiError, or with the signal's reason when the
 * caller aborts. It never retries: only the caller knows what is safe to repeat.
 */
export async function call<C extends Call>(made: C, ...[input, options]: InputArgs<C>): Promise<CallAnswer<C>> {
  const { response, content: text, sentAt } = await exchange(made, (input ?? {}) as Input, json, options);
  const isEmpty = text === '' && (made.status === noContent || response.status === noContent);
  const data = isEmpty ? undefined : read(response, text);
  if (!response.ok) throw failureOf(response, data);
  if (made.status !== noContent && !isAnswer(made, response.status, data)) throw unreadable(response, text);
  noteMeta(data, sentAt);
  return data as CallAnswer<C>;
}

const noContent = 204;
const notModified = 304;
const json = 'application/json';

export interface Input extends AddressInput {
  headers?: Record<string, string | undefined>;
  body?: unknown;
}

/** An answer with its tag. The server answers that it has not changed, rather than send it again. */
interface TaggedAnswer {
  readonly tag: string;
  readonly response: Response;
  readonly content: string;
}

const mostTagged = 30;
/** Answers by address, of the client with this token: in memory alone, and gone with the next call of anybody else. */
let tagged = new Map<string, TaggedAnswer>();
let taggedFor: string | null = null;

/**
 * Sends a call, and resolves to the response with its content, and to when it was sent.
 *
 * @param readBody reads the content, as text where it is left out. A refusal has to be read as text, because it says
 *   whether the session has ended.
 */
export async function exchange<T = string>(
  { method, path }: Call,
  input: Input,
  accept: string,
  options?: CallOptions,
  readBody?: (response: Response) => Promise<T>,
) {
  const token = readToken();
  const address = addressOf(path, input);
  if (method !== 'GET') dropEarly();
  const early = accept === json ? takeEarly(address, token) : null;
  const sentAt = early?.sentAt ?? Date.now();
  if (token !== taggedFor) [tagged, taggedFor] = [new Map(), token];
  const known = accept === json && method === 'GET' ? tagged.get(address) : undefined;
  const init = {
    method,
    headers: headersOf(input, accept, token),
    body: input.body === undefined ? null : JSON.stringify(input.body),
  };
  if (known) init.headers.set('if-none-match', known.tag);
  async function receive(response: Response) {
    noteServerTime(Date.parse(response.headers.get('date') ?? ''), sentAt, Date.now(), 1_000);
    if (known && response.status === notModified) return { ...known, content: known.content as T & string, sentAt };
    const content = await (readBody?.(response) ?? (response.text() as Promise<T & string>));
    if (response.status === 401 && typeof content === 'string') endSession(token, content);
    const tag = response.headers.get('etag');
    if (tag && accept === json && token === taggedFor) {
      if (tagged.size >= mostTagged) tagged.clear();
      tagged.set(address, { tag, response, content: content as string });
    }
    return { response, content, sentAt };
  }
  return send(address, init, receive, { ...options, early });
}

function headersOf({ headers = {}, body }: Input, accept: string, token: string | null): Headers {
  const all = new Headers({ accept, 'accept-language': language });
  if (body !== undefined) all.set('content-type', 'application/json');
  if (token) all.set('authorization', token);
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) all.set(name, value);
  return all;
}

export function read(response: Response, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unreadable(response, text);
  }
}

/**
 * Tells our server's answer from that of a proxy or captive portal. It does not validate more: keeping the contract is the
 * server's job.
 */
function isAnswer({ status, holds }: Call, answered: number, data: unknown): boolean {
  if (answered !== status || typeof data !== 'object' || data === null || Array.isArray(data)) return false;
  return holds === undefined ? Object.keys(data).length === 0 : holds in data;
}

function unreadable({ status }: Response, text: string): ApiError {
  return new ApiError({ kind: 'PARSING_ERROR', originalStatus: status, text });
}

/** `meta` of an answer may hold the server's time in milliseconds, and the operator's time zone. */
function noteMeta(data: unknown, sentAt: number) {
  const meta = (data as { meta?: { now?: string; timeZone?: string } } | undefined)?.meta;
  if (meta?.now) noteServerTime(Date.parse(meta.now), sentAt);
  if (meta?.timeZone) setTimeZone(meta.timeZone);
}

let onSessionEnd = () => {};

/** Sets the callback for a token the server no longer accepts: the session room then redirects to sign-in. */
export function whenSessionEnds(listener: () => void) {
  onSessionEnd = listener;
}

/** Ends the session where an answer says that the server no longer accepts the token. */
export function endSession(token: string | null, text: string) {
  // The sign-in form handles a wrong password itself. And a late answer to an old token, after the client has signed
  // in again, does not concern the new one.
  if (text.includes('"wrong_credentials"') || token !== readToken()) return;
  clearToken();
  onSessionEnd();
}

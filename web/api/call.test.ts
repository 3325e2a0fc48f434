import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { getBet, placeBets } from '#contract/calls/bets.ts';
import type { Call } from '#contract/calls/call.ts';
import { listDraws } from '#contract/calls/draws.ts';
import { forgotPassword, signIn, signOut } from '#contract/calls/identity.ts';
import { sendSecondStepCode } from '#contract/calls/new-device.ts';
import { memoryStorage } from '#tests/support/browser/memory-storage.ts';
import { exportData } from '#contract/calls/personal-data.ts';
import { callFile } from './call-file.ts';
import { callText } from './call-text.ts';
import { call, whenSessionEnds, type InputArgs } from './call.ts';
import { ApiError } from './errors.ts';
import { explain, fieldErrors } from './explain.ts';

const id = '0193f0a0-0000-7000-8000-000000000001';
const problem = {
  type: 'about:blank',
  title: 'Not enough money',
  status: 422,
  detail: 'The wallet does not hold enough for this.',
  code: 'insufficient_funds',
  errors: [{ path: 'tickets.0.betAmount', message: 'Too much.' }],
};

let local: Storage;
let answer: (url: string, init: RequestInit) => Promise<Response>;
const fetched = vi.fn((url: string, init: RequestInit) => answer(url, init));
const sessionEnded = vi.fn();

beforeEach(() => {
  local = memoryStorage({ access_token: 'Bearer abc', draws: '[]' });
  vi.stubGlobal('window', { localStorage: local, sessionStorage: memoryStorage() });
  vi.stubGlobal('fetch', fetched);
  fetched.mockClear();
  sessionEnded.mockClear();
  whenSessionEnds(sessionEnded);
});
afterEach(() => vi.unstubAllGlobals());

function answers(status: number, body: unknown, headers: Record<string, string> = {}) {
  answer = () =>
    Promise.resolve(new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers }));
}

const tagOfLast = () => new Headers(fetched.mock.lastCall![1].headers).get('if-none-match');

async function failureOf(promise: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await promise.then(
    () => new Error('did not fail'),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
}

describe('call', () => {
  it('fills the path, leaves out undefined values, and sends the stored token unchanged', async () => {
    answers(200, { data: { id } });
    await call(getBet, { params: { id: 'a/b' } });
    expect(fetched.mock.lastCall![0]).toBe('/api/bets/a%2Fb');
    expect(new Headers(fetched.mock.lastCall![1].headers).get('authorization')).toBe('Bearer abc');

    answers(200, { data: [], meta: { now: '2026-11-20T18:30:00.000Z', next: null } });
    await call(listDraws, { query: { status: 'open', cursor: undefined, limit: '5' } });
    expect(fetched.mock.lastCall![0]).toBe('/api/draws?status=open&limit=5');
  });

  it('sends no Authorization header for a visitor, and bodies as JSON', async () => {
    local.clear();
    answers(201, { data: [], meta: { balance: 0 } });
    await call(placeBets, { body: { tickets: [] } });
    const { headers, body } = fetched.mock.lastCall![1];
    expect(new Headers(headers).has('authorization')).toBe(false);
    expect(new Headers(headers).get('content-type')).toBe('application/json');
    expect(body).toBe('{"tickets":[]}');
  });

  it('asks whether the answer that it has still holds, and takes it where it does', async () => {
    answers(200, { data: { id: 'a' } }, { etag: 'W/"1"' });
    const first = await call(getBet, { params: { id: 'tagged' } });
    expect(tagOfLast()).toBeNull();
    answer = () => Promise.resolve(new Response(null, { status: 304 }));
    expect(await call(getBet, { params: { id: 'tagged' } })).toEqual(first);
    expect(tagOfLast()).toBe('W/"1"');
    answers(200, { data: { id: 'b' } }, { etag: 'W/"2"' });
    expect(await call(getBet, { params: { id: 'tagged' } })).toEqual({ data: { id: 'b' } });
    answers(200, { data: { id: 'c' } });
    await call(getBet, { params: { id: 'another' } });
    expect(tagOfLast()).toBeNull();
  });

  it('forgets the answers of a client who has gone, also one that comes late', async () => {
    let arrive!: (response: Response) => void;
    answer = () => new Promise((resolve) => void (arrive = resolve));
    const late = call(getBet, { params: { id: 'late' } });
    local.setItem('access_token', 'Bearer of another');
    answers(200, { data: { id: 'mine' } }, { etag: 'W/"mine"' });
    await call(getBet, { params: { id: 'own' } });
    arrive(new Response(JSON.stringify({ data: { id } }), { headers: { etag: 'W/"theirs"' } }));
    await late;
    await call(getBet, { params: { id: 'late' } });
    expect(tagOfLast()).toBeNull();
    local.setItem('access_token', 'Bearer abc');
    await call(getBet, { params: { id: 'own' } });
    expect(tagOfLast()).toBeNull();
  });

  it('accepts an empty body where the call has no answer', async () => {
    answer = () => Promise.resolve(new Response(null, { status: 204 }));
    expect(await call(signOut)).toBeUndefined();
  });

  it('fails with FETCH_ERROR when the network fails', async () => {
    answer = () => Promise.reject(new TypeError('Failed to fetch'));
    const error = await failureOf(call(listDraws, { query: {} }));
    expect([error.kind, error.status]).toEqual(['FETCH_ERROR', null]);
  });

  it('fails with TIMEOUT_ERROR after its time', async () => {
    answer = (_, { signal }) =>
      new Promise((_resolve, reject) => signal!.addEventListener('abort', () => reject(signal!.reason as Error)));
    const error = await failureOf(call(listDraws, { query: {} }, { timeoutMs: 20 }));
    expect(error.kind).toBe('TIMEOUT_ERROR');
  });

  it('fails with the signal’s own reason when the caller aborts', async () => {
    answer = (_, { signal }) =>
      new Promise((_resolve, reject) => signal!.addEventListener('abort', () => reject(signal!.reason as Error)));
    const controller = new AbortController();
    const result = call(listDraws, { query: {} }, { signal: controller.signal });
    controller.abort();
    await expect(result).rejects.toHaveProperty('name', 'AbortError');
  });

  it.each([200, 502])('fails with PARSING_ERROR, the status and the raw text when %i holds no JSON', async (status) => {
    answers(status, '<h1>Welcome to our hotspot</h1>');
    const error = await failureOf(call(listDraws, { query: {} }));
    expect(error.failure).toEqual({
      kind: 'PARSING_ERROR',
      originalStatus: status,
      text: '<h1>Welcome to our hotspot</h1>',
    });
  });

  it.each(['null', '[]', '"ok"', '{}', '{"message":"hello"}'])(
    'fails with PARSING_ERROR when %s is no answer',
    async (text) => {
      answers(200, text);
      const error = await failureOf(call(listDraws, { query: {} }));
      expect(error.failure).toEqual({ kind: 'PARSING_ERROR', originalStatus: 200, text });
    },
  );

  it.each([
    [200, '{"data":[],"meta":{"balance":0}}'],
    [201, '{"message":"hello"}'],
    [201, '{}'],
  ])('does not treat a checkout as placed when the answer is %i %s', async (status, text) => {
    answers(status, text);
    expect((await failureOf(call(placeBets, { body: { tickets: [] } }))).kind).toBe('PARSING_ERROR');
  });

  it.each([
    [listDraws, { query: {} }, '{"jwt":"abc"}'],
    [signIn, { body: { identifier: 'ama', password: 'secret' } }, '{"data":[]}'],
    [forgotPassword, { body: { email: 'ama@example.com' } }, '{"message":"hello"}'],
    [forgotPassword, { body: { email: 'ama@example.com' } }, '[]'],
  ] as const)('rejects the answer of another call', async (made, input, text) => {
    answers(made.status, text);
    expect((await failureOf(call<Call>(made, ...([input] as unknown as InputArgs<Call>)))).kind).toBe('PARSING_ERROR');
  });

  it('accepts an empty object where the call’s answer has no required field', async () => {
    answers(202, '{}');
    expect(await call(sendSecondStepCode, { body: { challengeId: 'ad8f9b6e-0d0c-4f0c-9d39-0f4f3d1f3c5e' } })).toEqual(
      {},
    );
  });

  it('fails with the status and the problem when the server refuses', async () => {
    answers(422, problem, { 'retry-after': '3' });
    const error = await failureOf(call(placeBets, { body: { tickets: [] } }));
    expect([error.kind, error.status, error.code]).toEqual(['HTTP', 422, 'insufficient_funds']);
    expect(error.failure).toMatchObject({ retryAfter: 3 });
    expect(fieldErrors(error)).toEqual({ 'tickets.0.betAmount': 'Too much.' });
    expect(explain(error)).toEqual({ title: problem.title, text: problem.detail });
  });

  it('reads other media types as text', async () => {
    answers(200, 'at,kind\n');
    expect(await callText(listDraws, 'text/csv', { query: {} })).toBe('at,kind\n');
    expect(new Headers(fetched.mock.lastCall![1].headers).get('accept')).toBe('text/csv');
  });
});

describe('callFile', () => {
  const onProgress = vi.fn();
  const options = { mediaType: 'application/zip', signal: new AbortController().signal, onProgress };

  it('resolves to the file, and says how much of it has come', async () => {
    answers(200, 'PK-something', { 'content-type': 'application/zip' });
    const file = await callFile(exportData, {}, options);
    expect([await file.text(), onProgress.mock.lastCall]).toEqual(['PK-something', [12]]);
    const { headers } = fetched.mock.lastCall![1];
    expect([new Headers(headers).get('accept'), new Headers(headers).get('authorization')]).toEqual([
      'application/zip',
      'Bearer abc',
    ]);
  });

  it('accepts neither a refusal nor the page of a portal as the file', async () => {
    answers(422, problem);
    expect((await failureOf(callFile(exportData, {}, options))).code).toBe('insufficient_funds');
    answers(200, '<p>Sign in to this network</p>', { 'content-type': 'text/html' });
    expect((await failureOf(callFile(exportData, {}, options))).kind).toBe('PARSING_ERROR');
  });
});

describe('a 401', () => {
  const unauthenticated = { ...problem, status: 401, code: 'unauthenticated' };

  it('clears the token, keeps the basket and ends the session', async () => {
    answers(401, unauthenticated);
    await failureOf(call(listDraws, { query: {} }));
    expect([local.getItem('access_token'), local.getItem('draws')]).toEqual([null, '[]']);
    expect(sessionEnded).toHaveBeenCalledOnce();
  });

  it('clears the token and ends the session also when its body cannot be read', async () => {
    answers(401, 'no');
    expect((await failureOf(call(listDraws, { query: {} }))).kind).toBe('PARSING_ERROR');
    expect(sessionEnded).toHaveBeenCalledOnce();
  });

  it('a 401 to a call for a file does the same', async () => {
    answers(401, unauthenticated);
    const options = { mediaType: 'application/zip', signal: new AbortController().signal, onProgress: () => {} };
    expect((await failureOf(callFile(exportData, {}, options))).code).toBe('unauthenticated');
    expect(local.getItem('access_token')).toBeNull();
    expect(sessionEnded).toHaveBeenCalledOnce();
  });

  it('is left to the form if the password was wrong', async () => {
    answers(401, { ...problem, status: 401, code: 'wrong_credentials' });
    expect((await failureOf(call(signOut))).code).toBe('wrong_credentials');
    expect(local.getItem('access_token')).toBe('Bearer abc');
    expect(sessionEnded).not.toHaveBeenCalled();
  });

  it('does not affect a token that is newer than the call', async () => {
    answer = () => {
      local.setItem('access_token', 'Bearer newer');
      return Promise.resolve(new Response(JSON.stringify(unauthenticated), { status: 401 }));
    };
    await failureOf(call(listDraws, { query: {} }));
    expect(local.getItem('access_token')).toBe('Bearer newer');
    expect(sessionEnded).not.toHaveBeenCalled();
  });
});

describe('explain', () => {
  it('has its own words for every kind of failure', () => {
    const failures = [
      new ApiError({ kind: 'FETCH_ERROR' }),
      new ApiError({ kind: 'TIMEOUT_ERROR' }),
      new ApiError({ kind: 'PARSING_ERROR', originalStatus: 200, text: '' }),
      new ApiError({ kind: 'HTTP', status: 503, data: {}, retryAfter: null }),
      new ApiError({ kind: 'HTTP', status: 418, data: {}, retryAfter: null }),
      new Error('a bug'),
    ];
    expect(new Set(failures.map((failure) => explain(failure).title)).size).toBe(failures.length);
  });
});

import { afterEach, expect, it, vi } from 'vitest';
import { placeBets } from '#contract/calls/bets.ts';
import { getBalance } from '#contract/calls/wallet.ts';
import { memoryStorage } from '#tests/support/browser/memory-storage.ts';
import { call } from './call.ts';
import { storeToken } from './token.ts';

const address = '/clients/balance';

/** A page whose `boot.js` has asked for the balance as `Bearer a`; the network then answers otherwise. */
function boot({
  sentAt = Date.now(),
  response = Promise.resolve(balanceOf(1)),
  end = new AbortController(),
}: { sentAt?: number; response?: Promise<Response>; end?: AbortController } = {}) {
  vi.stubGlobal('window', { localStorage: memoryStorage(), sessionStorage: memoryStorage() });
  storeToken('Bearer a', false);
  vi.stubGlobal('earlyCalls', { token: 'Bearer a', sentAt, answers: { [address]: { response, end } } });
  const fetched = vi.fn((_: string, { method }: RequestInit) =>
    Promise.resolve(balanceOf(2, method === 'POST' ? 201 : 200)),
  );
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

function balanceOf(amount: number, status = 200): Response {
  return Response.json({ data: [{ attributes: { slug: 'dep', balance: amount } }] }, { status });
}

const amountOf = async () => (await call(getBalance)).data[0]!.attributes.balance;

afterEach(() => vi.unstubAllGlobals());

it('takes over the answer to the same call, once', async () => {
  const fetched = boot();
  expect(await amountOf()).toBe(1);
  expect(fetched).not.toHaveBeenCalled();
  expect(await amountOf()).toBe(2);
});

it('takes over no answer of another session', async () => {
  boot();
  storeToken('Bearer b', false);
  expect(await amountOf()).toBe(2);
});

it('takes over no answer that is older than ten seconds', async () => {
  boot({ sentAt: Date.now() - 10_001 });
  expect(await amountOf()).toBe(2);
});

it('takes over no answer from before a call that changes something', async () => {
  const end = new AbortController();
  boot({ end });
  await call(placeBets, { body: { tickets: [] } });
  expect(end.signal.aborted).toBe(true);
  expect(await amountOf()).toBe(2);
});

it('ends an early call when the caller ends', async () => {
  const end = new AbortController();
  const response = new Promise<Response>((_, reject) => {
    end.signal.addEventListener('abort', () => reject(new Error('aborted')));
  });
  boot({ response, end });
  const caller = new AbortController();
  const answer = call(getBalance, {}, { signal: caller.signal });
  caller.abort();
  await expect(answer).rejects.toThrow('aborted');
});

it('fails like any call if the early one had no network', async () => {
  boot({ response: Promise.reject(new TypeError('Failed to fetch')) });
  await expect(call(getBalance)).rejects.toMatchObject({ kind: 'FETCH_ERROR' });
});

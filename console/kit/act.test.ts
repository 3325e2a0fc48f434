import { expect, test, vi } from 'vitest';
import type { UsedCredential } from '#contract/webauthn.ts';
import { ApiError } from '#console/api/errors.ts';
import { isTyped, missingOf, perform } from './act.ts';

const signature = { id: 'key' } as unknown as UsedCredential;
const options = {
  rpId: 'console.example',
  challenge: 'c',
  timeout: 1,
  allowCredentials: [],
  userVerification: 'required',
} as const;
const problem = (code: string, more = {}) =>
  new ApiError('refused', 403, { type: 'about:blank', title: '', status: 403, detail: '', code, ...more } as never);

test('an act that needs no signature is sent once', async () => {
  const send = vi.fn(async () => 'done');
  const sign = vi.fn(async () => signature);
  expect(await perform({ send, sign, onSigning: () => {} })).toBe('done');
  expect(send.mock.calls).toEqual([[]]);
  expect(sign).not.toHaveBeenCalled();
});

test('an act that needs a signature is sent again, with the signature the server asked for', async () => {
  const send = vi.fn(async (signed?: UsedCredential) => {
    if (!signed) throw problem('signature_needed', { act: 'ab', passkey: options });
    return 'asked';
  });
  const sign = vi.fn(async () => signature);
  expect(await perform({ send, sign, onSigning: () => {} })).toBe('asked');
  expect(sign.mock.calls).toEqual([[options]]);
  expect(send.mock.calls).toEqual([[], [signature]]);
});

test('a refusal after the signature is final: the operator does not sign twice for one click', async () => {
  const send = vi.fn(async () => {
    throw problem('signature_needed', { act: 'ab', passkey: options });
  });
  const sign = vi.fn(async () => signature);
  await expect(perform({ send, sign, onSigning: () => {} })).rejects.toThrow('signature_needed');
  expect(sign).toHaveBeenCalledOnce();
});

test('other refusals, and a cancelled passkey, are passed to the caller', async () => {
  const sign = vi.fn(async (): Promise<UsedCredential> => {
    throw new Error('cancelled');
  });
  const conflict = vi.fn(async () => {
    throw problem('conflict');
  });
  await expect(perform({ send: conflict, sign, onSigning: () => {} })).rejects.toThrow('conflict');
  const send = vi.fn(async () => {
    throw problem('signature_needed', { act: 'ab', passkey: options });
  });
  await expect(perform({ send, sign, onSigning: () => {} })).rejects.toThrow('cancelled');
  expect(send).toHaveBeenCalledOnce();
});

test.each([
  ['61 000', '61\u00A0000', true],
  ['61000', '61\u00A0000', true],
  ['61 00', '61\u00A0000', false],
  ['-500', '−500', true],
  ['500', '−500', false],
  ['2500', '+2\u00A0500', true],
  ['−2500', '+2\u00A0500', false],
  [' 18:30:00 ', '18:30:00', true],
  ['Awa  Koné', 'Awa Koné', true],
  ['awa koné', 'Awa Koné', false],
  ['', '', false],
])('%j for %j', (typed, wanted, says) => {
  expect(isTyped(typed, wanted)).toBe(says);
});

test.each([
  ['all dra', 'all draws', 2],
  ['all  draws ', 'all draws', 0],
  ['IziO', 'all draws', null],
  ['', 'all draws', null],
  ['61 0', '61\u00A0000', 2],
])('%j is the beginning of %j', (typed, wanted, missing) => {
  expect(missingOf(typed, wanted)).toBe(missing);
});

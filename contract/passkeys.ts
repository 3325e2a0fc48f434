import * as v from 'valibot';
import * as calls from './calls/passkeys.ts';
import { describeCalls } from './endpoint.ts';
import { passkeyName } from './forms/passkey.ts';
import { passkey, signedIn } from './identity.ts';
import { one, uuid } from './values.ts';
import { createdCredential, creationOptions, requestOptions, usedCredential } from './webauthn.ts';

const describe = describeCalls('Identity', calls);

export const askForPasskey = describe('askForPasskey', {
  caller: 'anyone',
  summary: 'Begin to sign in with a passkey: what the authenticator has to sign.',
  answer: one(v.object({ challengeId: uuid, options: requestOptions })),
  problems: [],
});

export const signInWithPasskey = describe('signInWithPasskey', {
  caller: 'anyone',
  summary:
    'Sign in with a passkey. It is a strong proof by itself, and the browser is a known device from then on. Each challenge takes one answer.',
  body: v.strictObject({ challengeId: uuid, credential: usedCredential, remember: v.optional(v.boolean()) }),
  answer: signedIn,
  problems: ['challenge_over', 'passkey_unknown', 'passkey_refused', 'account_locked'],
});

export const beginPasskey = describe('beginPasskey', {
  caller: 'client',
  summary:
    'Begin to set a passkey: what the authenticator has to make. It needs a strong proof and a confirmed phone; a client has ten at most.',
  answer: one(creationOptions),
  problems: ['unauthenticated', 'proof_needed', 'phone_unconfirmed', 'conflict'],
});

export const addPasskey = describe('addPasskey', {
  caller: 'client',
  summary:
    'Set the passkey that was made, under a name. It needs a strong proof. With the first second factor of an account come recovery codes, shown this once.',
  body: v.strictObject({ credential: createdCredential, name: passkeyName }),
  answer: one(v.object({ passkey, recoveryCodes: v.nullable(v.array(v.string())) })),
  problems: ['unauthenticated', 'proof_needed', 'challenge_over', 'passkey_refused', 'conflict'],
});

export const renamePasskey = describe('renamePasskey', {
  caller: 'client',
  summary: 'Give a passkey another name. It needs a strong proof.',
  params: v.object({ id: uuid }),
  body: v.strictObject({ name: passkeyName }),
  answer: one(passkey),
  problems: ['unauthenticated', 'proof_needed', 'not_found'],
});

export const removePasskey = describe('removePasskey', {
  caller: 'client',
  summary:
    'Remove a passkey; it signs nobody in any more. It needs a strong proof. With the last second factor go the recovery codes.',
  params: v.object({ id: uuid }),
  answer: null,
  problems: ['unauthenticated', 'proof_needed', 'not_found'],
});

export const passkeyEndpoints = [
  askForPasskey,
  signInWithPasskey,
  beginPasskey,
  addPasskey,
  renamePasskey,
  removePasskey,
] as const;

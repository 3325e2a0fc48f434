import { randomBytes } from 'node:crypto';
import type { CreatedCredential, CreationOptions, RequestOptions, UsedCredential } from '#contract/webauthn.ts';

/** The site, as browsers and authenticators know it. */
interface RelyingParty {
  /** A host. Passkeys belong to it for good. */
  readonly id: string;
  /** Such as `https://izi.example`. */
  readonly origin: string;
}

/** @param publicUrl where players reach the site */
export function relyingPartyOf(publicUrl: string): RelyingParty {
  const { hostname, origin } = new URL(publicUrl);
  return { id: hostname, origin };
}

/** COSE: ECDSA and RSA with SHA-256, which all authenticators have one of. */
const algorithms = [-7, -257];
/**
 * How long the person in front of the browser has, in milliseconds: a minute less than the challenge, so that the answer
 * still arrives in time.
 */
const timeout = 9 * 60_000;

export function newNonce(): Buffer {
  return randomBytes(32);
}

/** A passkey as requests name it. */
export interface NamedPasskey {
  readonly credential_id: Buffer;
  readonly transports: readonly string[];
}

/** Asks a browser for the signature of one of these passkeys, or of any of the site where none is named. */
export function requestPasskey(
  { id }: RelyingParty,
  nonce: Buffer,
  allowed: readonly NamedPasskey[] = [],
): RequestOptions {
  return {
    rpId: id,
    challenge: nonce.toString('base64url'),
    timeout,
    allowCredentials: allowed.map(describePasskey),
    userVerification: 'required',
  };
}

interface PasskeyOwner {
  /** See `client.handle`. */
  readonly handle: Buffer;
  /** The name under which the authenticator lists the passkey. */
  readonly name: string;
  readonly displayName: string;
}

/** Asks a browser for a new passkey, on an authenticator that holds none of `existing`. */
export function requestNewPasskey(
  { id }: RelyingParty,
  nonce: Buffer,
  { handle, name, displayName }: PasskeyOwner,
  existing: readonly NamedPasskey[],
): CreationOptions {
  return {
    rp: { id, name: 'Izi' },
    user: { id: handle.toString('base64url'), name, displayName },
    challenge: nonce.toString('base64url'),
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout,
    excludeCredentials: existing.map(describePasskey),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
  };
}

function describePasskey({ credential_id, transports }: NamedPasskey) {
  return { type: 'public-key' as const, id: credential_id.toString('base64url'), transports: [...transports] };
}

interface NewPasskey {
  readonly credentialId: Buffer;
  /** COSE_Key. */
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly backedUp: boolean;
}

/** Reads a new passkey; null unless it was made for this site and this nonce, by a person whom the authenticator has verified. */
export async function readNewPasskey(
  { id, origin }: RelyingParty,
  nonce: Buffer,
  credential: CreatedCredential,
): Promise<NewPasskey | null> {
  const { transports = [], ...response } = credential.response;
  const { verifyRegistrationResponse } = await loadLibrary();
  const checked = await verifyRegistrationResponse({
    response: { ...credential, response, clientExtensionResults: {} },
    expectedChallenge: nonce.toString('base64url'),
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => null);
  if (!checked?.verified || isFramed(response)) return null;
  const { credential: made, credentialBackedUp } = checked.registrationInfo;
  return {
    credentialId: Buffer.from(made.id, 'base64url'),
    publicKey: Buffer.from(made.publicKey),
    counter: made.counter,
    transports,
    backedUp: credentialBackedUp,
  };
}

export interface PasskeyUse {
  /** How often the authenticator says it was used; 0 where it does not count. */
  readonly counter: number;
  readonly backedUp: boolean;
}

/** Reads the use of a passkey; null unless it was signed for this site and this nonce, by a person whom the authenticator has verified. */
export async function readPasskeyUse(
  { id, origin }: RelyingParty,
  nonce: Buffer,
  credential: UsedCredential,
  publicKey: Buffer,
): Promise<PasskeyUse | null> {
  const { clientDataJSON, authenticatorData, signature } = credential.response;
  const { verifyAuthenticationResponse } = await loadLibrary();
  const checked = await verifyAuthenticationResponse({
    response: {
      ...credential,
      response: { clientDataJSON, authenticatorData, signature },
      clientExtensionResults: {},
    },
    expectedChallenge: nonce.toString('base64url'),
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    // The library refuses a counter that fell before it looks at the signature. Here the database compares it afterwards.
    credential: { id: credential.id, publicKey: Uint8Array.from(publicKey), counter: 0 },
  }).catch(() => null);
  if (!checked?.verified || isFramed({ clientDataJSON })) return null;
  const { newCounter, credentialBackedUp } = checked.authenticationInfo;
  return { counter: newCounter, backedUp: credentialBackedUp };
}

/** Whether another site had this one in a frame. The library has read the same JSON before. */
function isFramed({ clientDataJSON }: { readonly clientDataJSON: string }): boolean {
  const { crossOrigin } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as { crossOrigin?: unknown };
  return crossOrigin === true;
}

/** Its import takes 0.3 s and 25 MB, so only a process that needs it pays that. */
function loadLibrary() {
  return import('@simplewebauthn/server');
}

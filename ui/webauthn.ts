import type { CreatedCredential, CreationOptions, RequestOptions, UsedCredential } from '#contract/webauthn.ts';

/**
 * The browser's passkeys. Bytes are read from the buffers by hand: `toJSON` of a credential is shorter, but password managers
 * that put themselves in the browser's place break it.
 */

/** `exists`: this authenticator holds one of the account. `cancelled` is also said when it took too long or there is none. */
type PasskeyFailure = 'cancelled' | 'notMade' | 'exists' | 'unavailable';

export class PasskeyError extends Error {
  override readonly name = 'PasskeyError';
  readonly failure: PasskeyFailure;

  constructor(failure: PasskeyFailure) {
    super(failure);
    this.failure = failure;
  }
}

/** Makes a passkey. @throws PasskeyError */
export async function createPasskey(options: CreationOptions): Promise<CreatedCredential> {
  const made = await ask('notMade', () =>
    navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) }),
  );
  const response = made.response as AuthenticatorAttestationResponse;
  return {
    ...idOf(made),
    response: {
      clientDataJSON: encode(response.clientDataJSON),
      attestationObject: encode(response.attestationObject),
      transports: response.getTransports(),
    },
  };
}

interface Use {
  signal?: AbortSignal;
  /** `conditional` waits in the suggestions of a field, and asks nobody. */
  mediation?: CredentialMediationRequirement;
}

/** Uses a passkey. @throws PasskeyError; the signal's reason when it aborts */
export async function applyPasskey(options: RequestOptions, use: Use = {}): Promise<UsedCredential> {
  const used = await ask('cancelled', () =>
    navigator.credentials.get({ ...use, publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) }),
  ).catch((error: unknown) => {
    use.signal?.throwIfAborted();
    throw error;
  });
  const response = used.response as AuthenticatorAssertionResponse;
  return {
    ...idOf(used),
    response: {
      clientDataJSON: encode(response.clientDataJSON),
      authenticatorData: encode(response.authenticatorData),
      signature: encode(response.signature),
      userHandle: response.userHandle && encode(response.userHandle),
    },
  };
}

/** Tells the browser that the site does not know this passkey, so that it is not suggested again. */
export function disownPasskey(credentialId: string): void {
  const { signalUnknownCredential } = PublicKeyCredential as Partial<typeof PublicKeyCredential>;
  // Some browsers lack it, and nothing depends on it.
  void signalUnknownCredential?.call(PublicKeyCredential, { rpId: location.hostname, credentialId }).catch(() => {});
}

async function ask(ifRefused: PasskeyFailure, act: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  const credential = await act().catch((error: unknown) => {
    const { name } = error as { name?: unknown };
    if (name === 'InvalidStateError') throw new PasskeyError('exists');
    // Also what a browser says of a person who was not verified, and of no passkey: it does not tell them apart.
    if (name === 'NotAllowedError' || name === 'AbortError') throw new PasskeyError(ifRefused);
    throw new PasskeyError('unavailable');
  });
  if (credential === null) throw new PasskeyError(ifRefused);
  return credential as PublicKeyCredential;
}

function idOf({ rawId }: PublicKeyCredential) {
  const id = encode(rawId);
  return { id, rawId: id, type: 'public-key' as const };
}

/** Base64url without padding. */
function encode(buffer: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

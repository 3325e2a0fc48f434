import type { CreatedCredential, CreationOptions, RequestOptions, UsedCredential } from '#contract/webauthn.ts';

/** `exists`: this authenticator holds one already. `cancelled` is also said when it took too long or there is none that fits. */
export type PasskeyFailure = 'cancelled' | 'exists' | 'unavailable';

export class PasskeyError extends Error {
  override readonly name = 'PasskeyError';
  readonly failure: PasskeyFailure;

  constructor(failure: PasskeyFailure) {
    super(failure);
    this.failure = failure;
  }
}

/** Has a passkey of the operator sign. @throws PasskeyError */
export async function signWithPasskey(options: RequestOptions): Promise<UsedCredential> {
  const used = await asked(() =>
    navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) }),
  );
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

/** Makes a passkey. @throws PasskeyError */
export async function makePasskey(options: CreationOptions): Promise<CreatedCredential> {
  const made = await asked(() =>
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

async function asked(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  const credential = await ask().catch((error: unknown) => {
    const { name } = error as { readonly name?: unknown };
    if (name === 'InvalidStateError') throw new PasskeyError('exists');
    // Also what a browser says of a person who was not verified, and of no passkey: it does not tell them apart.
    if (name === 'NotAllowedError' || name === 'AbortError') throw new PasskeyError('cancelled');
    throw new PasskeyError('unavailable');
  });
  if (credential === null) throw new PasskeyError('cancelled');
  return credential as PublicKeyCredential;
}

function idOf({ rawId }: PublicKeyCredential) {
  const id = encode(rawId);
  return { id, rawId: id, type: 'public-key' as const };
}

/** Base64url without padding. By hand, because password managers that stand in for the browser break `toJSON`. */
function encode(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
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
  // The contract says what the library's type leaves open: how an authenticator is reached is any word.
  const optionsJSON = options as Parameters<typeof startAuthentication>[0]['optionsJSON'];
  return asked(() => startAuthentication({ optionsJSON })) as Promise<UsedCredential>;
}

/** Makes a passkey. @throws PasskeyError */
export async function makePasskey(options: CreationOptions): Promise<CreatedCredential> {
  const optionsJSON = options as Parameters<typeof startRegistration>[0]['optionsJSON'];
  return asked(() => startRegistration({ optionsJSON })) as Promise<CreatedCredential>;
}

async function asked<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    const { name, cause } = error as { name?: string; cause?: { name?: string } };
    const names = [name, cause?.name];
    if (names.includes('InvalidStateError')) throw new PasskeyError('exists');
    if (names.includes('NotAllowedError') || names.includes('AbortError')) throw new PasskeyError('cancelled');
    throw new PasskeyError('unavailable');
  }
}

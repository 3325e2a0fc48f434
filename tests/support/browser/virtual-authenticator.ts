import type { CDPSession, Page } from 'playwright-core';
import type { BrowserPasskey } from '#tests/support/players/passkey.ts';

/** The ways to falsify an authenticator's answers. */
export interface Spoiled {
  readonly isBogusSignature?: boolean;
  readonly isBadUV?: boolean;
  readonly isBadUP?: boolean;
}

/** A page's authenticator, as built into a phone: it keeps passkeys and verifies its owner. */
export interface VirtualAuthenticator {
  /** Whether the person in front of it is its owner. */
  setUserVerified(isVerified: boolean): Promise<void>;
  /** Whether somebody touches it at once when it asks. */
  setPresence(isThere: boolean): Promise<void>;
  /** Spoils each answer, until it is called without. */
  spoil(how?: Spoiled): Promise<void>;
  addPasskey(passkey: BrowserPasskey): Promise<void>;
  countPasskeys(): Promise<number>;
  remove(): Promise<void>;
}

export async function addAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const cdp: CDPSession = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    setUserVerified: (isUserVerified) => send('WebAuthn.setUserVerified', { isUserVerified }),
    setPresence: (enabled) => send('WebAuthn.setAutomaticPresenceSimulation', { enabled }),
    spoil: (how = {}) =>
      send('WebAuthn.setResponseOverrideBits', { isBogusSignature: false, isBadUV: false, isBadUP: false, ...how }),
    addPasskey: (credential) => send('WebAuthn.addCredential', { credential }),
    async countPasskeys() {
      return (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length;
    },
    remove: () => send('WebAuthn.removeVirtualAuthenticator', {}),
  };

  async function send(
    method:
      | 'WebAuthn.addCredential'
      | 'WebAuthn.setUserVerified'
      | 'WebAuthn.setAutomaticPresenceSimulation'
      | 'WebAuthn.setResponseOverrideBits'
      | 'WebAuthn.removeVirtualAuthenticator',
    parameters: object,
  ): Promise<void> {
    await cdp.send(method, { authenticatorId, ...parameters } as never);
  }
}

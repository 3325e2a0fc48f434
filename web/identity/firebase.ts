import { initializeApp } from '@firebase/app';
import {
  browserLocalPersistence,
  browserSessionPersistence,
  connectAuthEmulator,
  initializeAuth,
  RecaptchaVerifier,
  signInWithPhoneNumber,
  type Auth,
  type User,
} from '@firebase/auth';
import type { IdentityService } from '#contract/identity.ts';
import { isRemembered } from '#web/api/token.ts';
import type { TrustedTypes } from '#web/trusted.ts';
import { language } from '#web/words/en/language.ts';

/** A code that Firebase has sent. */
export interface SentCode {
  /**
   * Signs in to Firebase and resolves to its ID token. Once a code was right, the session is used again: Firebase takes a code
   * once.
   *
   * @throws FirebaseError
   */
  readonly confirm: (code: string) => Promise<string>;
}

let auth: Auth | undefined;

/**
 * Lets Firebase send a code to a phone.
 *
 * @param badge where reCAPTCHA shows that it works; empty
 * @throws FirebaseError
 */
export async function sendFirebaseCode(service: IdentityService, phone: string, badge: HTMLElement): Promise<SentCode> {
  auth ??= openAuth(service);
  const place = badge.appendChild(document.createElement('div'));
  const verifier = new RecaptchaVerifier(auth, place, { size: 'invisible', badge: 'inline' });
  try {
    const sent = await signInWithPhoneNumber(auth, phone, verifier);
    let user: User | undefined;
    return {
      async confirm(code) {
        user ??= (await sent.confirm(code)).user;
        return user.getIdToken();
      },
    };
  } finally {
    verifier.clear();
    place.remove();
  }
}

function openAuth({ apiKey, emulator }: IdentityService): Auth {
  // The session of Firebase is kept where the client's own is, and removed with it (web/api/token.ts).
  const persistence = isRemembered() ? browserLocalPersistence : browserSessionPersistence;
  const opened = initializeAuth(initializeApp({ apiKey }), { persistence });
  opened.languageCode = language;
  if (emulator === null) allowRecaptcha();
  else connectAuthEmulator(opened, emulator, { disableWarnings: true });
  return opened;
}

/** The SDK and reCAPTCHA name their scripts by plain text. Trusted Types accept that only from the policy `default`. */
function allowRecaptcha(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  trustedTypes?.createPolicy('default', { createScriptURL: scriptOfRecaptcha });
}

function scriptOfRecaptcha(address: string): string {
  const url = new URL(address);
  if (url.href.startsWith('https://www.google.com/recaptcha/')) {
    // Without it, reCAPTCHA would write HTML as plain text.
    url.searchParams.set('trustedtypes', 'true');
  } else if (!url.href.startsWith('https://www.gstatic.com/recaptcha/')) {
    throw new TypeError(`not a script of reCAPTCHA: ${address}`);
  }
  return url.href;
}

import type { Database } from '#database/connect.ts';
import type { KeyRing } from '#server/keys/key-ring.ts';
import type { Language } from '#server/words/languages.ts';
import type { BreachedPasswords } from './passwords/breached-passwords.ts';
import type { CommonPasswords } from './passwords/common-passwords.ts';
import type { ExclusionRegister } from './persons/exclusion-register.ts';
import type { IdentityService } from '#contract/identity.ts';
import type { VerifyFirebasePhone } from './sign-up/firebase.ts';
import type { IdentityLimits } from './limits.ts';
import type { Origin, SecurityLog } from './security-log/security-log.ts';
import type { SendingLimits } from './codes/sending-limits.ts';

/** The dependencies of this room's services. */
export interface Identity {
  readonly db: Database;
  readonly limits: IdentityLimits;
  readonly sending: SendingLimits;
  readonly security: SecurityLog;
  /** The secrets that codes are derived from. */
  readonly codeKey: KeyRing;
  /** The keys that seal the secrets of authenticator apps. */
  readonly factorKeys: KeyRing;
  /** The key of the HMACs of names; see `person-keys.ts`. Null where clients are not compared with excluded persons. */
  readonly personKey: Buffer | null;
  readonly exclusionRegister: ExclusionRegister;
  readonly commonPasswords: CommonPasswords;
  readonly breachedPasswords?: BreachedPasswords | undefined;
  /** Confirms phones through Firebase. Without it only our own codes do. */
  readonly verifyFirebasePhone?: VerifyFirebasePhone | undefined;
  /** How browsers reach Firebase; null where the web app does not offer it. */
  readonly identityService: IdentityService | null;
  /** Whether payouts wait after changes that a thief would make; see `cooling-off/cooling-off.ts`. */
  readonly coolingOff: boolean;
  /** Where players reach the site. Passkeys belong to its host. */
  readonly publicUrl: () => string;
  /** Whether players reach the site over HTTPS, as PUBLIC_URL says. */
  readonly https: boolean;
  /** Whether clients who have set up no second factor show a code by SMS or e-mail on a new device. */
  readonly newDeviceCode: boolean;
  /** Whether a code for a new password is good only in the browser that asked for it: the call must name its flow. */
  readonly resetFlow: 'optional' | 'required';
  /** Removes a client's sessions from this process's cache; see `createAuthenticator`. */
  readonly forget: (clientId: number) => void;
}

/** The known facts about a caller before sign-in. */
export interface Caller extends Origin {
  /** The secrets in the browser's device cookie; see `device.ts`. */
  readonly deviceSecrets: readonly string[];
  /** The language of the page that calls. */
  readonly language: Language;
}

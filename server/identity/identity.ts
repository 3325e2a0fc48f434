import type { Database } from '#database/connect.ts';
import type { CommonPasswords } from './common-passwords.ts';
import type { ExclusionRegister } from './exclusion-register.ts';
import type { VerifyFirebasePhone } from './firebase.ts';
import type { IdentityLimits } from './limits.ts';
import type { SendingLimits } from './sending-limits.ts';

/** The dependencies of this room's services. */
export interface Identity {
  readonly db: Database;
  readonly limits: IdentityLimits;
  readonly sending: SendingLimits;
  /** The secret that codes are derived from. */
  readonly codeKey: string;
  /** The key of the HMACs of names; see `person-keys.ts`. */
  readonly personKey: Buffer;
  readonly exclusionRegister: ExclusionRegister;
  readonly commonPasswords: CommonPasswords;
  /** Confirms phones through Firebase. Without it only our own codes do. */
  readonly verifyFirebasePhone?: VerifyFirebasePhone | undefined;
  /** Whether players reach the site over HTTPS, as PUBLIC_URL says. */
  readonly https: boolean;
  /** Removes a client's sessions from this process's cache; see `createAuthenticator`. */
  readonly forget: (clientId: number) => void;
}

/** What is known of a caller before sign-in. */
export interface Caller {
  /** The rate-limit key of its network address. */
  readonly address: string;
  readonly userAgent: string | undefined;
  /** What the browser's device cookie holds; see `device.ts`. */
  readonly deviceSecrets: readonly string[];
}

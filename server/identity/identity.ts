import type { Database } from '#database/connect.ts';
import type { VerifyFirebasePhone } from './firebase.ts';
import type { IdentityLimits } from './limits.ts';

/** What the services of this room work with. */
export interface Identity {
  readonly db: Database;
  readonly limits: IdentityLimits;
  /** The secret under which codes are stored. */
  readonly codeKey: string;
  /** Where Firebase confirms phones; without it only our own codes do. */
  readonly verifyFirebasePhone?: VerifyFirebasePhone | undefined;
  /** Drops what this process remembers of a client's sessions; see `createAuthenticator`. */
  readonly forget: (clientId: number) => void;
}

/** Who calls, as far as it is known before anybody is signed in. */
export interface Caller {
  /** The key its address is counted under. */
  readonly address: string;
  readonly userAgent: string | undefined;
}

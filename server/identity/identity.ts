import type { Database } from '#database/connect.ts';
import type { VerifyFirebasePhone } from './firebase.ts';
import type { IdentityLimits } from './limits.ts';
import type { SendingLimits } from './sending-limits.ts';

/** What the services of this room work with. */
export interface Identity {
  readonly db: Database;
  readonly limits: IdentityLimits;
  readonly sending: SendingLimits;
  /** The secret that codes are worked out with. */
  readonly codeKey: string;
  /** Where Firebase confirms phones; without it only our own codes do. */
  readonly verifyFirebasePhone?: VerifyFirebasePhone | undefined;
  /** Whether players reach the site over HTTPS, as PUBLIC_URL says. */
  readonly https: boolean;
  /** Drops what this process remembers of a client's sessions; see `createAuthenticator`. */
  readonly forget: (clientId: number) => void;
}

/** Who calls, as far as it is known before anybody is signed in. */
export interface Caller {
  /** The key its address is counted under. */
  readonly address: string;
  readonly userAgent: string | undefined;
  /** What the browser's device cookie holds; see `device.ts`. */
  readonly deviceSecrets: readonly string[];
}

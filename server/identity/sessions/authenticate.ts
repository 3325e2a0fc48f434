import type { Database } from '#database/connect.ts';
import type { Authenticate, SignedIn } from '#server/http/signed-in.ts';
import { createSessionFinder } from './find-session.ts';

export interface Authenticator {
  readonly authenticate: Authenticate;
  /** Removes a client's sessions from this process's cache. The other processes are notified by the database. */
  readonly forget: (clientId: number) => void;
  readonly stop: () => Promise<void>;
}

/**
 * How long a token's owner is cached. NOTIFY invalidates the entry as soon as a session ends or its client changes. Nothing is
 * cached while that connection is lost, which is noticed after some six seconds at the latest. Each look-up tells the database that
 * the session is in use, so this has to be short against the half hour after which an unused one expires.
 */
const rememberedMs = 20_000;
const mostRemembered = 50_000;

interface Remembered {
  readonly signedIn: SignedIn;
  readonly until: number;
}

/** Finds the caller by the token: one indexed query, then for a short time the cache. */
export async function createAuthenticator(db: Database): Promise<Authenticator> {
  const sessions = createSessionFinder(db);
  const remembered = new Map<string, Remembered>();
  // A session that ends during its look-up must not be cached. Each look-up compares this counter before and after.
  let changes = 0;
  let isTold = true;

  const forget = (clientId: number | null) => {
    changes += 1;
    if (clientId === null) return remembered.clear();
    for (const [token, { signedIn }] of remembered) if (signedIn.clientId === clientId) remembered.delete(token);
  };
  const stopListening = await db.listen(
    'session',
    (payload) => {
      isTold = true;
      forget(payload === null ? null : Number(payload));
    },
    () => {
      isTold = false;
      forget(null);
    },
  );

  return {
    async authenticate(token) {
      const now = performance.now();
      const known = remembered.get(token);
      if (known !== undefined && known.until > now) return known.signedIn;
      const changesBefore = changes;
      const found = await sessions.find(token);
      if (found === null) {
        remembered.delete(token);
        return null;
      }
      // Who has not confirmed the phone may do so at another process, and their next call may come here before its news.
      if (isTold && changes === changesBefore && found.signedIn.confirmed) {
        if (remembered.size >= mostRemembered) remembered.clear();
        remembered.set(token, { signedIn: found.signedIn, until: now + Math.min(rememberedMs, found.remainingMs) });
      }
      return found.signedIn;
    },
    forget,
    async stop() {
      await stopListening();
      await sessions.stop();
    },
  };
}

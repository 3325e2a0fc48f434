import type { Database } from '#database/connect.ts';
import type { Authenticate, SignedIn } from '#server/http/signed-in.ts';
import { createSessionFinder, type FoundSession } from './find-session.ts';

interface Authenticator {
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
  /** The tokens of each client, so that forgetting one client looks at no other, however many notifications come. */
  const tokens = new Map<number, Set<string>>();
  // A session that ends during its look-up must not be cached. Each look-up compares this counter before and after.
  let changes = 0;
  let isTold = true;

  const forget = (clientId: number | null) => {
    changes += 1;
    if (clientId === null) return forgetAll();
    for (const token of tokens.get(clientId) ?? []) remembered.delete(token);
    tokens.delete(clientId);
  };
  const forgetAll = () => {
    remembered.clear();
    tokens.clear();
  };
  const remember = (token: string, { signedIn, remainingMs }: FoundSession, now: number) => {
    if (remembered.size >= mostRemembered) forgetAll();
    remembered.set(token, { signedIn, until: now + Math.min(rememberedMs, remainingMs) });
    const own = tokens.get(signedIn.clientId);
    if (own === undefined) tokens.set(signedIn.clientId, new Set([token]));
    else own.add(token);
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
        if (known !== undefined) tokens.get(known.signedIn.clientId)?.delete(token);
        return null;
      }
      // A session without a confirmed phone is not cached: another process may confirm it, and the next call may arrive before the notification.
      if (isTold && changes === changesBefore && found.signedIn.confirmed) {
        remember(token, found, now);
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

import type { GivenProof, NewProof, ProofOptions } from '#contract/identity.ts';
import { problems, type ProofLevel, type ProofMethod } from '#contract/problems.ts';
import type { Factor } from '#contract/security.ts';
import type { Queryable, Transaction } from '#database/connect.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { SignedIn } from '#server/http/signed-in.ts';
import type { Sentence } from '#server/words/languages.ts';
import { lockClient, readClient, type ClientRow } from '#server/identity/client.ts';
import type { Caller, Identity } from '#server/identity/identity.ts';
import { guessCode } from '#server/identity/limits.ts';
import { tellOwner } from '#server/identity/security-log/notices.ts';
import { verifyPassword } from '#server/identity/passwords/password.ts';
import { askSession, takeSessionChallenge } from '#server/identity/passkeys/challenges.ts';
import { namePasskeys } from '#server/identity/passkeys/use-passkey.ts';
import { relyingPartyOf, requestPasskey } from '#server/identity/passkeys/webauthn.ts';
import {
  methodOf,
  prepareSecond,
  readSecondMethods,
  watchGuess,
  type PreparedSecond,
  type SecondMethod,
} from '#server/identity/factors/second-factors.ts';
import type { Origin } from '#server/identity/security-log/security-log.ts';
import { replaceToken } from '#server/identity/sessions/sessions.ts';

/** How long a proof in a session stays fresh. Signing in counts as one. */
const freshMinutes = 10;

/** Shows that the client gave the password. `lockProven` checks that it has not changed since. */
export interface Proof {
  readonly clientId: number;
  readonly passwordHash: string;
}

/**
 * Checks the client's password, for actions that a session alone does not allow.
 *
 * @param origin for the security log, which gets a wrong one
 * @throws Refusal proof_needed without a password, wrong_password, rate_limited
 */
export async function provePassword(
  { db, limits, security }: Pick<Identity, 'db' | 'limits' | 'security'>,
  { clientId, sessionId }: Pick<SignedIn, 'clientId' | 'sessionId'>,
  password: string | undefined,
  origin: Origin,
  path = 'currentPassword',
): Promise<Proof> {
  if (password === undefined) throw new Refusal('proof_needed', { proof: { methods: ['password'], level: 'fresh' } });
  await limits.passwordBySession.take(sessionId).catch((error: unknown) => {
    if (error instanceof Refusal) {
      security.note(origin, { clientId, kind: 'password_throttled', factor: 'password' });
    }
    throw error;
  });
  const { password_hash: passwordHash } = await readClient(db, clientId);
  if (!(await verifyPassword(password, passwordHash))) {
    security.note(origin, { clientId, kind: 'password_wrong', factor: 'password' });
    throw refusePassword(path);
  }
  await limits.passwordBySession.forget(sessionId);
  return { clientId, passwordHash };
}

/** Locks the row of a client who gave the password. @throws Refusal wrong_password when it was changed since */
export async function lockProven(
  tx: Queryable,
  { clientId, passwordHash }: Proof,
  path = 'currentPassword',
): Promise<ClientRow> {
  const client = await lockClient(tx, clientId);
  if (client.password_hash !== passwordHash) throw refusePassword(path);
  return client;
}

function refusePassword(path: string): Refusal {
  return new Refusal('wrong_password', {
    errors: [{ path, message: problems.wrong_password[2], code: 'wrong_password' }],
  });
}

/**
 * Requires that the client has shown who they are in this session, at most ten minutes ago. `strong` takes a passkey or two
 * kinds of factor. One is enough for a client who has not set up a second one.
 *
 * @throws Refusal proof_needed
 */
export async function requireProof(
  db: Queryable,
  { clientId, sessionId }: Pick<SignedIn, 'clientId' | 'sessionId'>,
  level: ProofLevel,
): Promise<void> {
  const { provenBy } = await readProof(db, sessionId);
  const second = await readSecondMethods(db, clientId);
  const wanted = second.length > 0 ? level : 'fresh';
  if (wanted === 'strong' ? isStrong(provenBy) : provenBy.length > 0) return;
  throw new Refusal('proof_needed', {
    proof: { methods: methodsOf(second), level: wanted },
    ...(wanted === 'strong' && { detail: sentenceOf(second) }),
  });
}

function isStrong(provenBy: readonly Factor[]): boolean {
  return provenBy.includes('passkey') || provenBy.length >= 2;
}

function sentenceOf(second: readonly SecondMethod[]): Sentence {
  const code = second.includes('totp') ? 'app' : 'recovery';
  return ({ strongProof }) => strongProof(second.includes('passkey'), code);
}

/** Which proofs this client can give, and how good the session's last one is. */
export async function readProofOptions(
  { db, publicUrl }: Pick<Identity, 'db' | 'publicUrl'>,
  signedIn: SignedIn,
): Promise<ProofOptions> {
  const { clientId, sessionId } = signedIn;
  const { provenBy, provenUntil } = await readProof(db, sessionId);
  const second = await readSecondMethods(db, clientId);
  const answer = { methods: methodsOf(second), provenUntil, strong: isStrong(provenBy) };
  if (!second.includes('passkey')) return answer;
  const nonce = await askSession(db, signedIn, 'proof');
  const passkey = requestPasskey(relyingPartyOf(publicUrl()), nonce, await namePasskeys(db, clientId));
  return { ...answer, passkey };
}

function methodsOf(second: readonly SecondMethod[]): ProofMethod[] {
  return ['password', ...second];
}

interface SessionProof {
  /** The kinds of factor in the session's proof; none when it is no longer fresh. */
  readonly provenBy: readonly Factor[];
  readonly provenUntil: string | null;
}

async function readProof(db: Queryable, sessionId: string): Promise<SessionProof> {
  const [row] = await db.query<{ proven_by: Factor[]; proven_until: Date }>(
    `select proven_by, proven_at + $2 * interval '1 minute' as proven_until from session
     where id = $1 and proven_at > clock_timestamp() - $2 * interval '1 minute'`,
    [sessionId, freshMinutes],
  );
  return { provenBy: row?.proven_by ?? [], provenUntil: row?.proven_until.toISOString() ?? null };
}

/**
 * Shows again who is calling. The session continues under a new token, so that a stolen one gains nothing from it.
 *
 * @throws Refusal wrong_password, invalid_code, passkey_unknown, passkey_refused, challenge_over, rate_limited,
 *   unauthenticated when the session ended in the meantime
 */
export async function proveSession(
  identity: Identity,
  signedIn: SignedIn,
  given: GivenProof,
  caller: Caller,
): Promise<NewProof> {
  const { db, limits, forget } = identity;
  const { clientId, sessionId } = signedIn;
  const password =
    given.password === undefined ? null : await provePassword(identity, signedIn, given.password, caller, 'password');
  const prove = async () => {
    const takeNonce = () => takeSessionChallenge(db, signedIn, 'proof');
    const second = await prepareSecond(identity, clientId, given, takeNonce, caller);
    return db.transact((tx) => renewProof(identity, tx, signedIn, { password, second }, caller));
  };
  const factor = methodOf(given);
  // Only codes can be guessed.
  const guessed = factor === 'passkey' ? null : factor;
  const proof =
    guessed === null
      ? await prove()
      : await watchGuess(identity, caller, clientId, guessed, async () => {
          await limits.codeBySession.take(sessionId);
          return guessCode(limits, caller.address, prove);
        });
  if (guessed !== null) await limits.codeBySession.forget(sessionId);
  forget(clientId);
  return proof;
}

interface Shown {
  readonly password: Proof | null;
  readonly second: PreparedSecond | null;
}

/** Uses up what was shown, and gives the session a new token. @throws Refusal wrong_password, invalid_code, passkey_unknown, unauthenticated */
async function renewProof(
  identity: Identity,
  tx: Transaction,
  { clientId, sessionId }: SignedIn,
  { password, second }: Shown,
  caller: Caller,
): Promise<NewProof> {
  const { security } = identity;
  const client = await (password === null ? lockClient(tx, clientId) : lockProven(tx, password, 'password'));
  const refusal = (await second?.use(tx)) ?? null;
  if (refusal !== null) throw refusal;
  const provenBy: Factor[] = [...(password ? ['password' as const] : []), ...(second ? [second.method] : [])];
  const jwt = await replaceToken(tx, sessionId);
  const [row] = await tx.query<{ proven_until: Date }>(
    `update session set proven_at = clock_timestamp(), proven_by = $2 where id = $1
     returning proven_at + $3 * interval '1 minute' as proven_until`,
    [sessionId, provenBy, freshMinutes],
  );
  if (jwt === null || row === undefined) throw new Refusal('unauthenticated');
  const detail = { factors: provenBy };
  await security.record(tx, caller, { clientId, kind: 'proof_given', factor: provenBy.at(-1)!, detail });
  if (second?.method === 'recovery_code') {
    await security.record(tx, caller, { clientId, kind: 'recovery_code_used', factor: 'recovery_code' });
  }
  const notice = second?.notice() ?? null;
  if (notice !== null) await tellOwner(identity, tx, client, { template: notice, address: caller.address });
  return { jwt, provenUntil: row.proven_until.toISOString(), strong: isStrong(provenBy) };
}

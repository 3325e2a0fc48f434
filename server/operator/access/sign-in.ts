import type { AnswerOf, RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/access.ts';
import { addressKey } from '#server/http/rate-limit.ts';
import { Refusal } from '#server/http/refusal.ts';
import { newNonce, readPasskeyUse, relyingPartyOf, requestPasskey } from '#server/identity/passkeys/webauthn.ts';
import { verifyPassword } from '#server/identity/passwords/password.ts';
import type { Origin } from '#server/identity/security-log/security-log.ts';
import { stepOf } from '#server/identity/factors/totp.ts';
import { openAppSecret, sealAppSecret } from './app-secrets.ts';
import type { Operators } from './operators.ts';
import { rowOf, valueOf } from './reads.ts';
import { newSecret } from './sessions.ts';

/** A challenge for a sign-in with any passkey of the console. It belongs to whoever knows its id, which nobody can guess. */
export async function askToSignIn({
  db,
  consoleUrl,
}: Operators): Promise<AnswerOf<typeof contract.askToSignIn>['data']> {
  const nonce = newNonce();
  const challengeId = await valueOf<string>(db, 'console.begin_sign_in', [nonce]);
  return { challengeId, options: requestPasskey(relyingPartyOf(consoleUrl()), nonce) };
}

interface TakenRow {
  readonly nonce: Buffer;
  readonly passkey_id: string | null;
  readonly public_key: Buffer;
  readonly handle: Buffer;
}

/**
 * Opens a session for the operator whose passkey has signed.
 *
 * @returns the session's secret
 * @throws Refusal challenge_over; passkey_refused, the same for a passkey that nobody knows, that waits for its approval or that
 *   belongs to an operator who is disabled
 */
export async function signInWithPasskey(
  { db, consoleUrl }: Operators,
  { challengeId, credential }: RequestOf<typeof contract.signInWithPasskey>['body'],
  { address, userAgent }: Origin,
): Promise<string> {
  const credentialId = Buffer.from(credential.id, 'base64url');
  const taken = await rowOf<TakenRow>(db, 'console.take_sign_in', [challengeId, credentialId]);
  if (taken === undefined) throw new Refusal('challenge_over');
  if (taken.passkey_id === null) throw new Refusal('passkey_refused');
  const { userHandle } = credential.response;
  const isOwner = userHandle != null && taken.handle.equals(Buffer.from(userHandle, 'base64url'));
  const use = isOwner
    ? await readPasskeyUse(relyingPartyOf(consoleUrl()), taken.nonce, credential, taken.public_key)
    : null;
  if (use === null) {
    await valueOf(db, 'console.refuse_passkey', [taken.passkey_id, address]);
    throw new Refusal('passkey_refused');
  }
  const secret = newSecret();
  const values = [taken.passkey_id, use.counter, secret, address, userAgent];
  if (!(await valueOf<boolean>(db, 'console.sign_in_with_passkey', values))) throw new Refusal('passkey_refused');
  return secret;
}

interface PasswordRow {
  readonly operator_id: number;
  readonly hash: string;
  readonly totp_sealed: Buffer;
  readonly last_step: number;
  readonly step: number;
}

/**
 * Opens a session for an operator whose roles never approve. Password and code are looked at together, so nobody learns which of
 * the two is wrong; without such an operator, or after too many tries, it takes as long.
 *
 * @returns the session's secret
 * @throws Refusal wrong_credentials
 */
export async function signInWithPassword(
  { db, identity: { factorKeys } }: Operators,
  { name, password, code }: RequestOf<typeof contract.signInWithPassword>['body'],
  { address, userAgent }: Origin,
): Promise<string> {
  const refused = new Refusal('wrong_credentials', { detail: ({ operators: says }) => says.wrongCredentials });
  const found = await rowOf<PasswordRow>(db, 'console.begin_password', [name, address, addressKey(address)]);
  const isRight = await verifyPassword(password, found?.hash ?? null);
  if (found === undefined) throw refused;
  const app = openAppSecret(factorKeys, found.totp_sealed, found.operator_id);
  const step = isRight ? stepOf(code, app, found.step, found.last_step) : null;
  if (step === null) {
    await valueOf(db, 'console.refuse_password', [found.operator_id, address]);
    throw refused;
  }
  const secret = newSecret();
  // Sealed again, so that a former key is not needed any more.
  const sealed = sealAppSecret(factorKeys, app, found.operator_id);
  const values = [found.operator_id, step, sealed, secret, address, addressKey(address), userAgent];
  if (!(await valueOf<boolean>(db, 'console.sign_in_with_password', values))) throw refused;
  return secret;
}

/** Uses a link up. @returns the secret of a session that only sets ways in @throws Refusal link_over */
export async function signInWithLink(
  { db }: Operators,
  token: string,
  { address, userAgent }: Origin,
): Promise<string> {
  const secret = newSecret();
  const isIn = await valueOf<boolean>(db, 'console.use_link', [token, secret, address, userAgent]);
  if (!isIn) throw new Refusal('link_over');
  return secret;
}

/** Lets anybody in as a demo operator. @returns the session's secret @throws Refusal not_found outside of a demonstration */
export async function signInToDemo(
  { db }: Operators,
  roles: readonly string[],
  { address, userAgent }: Origin,
): Promise<string> {
  const secret = newSecret();
  const name = await valueOf<string | null>(db, 'console.sign_in_to_demo', [roles, secret, address, userAgent]);
  if (name === null) throw new Refusal('not_found');
  return secret;
}

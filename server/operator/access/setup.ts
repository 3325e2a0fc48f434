import type { AnswerOf, RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/access.ts';
import type { CreationOptions } from '#contract/webauthn.ts';
import type { Queryable } from '#database/connect.ts';
import { Refusal } from '#server/http/refusal.ts';
import { newNonce, readNewPasskey, relyingPartyOf, requestNewPasskey } from '#server/identity/passkeys/webauthn.ts';
import { hashPassword } from '#server/identity/passwords/password.ts';
import { newTotp, stepOf } from '#server/identity/factors/totp.ts';
import { requireStrongPassword } from '#server/identity/passwords/weak-password.ts';
import { openAppSecret, sealAppSecret } from './app-secrets.ts';
import { conflict } from './call-act.ts';
import { actAs, type Operator, type Operators } from './operators.ts';
import { readOne, rowOf, valueOf } from './reads.ts';

/** The options for an authenticator that adds a passkey in this session. */
export async function beginPasskey(operators: Operators, { session }: Operator): Promise<CreationOptions> {
  const nonce = newNonce();
  const begun = await actAs(operators, (tx) =>
    rowOf<{ handle: Buffer; name: string; existing: Buffer[] }>(tx, 'console.begin_passkey', [session, nonce]),
  );
  const { handle, name, existing } = begun!;
  return requestNewPasskey(
    relyingPartyOf(operators.consoleUrl()),
    nonce,
    { handle, name, displayName: name },
    existing.map((credential_id) => ({ credential_id, transports: [] })),
  );
}

/**
 * Adds the passkey that was made.
 *
 * @throws Refusal challenge_over, passkey_refused; conflict when the operator has ten, or the passkey is there already
 */
export async function addPasskey(
  operators: Operators,
  { session }: Operator,
  { credential, name }: RequestOf<typeof contract.addPasskey>['body'],
): Promise<Ways> {
  const nonce = await readOne<Buffer | null>(operators, 'console.take_passkey_nonce', [session]);
  if (nonce === null) throw new Refusal('challenge_over');
  const made = await readNewPasskey(relyingPartyOf(operators.consoleUrl()), nonce, credential);
  if (made === null) throw new Refusal('passkey_refused');
  return actAs(operators, async (tx) => {
    const values = [session, made.credentialId, made.publicKey, made.transports, made.counter, name];
    const outcome = await valueOf<'set' | 'full' | 'taken'>(tx, 'console.add_passkey', values);
    if (outcome !== 'set') throw conflict((says) => says.setup[outcome]);
    return readWays(tx, session);
  });
}

/**
 * Sets a password and the secret of an app, which count once the app has shown its first code.
 *
 * @throws Refusal weak_password; not_allowed where a role of the operator approves, or the session is not of a link
 */
export async function setPassword(
  operators: Operators,
  { id, name, session }: Operator,
  password: string,
): Promise<AnswerOf<typeof contract.setPassword>['data']> {
  requireStrongPassword(operators.identity.commonPasswords, password, null);
  const hash = await hashPassword(password);
  const { bytes, ...shown } = newTotp(`${name} (console)`);
  const sealed = sealAppSecret(operators.identity.factorKeys, bytes, id);
  const outcome = await readOne<'set' | 'not_here'>(operators, 'console.set_password', [session, hash, sealed]);
  if (outcome === 'not_here')
    throw new Refusal('not_allowed', { detail: ({ operators: says }) => says.setup.needsPasskeys });
  return shown;
}

/** Takes the first code of the app. @throws Refusal invalid_code; not_allowed where no app waits for one */
export function confirmPassword(operators: Operators, { session }: Operator, code: string): Promise<Ways> {
  return actAs(operators, async (tx) => {
    const app = await rowOf<{ operator_id: number; totp_sealed: Buffer; step: number }>(tx, 'console.waiting_app', [
      session,
    ]);
    if (app === undefined)
      throw new Refusal('not_allowed', { detail: ({ operators: says }) => says.setup.passwordFirst });
    const secret = openAppSecret(operators.identity.factorKeys, app.totp_sealed, app.operator_id);
    const step = stepOf(code, secret, app.step, null);
    if (step === null) throw new Refusal('invalid_code');
    await valueOf(tx, 'console.confirm_password', [session, step]);
    return readWays(tx, session);
  });
}

type Ways = AnswerOf<typeof contract.addPasskey>['data'];

/** The factors that the operator signs in with. */
export function getWays(operators: Operators, { session }: Operator): Promise<Ways> {
  return actAs(operators, (tx) => readWays(tx, session));
}

async function readWays(tx: Queryable, session: string): Promise<Ways> {
  return (await rowOf<Ways>(tx, 'console.ways_in', [session]))!;
}

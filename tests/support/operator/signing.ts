import { randomBytes } from 'node:crypto';
import type { Response } from 'light-my-request';
import type { OperatorRole } from '#contract/operator/roles.ts';
import type { Problem } from '#contract/problems.ts';
import type { Database } from '#database/connect.ts';
import type { Http } from '#server/http/http.ts';
import { readNewPasskey, relyingPartyOf, requestNewPasskey } from '#server/identity/passkeys/webauthn.ts';
import { createSoftPasskey, type Flaws, type SoftPasskey } from '#tests/support/players/passkey.ts';
import { callAs, makeOperator, testConsoleUrl, type TestOperator } from './operators.ts';

/** An operator of a day ago with a passkey, whose acts that take two have to be signed. */
export interface SigningOperator extends TestOperator {
  readonly key: SoftPasskey;
}

export async function makeSigningOperator(
  owner: Database,
  roles: readonly OperatorRole[],
  { isNew = false } = {},
): Promise<SigningOperator> {
  const operator = await makeOperator(owner, roles, { demo: false, isNew });
  return { ...operator, key: await givePasskey(owner, operator) };
}

/** Gives an operator of the console at this address a passkey that counts at once. */
export async function givePasskey(
  owner: Database,
  { name }: TestOperator,
  consoleUrl = testConsoleUrl,
): Promise<SoftPasskey> {
  const site = relyingPartyOf(consoleUrl);
  const key = createSoftPasskey(site.origin);
  const nonce = randomBytes(32);
  const user = { handle: randomBytes(32), name, displayName: name };
  const made = await readNewPasskey(site, nonce, key.create(requestNewPasskey(site, nonce, user, [])));
  const { credentialId, publicKey, counter, transports } = made!;
  await owner.query(
    `insert into console.passkey (operator_id, credential_id, public_key, transports, counter, name, active_at)
     select id, $2, $3, $4, $5, 'desk', clock_timestamp() from console.operator where name = $1`,
    [name, credentialId, publicKey, transports, counter],
  );
  return key;
}

/** The answer to a call without a signature. */
export async function askToSign(http: Http, operator: TestOperator, path: string, body: object): Promise<Problem> {
  const answer = await callAs(http, operator, 'POST', path, body);
  if (answer.statusCode !== 403) throw new Error(`nothing is to be signed: ${answer.body}`);
  return answer.json<Problem>();
}

/** Makes a call that has to be signed: once to learn what, and again with the signature. */
export async function callSigned(
  http: Http,
  operator: SigningOperator,
  path: string,
  body: object,
  flaws: Flaws = {},
): Promise<Response> {
  const { passkey } = await askToSign(http, operator, path, body);
  return callAs(http, operator, 'POST', path, { ...body, signature: operator.key.use(passkey!, flaws) });
}

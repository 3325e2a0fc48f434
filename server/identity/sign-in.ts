import type * as v from 'valibot';
import type { credentials, User } from '#contract/identity.ts';
import { Refusal } from '../http/refusal.ts';
import { findClient, lockClient, toUser, type ClientRow } from './client.ts';
import { findDevice, noteDeviceSeen } from './device.ts';
import type { Caller, Identity } from './identity.ts';
import { checkSignInAddress, countWrongSignIn } from './limits.ts';
import { verifyPassword } from './password.ts';
import { findPhones } from './phone-number.ts';
import { startSession } from './sessions.ts';
import { takeSignInTry } from './sign-in-wait.ts';

export interface SignedInUser {
  /** The session's token. */
  readonly jwt: string;
  readonly user: User;
}

/**
 * Signs in with a phone, in any usual form, or an e-mail address. Whatever is wrong, the answer and the work are the same.
 *
 * @throws Refusal wrong_credentials, rate_limited
 */
export async function signIn(
  identity: Identity,
  { identifier, password, remember = false }: v.InferOutput<typeof credentials>,
  caller: Caller,
): Promise<SignedInUser> {
  const { db } = identity;
  const client = await findClient(db, findPhones(identifier), identifier.includes('@') ? identifier : null);
  const deviceId = client === null ? null : await findDevice(db, client.id, caller);
  const known = await (deviceId === null
    ? tryFromUnknown(identity, { identifier, password }, client, caller)
    : tryFromDevice(identity, password, client, deviceId));
  return db.transact(async (tx) => {
    const { password_hash } = await lockClient(tx, known.id);
    // The password was changed while the old one was looked at.
    if (password_hash !== known.password_hash) throw new Refusal('wrong_credentials');
    const [signedIn] = await tx.query<ClientRow>(
      'update client set last_sign_in_at = now() where id = $1 returning *',
      [known.id],
    );
    if (signedIn === undefined) throw new Error(`client ${known.id} is gone`);
    if (deviceId !== null) await noteDeviceSeen(tx, deviceId);
    const jwt = await startSession(tx, known.id, { userAgent: caller.userAgent, remember, deviceId });
    return { jwt, user: toUser(signedIn) };
  });
}

/** A known device has tries of its own, which nobody else uses up. @throws Refusal wrong_credentials, rate_limited */
async function tryFromDevice(
  { limits }: Identity,
  password: string,
  client: ClientRow | null,
  deviceId: string,
): Promise<ClientRow> {
  await limits.signInByDevice.take(deviceId);
  const known = await look(client, password);
  if (known === null) throw new Refusal('wrong_credentials');
  await limits.signInByDevice.forget(deviceId);
  return known;
}

/** All other browsers share the wait of the account. @throws Refusal wrong_credentials, rate_limited */
async function tryFromUnknown(
  { db, limits }: Identity,
  { identifier, password }: { readonly identifier: string; readonly password: string },
  client: ClientRow | null,
  { address }: Caller,
): Promise<ClientRow> {
  await checkSignInAddress(limits, address);
  const attempt = await takeSignInTry(db, identifier, client);
  const known = await look(client, password).catch(async (error: unknown) => {
    await attempt.giveBack();
    throw error;
  });
  if (known === null) {
    await countWrongSignIn(limits, address, attempt.account);
    throw new Refusal('wrong_credentials');
  }
  await attempt.forgive(known);
  return known;
}

async function look(client: ClientRow | null, password: string): Promise<ClientRow | null> {
  return (await verifyPassword(password, client?.password_hash ?? null)) ? client : null;
}

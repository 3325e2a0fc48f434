import type * as v from 'valibot';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { credentials } from '#contract/forms/identity.ts';
import type * as contract from '#contract/identity.ts';
import { Refusal } from '#server/http/refusal.ts';
import { askRegister, storeQuestion } from './ask-register.ts';
import { findClients, lockClient, mostClaiming, readClient, toUser, type ClientRow, type Matches } from './client.ts';
import { findDevice, noteDeviceSeen } from './device.ts';
import type { Caller, Identity } from './identity.ts';
import { checkSignInAddress, countWrongSignIn } from './limits.ts';
import { verifyPassword } from './password.ts';
import { keyPerson } from './person-keys.ts';
import { findPhones } from './phone-number.ts';
import { startSession } from './sessions.ts';
import { takeSignInTry } from './sign-in-wait.ts';

/** The session's token, and whose it is. */
export type SignedInUser = AnswerOf<typeof contract.signIn>;

/**
 * Signs in with a phone, in any usual form, or an e-mail address. Every failure gives the same answer after the same work.
 *
 * @throws Refusal wrong_credentials, rate_limited
 */
export async function signIn(
  identity: Identity,
  { identifier, password, remember = false }: v.InferOutput<typeof credentials>,
  caller: Caller,
): Promise<SignedInUser> {
  const { db } = identity;
  const matches = await findClients(db, findPhones(identifier), identifier.includes('@') ? identifier : null);
  const clients = [...matches.proven, ...matches.claiming];
  const device = await findDevice(
    db,
    clients.map(({ id }) => id),
    caller,
  );
  const client = await (device === null
    ? tryFromUnknown(identity, { identifier, password }, matches, caller)
    : tryFromDevice(
        identity,
        password,
        clients.find(({ id }) => id === device.clientId)!,
        device.id,
      ));
  const { question, ...signedIn } = await db.transact(async (tx) => {
    const locked = await lockClient(tx, client.id);
    // The password was changed during the check of the old one.
    if (locked.password_hash !== client.password_hash) throw new Refusal('wrong_credentials');
    await keyPerson(tx, identity, locked);
    const question = await storeQuestion(tx, identity, client.id);
    await tx.query('update client set last_sign_in_at = now() where id = $1', [client.id]);
    if (device !== null) await noteDeviceSeen(tx, device.id);
    const visit = { userAgent: caller.userAgent, remember, deviceId: device?.id ?? null };
    const jwt = await startSession(tx, client.id, visit);
    return { jwt, user: toUser(await readClient(tx, client.id)), question };
  });
  await askRegister(identity, question);
  return signedIn;
}

/** A known device has its own tries, which nobody else can use up. @throws Refusal wrong_credentials, rate_limited */
async function tryFromDevice(
  { limits }: Identity,
  password: string,
  client: ClientRow,
  deviceId: string,
): Promise<ClientRow> {
  await limits.signInByDevice.take(deviceId);
  if (!(await verifyPassword(password, client.password_hash))) throw new Refusal('wrong_credentials');
  await limits.signInByDevice.forget(deviceId);
  return client;
}

/** All other browsers share the wait of the account. @throws Refusal wrong_credentials, rate_limited */
async function tryFromUnknown(
  { db, limits }: Identity,
  { identifier, password }: { readonly identifier: string; readonly password: string },
  matches: Matches,
  { address }: Caller,
): Promise<ClientRow> {
  await checkSignInAddress(limits, address);
  const attempt = await takeSignInTry(db, identifier, [...matches.proven, ...matches.claiming]);
  const missed: ClientRow[] = [];
  const client = await findByPassword(matches, password, missed).catch(async (error: unknown) => {
    if (missed.length === 0) await attempt.giveBack();
    throw error;
  });
  if (client === null) {
    await countWrongSignIn(limits, address, attempt.account);
    throw new Refusal('wrong_credentials');
  }
  // A client who only claims a phone or an address gets no try back: the try was also a guess at the owner's password.
  if (matches.proven.includes(client)) await attempt.forgive(client, missed);
  return client;
}

/**
 * Finds the client whose password this is, and adds those whose it is not to `missed`. Clients who have proven the phone or
 * the address come first. A failed try does at least the work of one proven and `mostClaiming` claiming clients, so that the
 * response time does not reveal how many there are.
 */
async function findByPassword(
  { proven, claiming }: Matches,
  password: string,
  missed: ClientRow[],
): Promise<ClientRow | null> {
  const absent = Array.from<null>({ length: mostClaiming - claiming.length }).fill(null);
  for (const client of [...(proven.length > 0 ? proven : [null]), ...claiming, ...absent]) {
    if (await verifyPassword(password, client?.password_hash ?? null)) return client;
    if (client !== null) missed.push(client);
  }
  return null;
}

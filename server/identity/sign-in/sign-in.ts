import type * as v from 'valibot';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { credentials } from '#contract/forms/identity.ts';
import type * as contract from '#contract/identity.ts';
import { Refusal } from '#server/http/refusal.ts';
import { askRegister, storeQuestion, type RegisterQuestion } from '#server/identity/persons/ask-register.ts';
import { knownPasswords } from '#server/identity/passwords/breached-passwords.ts';
import {
  findClients,
  lockClient,
  mostClaiming,
  readClient,
  toUser,
  type ClientRow,
  type Matches,
} from '#server/identity/client.ts';
import { startChallenge } from '#server/identity/second-step/challenge.ts';
import { findDevice, noteDeviceSeen } from '#server/identity/devices/device.ts';
import type { Caller, Identity } from '#server/identity/identity.ts';
import { checkSignInAddress, countWrongSignIn } from '#server/identity/limits.ts';
import { tellAllContacts, tellOwner } from '#server/identity/security-log/notices.ts';
import { verifyPassword } from '#server/identity/passwords/password.ts';
import { keyPerson } from '#server/identity/persons/person-keys.ts';
import { findPhones } from '#server/identity/phone-number.ts';
import { startSession } from '#server/identity/sessions/sessions.ts';
import { freeTries, takeSignInTry } from './sign-in-wait.ts';
import { isCommonPassword } from '#server/identity/passwords/weak-password.ts';

/** The session's token, and whose it is. */
export type SignedInUser = AnswerOf<typeof contract.changePassword>;

/** The answer of a sign-in; a challenge where the second factor is due. */
export type SignInAnswer = AnswerOf<typeof contract.signIn>;

interface Answered {
  readonly answer: SignInAnswer;
  readonly question: RegisterQuestion | null;
}

/**
 * Signs in with a phone, in any usual form, or an e-mail address. Every failure gives the same answer after the same work. In
 * a browser that is not known, a client gets a challenge where a second factor is due; `passSecondStep` ends it.
 *
 * @throws Refusal wrong_credentials, rate_limited
 */
export async function signIn(
  identity: Identity,
  { identifier, password, remember = false }: v.InferOutput<typeof credentials>,
  caller: Caller,
): Promise<SignInAnswer> {
  const { db } = identity;
  const matches = await findClients(db, findPhones(identifier), identifier.includes('@') ? identifier : null);
  const clients = [...matches.proven, ...matches.claiming];
  const device = await findDevice(
    db,
    clients.map(({ id }) => id),
    caller,
  );
  const { client, afterTries } = await (device === null
    ? tryFromUnknown(identity, { identifier, password }, matches, caller)
    : tryFromDevice(
        identity,
        password,
        clients.find(({ id }) => id === device.clientId)!,
        device.id,
        caller,
      ));
  const isWeak = isCommonPassword(await knownPasswords(identity, password), password);
  const { question, answer } = await db.transact(async (tx): Promise<Answered> => {
    const locked = await lockClient(tx, client.id);
    // The password was changed during the check of the old one.
    if (locked.password_hash !== client.password_hash) throw new Refusal('wrong_credentials');
    if (locked.password_is_weak !== isWeak) {
      await tx.query('update client set password_is_weak = $2 where id = $1', [client.id, isWeak]);
    }
    const provenBy = ['password'] as const;
    // One notice for each act, the graver one. Counting messages locks shared rows, so it comes last.
    const told = async (isNewDevice: boolean) => {
      if (!afterTries && !isNewDevice) return;
      const tell = isNewDevice ? tellAllContacts : tellOwner;
      const template = afterTries ? 'signed_in_after_tries' : 'new_device';
      await tell(identity, tx, locked, { template, address: caller.address });
    };
    if (device === null) {
      const waiting = { provenBy, remember, passwordHash: null, isKnown: false };
      const challenge = await startChallenge(identity, tx, locked, waiting, caller);
      if (challenge !== null) {
        await told(false);
        return { answer: { jwt: null, user: null, challenge }, question: null };
      }
    }
    await keyPerson(tx, identity, locked);
    const question = await storeQuestion(tx, identity, client.id);
    await tx.query('update client set last_sign_in_at = now() where id = $1', [client.id]);
    if (device !== null) await noteDeviceSeen(tx, device.id);
    const visit = { userAgent: caller.userAgent, remember, deviceId: device?.id ?? null, provenBy };
    const jwt = await startSession(tx, client.id, visit);
    const kind = device === null ? 'sign_in_new_device' : 'sign_in';
    await identity.security.record(tx, caller, { clientId: client.id, kind, factor: 'password', deviceId: device?.id });
    const user = toUser(await readClient(tx, client.id));
    await told(device === null);
    return { answer: { jwt, user }, question };
  });
  await askRegister(identity, question);
  return answer;
}

interface RightTry {
  readonly client: ClientRow;
  /** Whether enough wrong passwords came before it to tell its owner. */
  readonly afterTries: boolean;
}

/** A known device has its own tries, which nobody else can use up. @throws Refusal wrong_credentials, rate_limited */
async function tryFromDevice(
  { limits, security }: Identity,
  password: string,
  client: ClientRow,
  deviceId: string,
  caller: Caller,
): Promise<RightTry> {
  const event = { clientId: client.id, factor: 'password', deviceId } as const;
  await limits.signInByDevice.take(deviceId).catch((error: unknown) => {
    if (error instanceof Refusal) security.note(caller, { ...event, kind: 'sign_in_throttled' });
    throw error;
  });
  if (!(await verifyPassword(password, client.password_hash))) {
    security.note(caller, { ...event, kind: 'sign_in_failed' });
    throw new Refusal('wrong_credentials');
  }
  await limits.signInByDevice.forget(deviceId);
  // The device is known.
  return { client, afterTries: false };
}

/** All other browsers share the wait of the account. @throws Refusal wrong_credentials, rate_limited */
async function tryFromUnknown(
  { db, limits, security }: Identity,
  { identifier, password }: { readonly identifier: string; readonly password: string },
  matches: Matches,
  caller: Caller,
): Promise<RightTry> {
  const { address } = caller;
  await checkSignInAddress(limits, address).catch((error: unknown) => {
    if (error instanceof Refusal) {
      security.note(caller, { clientId: null, kind: 'sign_in_throttled', factor: 'password' });
    }
    throw error;
  });
  const attempt = await takeSignInTry(db, identifier, [...matches.proven, ...matches.claiming]);
  const missed: ClientRow[] = [];
  const client = await findByPassword(matches, password, missed).catch(async (error: unknown) => {
    if (missed.length === 0) await attempt.giveBack();
    throw error;
  });
  for (const clientId of failedFor(matches, missed, client)) {
    security.note(caller, { clientId, kind: 'sign_in_failed', factor: 'password' });
    if (attempt.beginsWait) security.note(caller, { clientId, kind: 'sign_in_throttled', factor: 'password' });
  }
  if (client === null) {
    await countWrongSignIn(limits, address, attempt.account);
    throw new Refusal('wrong_credentials');
  }
  // A client who only claims a phone or an address gets no try back: the try was also a guess at the owner's password.
  if (matches.proven.includes(client)) await attempt.forgive(client, missed);
  return { client, afterTries: attempt.wrongBefore(client) >= freeTries };
}

/**
 * Whose log a wrong password goes to: those who have proven what was typed and whose it was not; if nobody has proven it and
 * the try failed, the likeliest one who claims it, or null where nobody does.
 */
function failedFor(
  { proven, claiming }: Matches,
  missed: readonly ClientRow[],
  client: ClientRow | null,
): (number | null)[] {
  if (proven.length > 0) return proven.filter((one) => missed.includes(one)).map(({ id }) => id);
  return client === null ? [claiming[0]?.id ?? null] : [];
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

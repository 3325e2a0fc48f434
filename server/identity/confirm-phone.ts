import type { User, Verification } from '#contract/identity.ts';
import type { Queryable } from '#database/connect.ts';
import { Refusal } from '../http/refusal.ts';
import type { SignedIn } from '../http/signed-in.ts';
import { isPhoneProven, lockClient, readClient, toUser, type ClientRow } from './client.ts';
import { sendCode, useCode, type CodeTarget } from './codes.ts';
import type { Caller, Identity } from './identity.ts';
import { sendAgain } from './resend.ts';

/** Sends the phone code again. @throws Refusal conflict when the phone is confirmed already, rate_limited */
export async function sendPhoneCode(identity: Identity, { clientId }: SignedIn, caller: Caller): Promise<Verification> {
  const client = await readClient(identity.db, clientId);
  if (client.confirmed_at !== null) throw new Refusal('conflict', { detail: 'The phone is confirmed already.' });
  return sendAgain(identity, targetOf(client), caller, (tx) => sendToPhone(tx, client, identity.codeKey));
}

/**
 * Sends a client the code that confirms its phone. Where the phone is somebody's already, its owner is told that instead
 * and the code is told to nobody: whoever asked learns from us neither the one nor the other. Null when too soon.
 */
export async function sendToPhone(
  tx: Queryable,
  client: Pick<ClientRow, 'id' | 'phone'>,
  codeKey: string,
): Promise<Verification | null> {
  const notice = (await isPhoneProven(tx, client.phone)) ? signUpNotice : undefined;
  return sendCode(tx, targetOf(client), codeKey, notice);
}

const signUpNotice =
  'Somebody tried to sign up at Izi with this phone number, which already has an account. If it was you, sign in or ask for a new password.';

/**
 * Confirms the phone with the code of our message.
 *
 * @throws Refusal invalid_code, rate_limited, phone_taken when another client has proven the same phone since
 */
export async function confirmWithCode(
  { db, limits, codeKey, forget }: Identity,
  { clientId }: SignedIn,
  code: string,
  caller: Caller,
): Promise<User> {
  await limits.guessByAddress.take(caller.address);
  const user = await db.transact(async (tx) => {
    const client = await lockClient(tx, clientId);
    return (await useCode(tx, targetOf(client), code, codeKey)) ? confirm(tx, clientId) : null;
  });
  // Outside the transaction: the guess must count although it was wrong.
  if (user === null) throw new Refusal('invalid_code');
  forget(clientId);
  return user;
}

/**
 * Confirms the phone with what Firebase says.
 *
 * @throws Refusal invalid_code, unavailable, rate_limited, phone_taken when another client has proven the same phone
 */
export async function confirmWithFirebase(
  { db, limits, verifyFirebasePhone, forget }: Identity,
  { clientId }: SignedIn,
  idToken: string,
  caller: Caller,
): Promise<User> {
  await limits.guessByAddress.take(caller.address);
  if (verifyFirebasePhone === undefined) throw new Refusal('invalid_code');
  const phone = await verifyFirebasePhone(idToken);
  const user = await db.transact(async (tx) => {
    const client = await lockClient(tx, clientId);
    if (client.phone !== phone) throw new Refusal('invalid_code');
    return confirm(tx, clientId);
  });
  forget(clientId);
  return user;
}

/** A phone is proven by one client only: of two, the second one's update runs into `client_phone_once`. */
async function confirm(tx: Queryable, clientId: number): Promise<User> {
  await tx.query('update client set confirmed_at = coalesce(confirmed_at, now()) where id = $1', [clientId]);
  return toUser(await readClient(tx, clientId));
}

function targetOf({ id, phone }: Pick<ClientRow, 'id' | 'phone'>): CodeTarget {
  return { clientId: id, purpose: 'confirm_phone', destination: phone };
}

import type { User, Verification } from '#contract/identity.ts';
import type { Queryable } from '#database/connect.ts';
import { Refusal } from '../http/refusal.ts';
import type { SignedIn } from '../http/signed-in.ts';
import { lockClient, readClient, toUser, type ClientRow } from './client.ts';
import { readResendDelay, sendCode, useCode, type CodeTarget } from './codes.ts';
import type { Caller, Identity } from './identity.ts';
import { countSending } from './limits.ts';

/** Sends the phone code again. @throws Refusal conflict when the phone is confirmed already, rate_limited */
export async function sendPhoneCode(identity: Identity, { clientId }: SignedIn, caller: Caller): Promise<Verification> {
  const { db, limits, codeKey } = identity;
  const client = await readClient(db, clientId);
  if (client.confirmed_at !== null) throw new Refusal('conflict', { detail: 'The phone is confirmed already.' });
  const target = targetOf(client);
  await refuseTooSoon(db, target);
  await countSending(limits, client.phone, caller.address);
  const verification = await db.transact(async (tx) => {
    await lockClient(tx, clientId);
    return sendCode(tx, target, codeKey);
  });
  if (verification !== null) return verification;
  // Another call sent it in the meantime.
  await refuseTooSoon(db, target);
  throw new Refusal('rate_limited');
}

/** Confirms the phone with the code of our message. @throws Refusal invalid_code, rate_limited */
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

/** Confirms the phone with what Firebase says. @throws Refusal invalid_code, unavailable, rate_limited */
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

async function confirm(tx: Queryable, clientId: number): Promise<User> {
  const [client] = await tx.query<ClientRow>(
    'update client set confirmed_at = coalesce(confirmed_at, now()) where id = $1 returning *',
    [clientId],
  );
  if (client === undefined) throw new Error(`client ${clientId} is gone`);
  return toUser(client);
}

function targetOf(client: ClientRow): CodeTarget {
  return { clientId: client.id, purpose: 'confirm_phone', destination: client.phone };
}

async function refuseTooSoon(db: Queryable, target: CodeTarget): Promise<void> {
  const retryAfterSeconds = await readResendDelay(db, target);
  if (retryAfterSeconds > 0) {
    throw new Refusal('rate_limited', { retryAfterSeconds, detail: 'A code was sent just now. Wait a moment for it.' });
  }
}

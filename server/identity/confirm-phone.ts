import type { User, Verification } from '#contract/identity.ts';
import type { Queryable } from '#database/connect.ts';
import { Refusal } from '../http/refusal.ts';
import type { SignedIn } from '../http/signed-in.ts';
import { lockClient, readClient, toUser, type ClientRow } from './client.ts';
import { readResendDelay, sendCode, useCode, type CodeTarget } from './codes.ts';
import type { Caller, Identity } from './identity.ts';
import { guessCode } from './limits.ts';
import { knowDevice, putSessionOnDevice, type KnownDevice } from './device.ts';

/** Sends the phone code again. @throws Refusal conflict when the phone is confirmed already, rate_limited, messages_stopped */
export async function sendPhoneCode(identity: Identity, { clientId }: SignedIn, caller: Caller): Promise<Verification> {
  const { db, sending } = identity;
  const client = await readClient(db, clientId);
  if (client.confirmed_at !== null) throw new Refusal('conflict', { detail: 'The phone is confirmed already.' });
  const target = targetOf(client);
  await refuseTooSoon(db, target);
  const verification = await db.transact(async (tx) => {
    await lockClient(tx, clientId);
    return sendCode(tx, sending, target, { pool: 'confirm', address: caller.address });
  });
  if (verification !== null) return verification;
  // Another call sent it in the meantime.
  await refuseTooSoon(db, target);
  throw new Refusal('rate_limited');
}

export interface ConfirmedPhone {
  readonly user: User;
  /** The browser, which has given a strong proof now. */
  readonly device: KnownDevice;
}

/** Confirms the phone with the code of our message. @throws Refusal invalid_code, rate_limited */
export async function confirmWithCode(
  { db, limits, codeKey, forget }: Identity,
  signedIn: SignedIn,
  code: string,
  caller: Caller,
): Promise<ConfirmedPhone> {
  const { clientId } = signedIn;
  // The transaction commits a wrong guess too: it must count.
  const confirmed = await guessCode(limits, caller.address, () =>
    db.transact(async (tx) => {
      const client = await lockClient(tx, clientId);
      return (await useCode(tx, targetOf(client), code, codeKey)) ? confirm(tx, signedIn, caller) : null;
    }),
  );
  forget(clientId);
  return confirmed;
}

/** Confirms the phone with what Firebase says. @throws Refusal invalid_code, unavailable, rate_limited */
export async function confirmWithFirebase(
  { db, limits, verifyFirebasePhone, forget }: Identity,
  signedIn: SignedIn,
  idToken: string,
  caller: Caller,
): Promise<ConfirmedPhone> {
  const { clientId } = signedIn;
  const confirmed = await guessCode(limits, caller.address, async () => {
    if (verifyFirebasePhone === undefined) return null;
    const phone = await verifyFirebasePhone(idToken);
    return db.transact(async (tx) => {
      const client = await lockClient(tx, clientId);
      return client.phone === phone ? confirm(tx, signedIn, caller) : null;
    });
  });
  forget(clientId);
  return confirmed;
}

async function confirm(tx: Queryable, { clientId, sessionId }: SignedIn, caller: Caller): Promise<ConfirmedPhone> {
  const [client] = await tx.query<ClientRow>(
    'update client set confirmed_at = coalesce(confirmed_at, now()) where id = $1 returning *',
    [clientId],
  );
  if (client === undefined) throw new Error(`client ${clientId} is gone`);
  const device = await knowDevice(tx, clientId, caller);
  await putSessionOnDevice(tx, sessionId, device.id);
  return { user: toUser(client), device };
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

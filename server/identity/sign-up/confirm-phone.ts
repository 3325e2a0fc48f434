import type { User, Verification } from '#contract/identity.ts';
import type { Queryable, Transaction } from '#database/connect.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { SignedIn } from '#server/http/signed-in.ts';
import { isPhoneProven, lockClient, readClient, toUser, type ClientRow } from '#server/identity/client.ts';
import { sendCode, useCode, type CodeTarget } from '#server/identity/codes/codes.ts';
import { knowDevice, putSessionOnDevice, type KnownDevice } from '#server/identity/devices/device.ts';
import type { Caller, Identity } from '#server/identity/identity.ts';
import { guessCode } from '#server/identity/limits.ts';
import { sendAgain } from '#server/identity/codes/resend.ts';
import type { SecurityLog } from '#server/identity/security-log/security-log.ts';
import type { Asker, SendingLimits } from '#server/identity/codes/sending-limits.ts';

/** Sends the phone code again. @throws Refusal conflict when the phone is confirmed already, rate_limited, messages_stopped */
export async function sendPhoneCode(identity: Identity, { clientId }: SignedIn, caller: Caller): Promise<Verification> {
  const client = await readClient(identity.db, clientId);
  if (client.confirmed_at !== null) throw new Refusal('conflict', { detail: ({ phoneConfirmed }) => phoneConfirmed });
  return sendAgain(identity, targetOf(client), (tx) =>
    sendToPhone(tx, identity.sending, client, { pool: 'confirm', address: caller.address }),
  );
}

/**
 * Sends a client the code that confirms its phone. If another client has proven the phone, its owner gets a notice instead
 * and the code is sent to nobody. The answer is the same in both cases. Null when it is too soon for another code.
 */
export async function sendToPhone(
  tx: Queryable,
  limits: SendingLimits,
  client: Pick<ClientRow, 'id' | 'phone'>,
  asker: Asker,
): Promise<Verification | null> {
  const instead = (await isPhoneProven(tx, client.phone)) ? 'phone_has_account' : undefined;
  return sendCode(tx, limits, targetOf(client), asker, instead);
}

interface ConfirmedPhone {
  readonly user: User;
  /** The browser in which the phone was proven. */
  readonly device: KnownDevice;
}

/**
 * Confirms the phone with the code of our message.
 *
 * @throws Refusal invalid_code, rate_limited, phone_taken when another client has proven the same phone since
 */
export async function confirmWithCode(
  { db, limits, codeKey, security, forget }: Identity,
  signedIn: SignedIn,
  code: string,
  caller: Caller,
): Promise<ConfirmedPhone> {
  const { clientId } = signedIn;
  // The transaction also commits a wrong guess, so that it counts.
  const confirmed = await guessCode(limits, caller.address, () =>
    db.transact(async (tx) => {
      const client = await lockClient(tx, clientId);
      let proven: ConfirmedPhone | undefined;
      const refusal = await useCode(tx, targetOf(client), code, codeKey, async () => {
        proven = await confirm(tx, security, signedIn, caller);
      });
      if (refusal === null) return proven!;
      await security.record(tx, caller, { clientId, kind: 'code_wrong', factor: 'phone' });
      return refusal;
    }),
  );
  forget(clientId);
  return confirmed;
}

/**
 * Confirms the phone with what Firebase says.
 *
 * @throws Refusal invalid_code, unavailable, rate_limited, phone_taken when another client has proven the same phone
 */
export async function confirmWithFirebase(
  { db, limits, verifyFirebasePhone, security, forget }: Identity,
  signedIn: SignedIn,
  idToken: string,
  caller: Caller,
): Promise<ConfirmedPhone> {
  const { clientId } = signedIn;
  const confirmed = await guessCode(limits, caller.address, async () => {
    if (verifyFirebasePhone === undefined) return refuseIdToken();
    const phone = await verifyFirebasePhone(idToken);
    return db.transact(async (tx) => {
      const client = await lockClient(tx, clientId);
      if (client.phone === phone) return confirm(tx, security, signedIn, caller);
      await security.record(tx, caller, { clientId, kind: 'code_wrong', factor: 'phone' });
      return refuseIdToken();
    });
  });
  forget(clientId);
  return confirmed;
}

function refuseIdToken(): Refusal {
  return new Refusal('invalid_code', { detail: ({ idToken }) => idToken });
}

/** Only one client can prove a phone: the update of a second one violates `client_phone_once`. */
async function confirm(
  tx: Transaction,
  security: SecurityLog,
  { clientId, sessionId }: SignedIn,
  caller: Caller,
): Promise<ConfirmedPhone> {
  await tx.query('select prove_phone($1)', [clientId]);
  const device = await knowDevice(tx, clientId, caller);
  await putSessionOnDevice(tx, sessionId, device.id);
  await security.record(tx, caller, { clientId, kind: 'phone_confirmed', factor: 'phone', deviceId: device.id });
  return { user: toUser(await readClient(tx, clientId)), device };
}

function targetOf({ id, phone }: Pick<ClientRow, 'id' | 'phone'>): CodeTarget {
  return { clientId: id, purpose: 'confirm_phone', destination: phone };
}

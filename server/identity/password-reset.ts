import type { Queryable } from '#database/connect.ts';
import { Refusal } from '../http/refusal.ts';
import { channelOf } from '../messages/enqueue.ts';
import { findClient, lockClient, toUser, type ClientRow } from './client.ts';
import { sendCode, useCode } from './codes.ts';
import { findDevice, knowDevice, type KnownDevice } from './device.ts';
import type { Caller, Identity } from './identity.ts';
import { guessCode } from './limits.ts';
import { sendNotice } from './notices.ts';
import { hashPassword } from './password.ts';
import { findPhones } from './phone-number.ts';
import { answerInSameTime } from './same-time.ts';
import { endSessions, startSession } from './sessions.ts';
import type { SignedInUser } from './sign-in.ts';
import { forgetWrongTries } from './sign-in-wait.ts';

/** One of the two: where the account's owner can be reached. */
export interface Contact {
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
}

/** Sends a code to set a new password, if there is such an account. It never says whether. */
export function forgotPassword(identity: Identity, contact: Contact, caller: Caller): Promise<void> {
  return answerInSameTime(async () => {
    const { client, destination } = await findByContact(identity.db, contact);
    if (client === null) return;
    const deviceId = await findDevice(identity.db, client.id, caller);
    const asker =
      deviceId === null
        ? ({ pool: 'reset', address: caller.address } as const)
        : ({ pool: 'device', deviceId } as const);
    try {
      await identity.db.transact(async (tx) => {
        await lockClient(tx, client.id);
        await sendCode(tx, identity.sending, { clientId: client.id, purpose: 'reset_password', destination }, asker);
      });
    } catch (error) {
      // Too many for this phone: like one that has no account, it gets nothing.
      if (error instanceof Refusal && ['rate_limited', 'messages_stopped'].includes(error.code)) return;
      throw error;
    }
  });
}

export interface ResetPassword extends SignedInUser {
  /** The browser, where a code by phone came with the new password; null after one by e-mail. */
  readonly device: KnownDevice | null;
}

export interface NewPassword extends Contact {
  readonly code: string;
  readonly password: string;
}

/**
 * Sets a new password with the code, ends every session and starts one. A code that came by phone proves the phone too.
 *
 * @throws Refusal invalid_code, rate_limited
 */
export async function resetPassword(identity: Identity, form: NewPassword, caller: Caller): Promise<ResetPassword> {
  const { db, limits, sending, codeKey, forget } = identity;
  const look = () =>
    answerInSameTime(async () => {
      // Before it is known whether the code is right, so that right and wrong take the same work.
      const passwordHash = await hashPassword(form.password);
      const { client: found, destination } = await findByContact(db, form);
      if (found === null) return null;
      return db.transact(async (tx) => {
        const client = await lockClient(tx, found.id);
        const target = { clientId: client.id, purpose: 'reset_password', destination } as const;
        if (!(await useCode(tx, target, form.code, codeKey))) return null;
        const provesPhone = channelOf(destination) === 'sms';
        const updated = await storePassword(tx, client, passwordHash, provesPhone);
        const device = provesPhone ? await knowDevice(tx, client.id, caller) : null;
        await endSessions(tx, client.id);
        const jwt = await startSession(tx, client.id, {
          userAgent: caller.userAgent,
          remember: false,
          deviceId: device?.id ?? null,
        });
        await sendNotice(tx, sending, {
          clientId: client.id,
          to: client.phone,
          template: 'password_changed',
          address: caller.address,
        });
        return { jwt, user: toUser(updated), device };
      });
    });
  const signedIn = await guessCode(limits, caller.address, look);
  forget(signedIn.user.id);
  await forgetWrongTries(db, signedIn.user);
  return signedIn;
}

/**
 * Whoever proves the phone of an account that was never confirmed is its owner, and may not be who opened it: the e-mail
 * address given then, through which the account could be taken back, goes.
 */
async function storePassword(
  tx: Queryable,
  client: ClientRow,
  passwordHash: string,
  provesPhone: boolean,
): Promise<ClientRow> {
  const [updated] = await tx.query<ClientRow>(
    `update client set
       password_hash = $2,
       last_sign_in_at = now(),
       email = case when $3 and confirmed_at is null then null else email end,
       confirmed_at = case when $3 then coalesce(confirmed_at, now()) else confirmed_at end
     where id = $1 returning *`,
    [client.id, passwordHash, provesPhone],
  );
  if (updated === undefined) throw new Error(`client ${client.id} is gone`);
  return updated;
}

async function findByContact(
  db: Queryable,
  { email, phone = '' }: Contact,
): Promise<{ client: ClientRow | null; destination: string }> {
  if (email !== undefined) {
    const destination = email.toLowerCase();
    return { client: await findClient(db, [], destination), destination };
  }
  const phones = findPhones(phone);
  const client = await findClient(db, phones, null);
  return { client, destination: client?.phone ?? phones[0] ?? phone.slice(0, 32) };
}

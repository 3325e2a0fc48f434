import type { Queryable } from '#database/connect.ts';
import { Refusal } from '../http/refusal.ts';
import { findClients, lockClient, readClient, toUser, type ClientRow } from './client.ts';
import { channelOf, sendCode, useCode, type CodeTarget } from './codes.ts';
import { removeEmails } from './email.ts';
import type { Caller, Identity } from './identity.ts';
import { countSending } from './limits.ts';
import { tellByPhone } from './notices.ts';
import { hashPassword } from './password.ts';
import { findPhones } from './phone-number.ts';
import { answerInSameTime } from './same-time.ts';
import { endSessions, startSession } from './sessions.ts';
import type { SignedInUser } from './sign-in.ts';

/** One of the two: where the account's owner can be reached. */
export interface Contact {
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
}

/** Sends a code to set a new password, if there is such an account. It never says whether. */
export function forgotPassword(identity: Identity, contact: Contact, caller: Caller): Promise<void> {
  return answerInSameTime(async () => {
    const { proven, claiming, fallback } = await findByContact(identity.db, contact);
    // Of those who only claim a phone, its owner may take over the newest.
    const targets = proven.length > 0 ? proven : claiming.slice(0, 1);
    const destinations = new Set(targets.length > 0 ? targets.map(({ destination }) => destination) : [fallback]);
    try {
      for (const destination of destinations) await countSending(identity.limits, destination, caller.address);
    } catch (error) {
      // Too many for this phone: like one that has no account, it gets nothing.
      if (error instanceof Refusal && error.code === 'rate_limited') return;
      throw error;
    }
    for (const target of targets) {
      await identity.db.transact(async (tx) => {
        await lockClient(tx, target.clientId);
        await sendCode(tx, target, identity.codeKey);
      });
    }
  });
}

export interface NewPassword extends Contact {
  readonly code: string;
  readonly password: string;
}

/**
 * Sets a new password with the code, ends every session and starts one. A code that came by phone proves the phone too.
 *
 * @throws Refusal invalid_code, rate_limited, phone_taken when another client has proven the phone in the meantime
 */
export async function resetPassword(identity: Identity, form: NewPassword, caller: Caller): Promise<SignedInUser> {
  const { db, limits, codeKey, forget } = identity;
  await limits.guessByAddress.take(caller.address);
  const signedIn = await answerInSameTime(async () => {
    // Before it is known whether the code is right, so that right and wrong take the same work.
    const passwordHash = await hashPassword(form.password);
    const { proven, claiming } = await findByContact(db, form);
    for (const target of proven.length > 0 ? proven : claiming) {
      const done = await db.transact(async (tx) => {
        const client = await lockClient(tx, target.clientId);
        if (!stillReaches(client, target)) return null;
        if (!(await useCode(tx, target, form.code, codeKey))) return null;
        const updated = await storePassword(tx, client, passwordHash, channelOf(target.destination) === 'sms');
        await endSessions(tx, client.id);
        const jwt = await startSession(tx, client.id, { userAgent: caller.userAgent, remember: false });
        await tellByPhone(tx, updated, 'passwordChanged');
        return { jwt, user: toUser(updated) };
      });
      if (done !== null) return done;
    }
    return null;
  });
  if (signedIn === null) throw new Refusal('invalid_code');
  forget(signedIn.user.id);
  await limits.signInByAccount.forget(String(signedIn.user.id));
  return signedIn;
}

/**
 * Whoever proves the phone of an account that was never confirmed is its owner, and may not be who opened it. So what was
 * set before goes: the password with its sessions, the e-mail address through which the account could be taken back, and
 * limits and breaks.
 */
async function storePassword(
  tx: Queryable,
  client: ClientRow,
  passwordHash: string,
  provesPhone: boolean,
): Promise<ClientRow> {
  const takesOver = provesPhone && client.confirmed_at === null;
  if (takesOver) {
    await removeEmails(tx, client.id);
    await tx.query('select void_play_limits($1)', [client.id]);
  }
  await tx.query(
    `update client set
       password_hash = $2,
       last_sign_in_at = now(),
       confirmed_at = case when $3 then now() else confirmed_at end
     where id = $1`,
    [client.id, passwordHash, takesOver],
  );
  return readClient(tx, client.id);
}

/** An address that was given up in the meantime sets no password, although its code would still be good. */
function stillReaches(client: ClientRow, { destination }: CodeTarget): boolean {
  return destination === client.phone || destination === client.proven_email?.toLowerCase();
}

interface ContactMatches {
  readonly proven: readonly CodeTarget[];
  /** Who only claims the phone. An address that is not proven never sets a password. */
  readonly claiming: readonly CodeTarget[];
  /** Where a message would go to if there were a client. */
  readonly fallback: string;
}

async function findByContact(db: Queryable, { email, phone = '' }: Contact): Promise<ContactMatches> {
  const targetOf = (client: ClientRow, destination: string): CodeTarget => ({
    clientId: client.id,
    purpose: 'reset_password',
    destination,
  });
  if (email !== undefined) {
    const address = email.toLowerCase();
    const { proven } = await findClients(db, [], address);
    return { proven: proven.map((client) => targetOf(client, address)), claiming: [], fallback: address };
  }
  const phones = findPhones(phone);
  const { proven, claiming } = await findClients(db, phones, null);
  const toPhone = (client: ClientRow) => targetOf(client, client.phone);
  return {
    proven: proven.map(toPhone),
    claiming: claiming.map(toPhone),
    fallback: phones[0] ?? phone.slice(0, 32),
  };
}

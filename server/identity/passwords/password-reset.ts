import { createHash } from 'node:crypto';
import type { RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/identity.ts';
import type { Factor } from '#contract/security.ts';
import type { Queryable, Transaction } from '#database/connect.ts';
import { Refusal } from '#server/http/refusal.ts';
import { knownPasswords } from './breached-passwords.ts';
import { askRegister, storeQuestion, type RegisterQuestion } from '#server/identity/persons/ask-register.ts';
import { startChallenge } from '#server/identity/second-step/challenge.ts';
import { findClients, lockClient, personOf, readClient, toUser, type ClientRow } from '#server/identity/client.ts';
import { channelOf } from '#server/messages/enqueue.ts';
import { startCoolingOff } from '#server/identity/cooling-off/cooling-off.ts';
import { wasEverUndone } from '#server/identity/cooling-off/undo.ts';
import { refuseCode, sendCode, useCode, type CodeTarget, type EnteredTarget } from '#server/identity/codes/codes.ts';
import { findDevice, knowDevice, type FoundDevice, type KnownDevice } from '#server/identity/devices/device.ts';
import { removeEmails } from '#server/identity/profile/email.ts';
import type { Caller, Identity } from '#server/identity/identity.ts';
import { guessCode } from '#server/identity/limits.ts';
import { tellAllContacts } from '#server/identity/security-log/notices.ts';
import { hashPassword } from './password.ts';
import { keyPerson } from '#server/identity/persons/person-keys.ts';
import { findPhones } from '#server/identity/phone-number.ts';
import { answerInSameTime } from '#server/identity/sign-in/same-time.ts';
import { recordEnded } from '#server/identity/security-log/security-log.ts';
import { createToken, endSessions, startSession } from '#server/identity/sessions/sessions.ts';
import type { SignInAnswer } from '#server/identity/sign-in/sign-in.ts';
import { forgetWrongTries } from '#server/identity/sign-in/sign-in-wait.ts';
import { startedByOperator } from './started-reset.ts';
import { requireStrongPassword } from './weak-password.ts';

/** One of the two, to reach the account's owner, and the flow it continues with. */
export type Contact = RequestOf<typeof contract.forgotPassword>['body'];

/**
 * Sends a code to set a new password, if there is such an account. The answer never tells whether there is.
 *
 * @returns the flow, a secret of the browser that asks: the code is good only together with it. A second code for the same
 *   flow replaces the first one.
 */
export async function forgotPassword(identity: Identity, contact: Contact, caller: Caller): Promise<string> {
  const { flow = createToken() } = contact;
  await answerInSameTime(async () => {
    const { proven, claiming } = await findByContact(identity.db, contact);
    // If nobody has proven the phone, its owner may take over the newest account that claims it.
    for (const target of proven.length > 0 ? proven : claiming.slice(0, 1)) {
      await sendResetCode(identity, target, flow, caller);
    }
  });
  return flow;
}

/** The values that a code is bound to: the flow, and the known device where it is one. */
function boundTo(flow: string, device: FoundDevice | null): Buffer {
  return createHash('sha256')
    .update(`${flow} ${device?.id ?? ''}`)
    .digest();
}

export interface ResetPassword {
  /** A challenge where a second factor is due: then the new password waits for it. */
  readonly answer: SignInAnswer;
  /** The browser, where it is a known device from now on. */
  readonly device: KnownDevice | null;
}

interface Reset extends ResetPassword {
  readonly question: RegisterQuestion | null;
}

export interface NewPassword extends Contact {
  readonly code: string;
  readonly password: string;
}

/**
 * Sets a new password with the code, ends every session and starts one. A code that came by phone proves the phone too. Where
 * a second factor is due, nothing changes until it is shown; see `passSecondStep`. Without a flow the newest code is
 * meant, where that is allowed.
 *
 * @throws Refusal invalid_request without a flow where one is required, invalid_code, weak_password, rate_limited, phone_taken when another client has proven the phone in the meantime
 */
export async function resetPassword(identity: Identity, form: NewPassword, caller: Caller): Promise<ResetPassword> {
  const { db, limits, codeKey, security, forget } = identity;
  const leaked = await knownPasswords(identity, form.password);
  requireStrongPassword(leaked, form.password, null);
  const { flow } = form;
  if (flow === undefined && identity.resetFlow === 'required') {
    throw new Refusal('invalid_request', {
      errors: [{ path: 'flow', message: ({ flowFirst }) => flowFirst }],
    });
  }
  const look = () =>
    answerInSameTime(async () => {
      // Hash before the code is checked, so that right and wrong codes cost the same work.
      const passwordHash = await hashPassword(form.password);
      const { proven, claiming } = await findByContact(db, form);
      for (const target of proven.length > 0 ? proven : claiming) {
        const done = await db.transact(async (tx): Promise<Reset | null> => {
          const client = await lockClient(tx, target.clientId);
          if (!stillReaches(client, target)) return null;
          const known = await findDevice(tx, [client.id], caller);
          const entered = { ...target, flow: flow === undefined ? ('any' as const) : boundTo(flow, known) };
          const isRight = async (one: EnteredTarget) => (await useCode(tx, one, form.code, codeKey)) === null;
          if (!(await isRight(entered)) && !(await isRight({ ...target, flow: startedByOperator }))) {
            security.note(caller, { clientId: client.id, kind: 'code_wrong', factor: factorOf(target) });
            return null;
          }
          // Refused only after the right code, or it would tell whose account it is. The code stays good for another try.
          requireStrongPassword(leaked, form.password, personOf(client));
          const provesPhone = channelOf(target.destination) === 'sms';
          const provenBy = [factorOf(target)] as const;
          const waiting = { provenBy, remember: false, passwordHash, isKnown: known !== null };
          const challenge = await startChallenge(identity, tx, client, waiting, caller);
          if (challenge !== null) return { answer: { jwt: null, user: null, challenge }, device: null, question: null };
          // Persons are compared before the wallet is locked, which a takeover does.
          await keyPerson(tx, identity, client);
          const question = await storeQuestion(tx, identity, client.id);
          const updated = await storePassword(tx, client, passwordHash, provesPhone);
          await coolOffAfterReset(identity, tx, client, caller);
          const ended = await endSessions(tx, client.id);
          // One contact alone makes no known device where a new one has to show two factors.
          const isTrusted = provesPhone && (known !== null || !identity.newDeviceCode);
          const device = isTrusted ? await knowDevice(tx, client.id, caller) : null;
          const event = { clientId: client.id, factor: factorOf(target), deviceId: device?.id };
          await security.record(tx, caller, { ...event, kind: 'password_reset' });
          if (provesPhone && client.confirmed_at === null) {
            await security.record(tx, caller, { ...event, kind: 'phone_confirmed' });
          }
          await recordEnded(identity, tx, caller, client.id, ended);
          const visit = { userAgent: caller.userAgent, remember: false, deviceId: device?.id ?? null, provenBy };
          const jwt = await startSession(tx, client.id, visit);
          await tellAllContacts(identity, tx, updated, { template: 'password_changed', address: caller.address });
          return { answer: { jwt, user: toUser(updated) }, device, question };
        });
        if (done !== null) return done;
      }
      // The same words for everybody: how many tries are left would reveal whether there is an account.
      return refuseCode();
    });
  const { question, ...reset } = await guessCode<Reset>(limits, caller.address, look);
  const { user } = reset.answer;
  if (user !== null) {
    forget(user.id);
    await forgetWrongTries(db, user);
  }
  await askRegister(identity, question);
  return reset;
}

/**
 * A new password by a code makes payouts wait in a browser that is not known: the code may have gone to a stolen SIM card. An account
 * whose phone was never proven has no money to take. Call it before the browser becomes known.
 */
export async function coolOffAfterReset(
  identity: Identity,
  tx: Transaction,
  { id, confirmed_at }: ClientRow,
  caller: Caller,
): Promise<void> {
  if (confirmed_at === null || (await findDevice(tx, [id], caller)) !== null) return;
  await startCoolingOff(identity, tx, caller, id, 'password_reset');
}

/**
 * A person who proves the phone of an account that was never confirmed becomes its owner, and may be another person than the one who opened
 * it. So everything set before is removed: the password with its sessions, the e-mail address, through which the account could be taken
 * back, and limits and breaks.
 */
export async function storePassword(
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
       password_changed_at = now(),
       last_sign_in_at = now()
     where id = $1`,
    [client.id, passwordHash],
  );
  if (takesOver) await tx.query('select prove_phone($1)', [client.id]);
  // The other codes that were sent to set one.
  await tx.query(`delete from code where client_id = $1 and purpose = 'reset_password' and used_at is null`, [
    client.id,
  ]);
  return readClient(tx, client.id);
}

/** An address that the client gave up in the meantime cannot set a password, even with a valid code. */
function stillReaches(client: ClientRow, { destination }: CodeTarget): boolean {
  return destination === client.phone || destination === client.proven_email?.toLowerCase();
}

/** Sends the code. Over the limit it sends nothing and reports no error, as if there were no account. */
async function sendResetCode(
  { db, sending, security }: Identity,
  target: CodeTarget,
  flow: string,
  caller: Caller,
): Promise<void> {
  const device = await findDevice(db, [target.clientId], caller);
  const asker =
    device === null
      ? ({ pool: 'reset', address: caller.address } as const)
      : ({ pool: 'device', deviceId: device.id } as const);
  const asked = { clientId: target.clientId, kind: 'password_reset_asked', factor: factorOf(target) } as const;
  try {
    await db.transact(async (tx) => {
      await lockClient(tx, target.clientId);
      // The limits of messages bound how many events are written here.
      await security.record(tx, caller, { ...asked, deviceId: device?.id, detail: { sent: true } });
      const bound = { ...target, flow: boundTo(flow, device) };
      if ((await sendCode(tx, sending, bound, asker)) === null) throw new Refusal('rate_limited');
    });
  } catch (error) {
    const isTooMany = error instanceof Refusal && ['rate_limited', 'messages_stopped'].includes(error.code);
    if (!isTooMany) throw error;
    security.note(caller, { ...asked, detail: { sent: false } });
  }
}

function factorOf({ destination }: CodeTarget): Factor {
  return channelOf(destination) === 'sms' ? 'phone' : 'email';
}

interface ContactMatches {
  readonly proven: readonly CodeTarget[];
  /** Clients who only claim the phone. An address that is not proven never sets a password. */
  readonly claiming: readonly CodeTarget[];
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
    return { proven: proven.map((client) => targetOf(client, address)), claiming: [] };
  }
  const phones = findPhones(phone);
  const { proven, claiming } = await findClients(db, phones, null);
  const toPhone = (client: ClientRow) => targetOf(client, client.phone);
  // A person who has the SIM card of a phone that an undo gave back need not be the owner of the account.
  const open: ClientRow[] = [];
  for (const client of claiming) if (!(await wasEverUndone(db, client.id))) open.push(client);
  return { proven: proven.map(toPhone), claiming: open.map(toPhone) };
}

import type { SecondStep } from '#contract/identity.ts';
import type { Queryable, Transaction } from '#database/connect.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { ChangeNotice } from '#server/messages/texts.ts';
import { askRegister, storeQuestion, type RegisterQuestion } from '#server/identity/persons/ask-register.ts';
import { takeGuess, useChallenge } from './challenge.ts';
import { lockClient, readClient, toUser, type ClientRow } from '#server/identity/client.ts';
import { knowDevice, type KnownDevice } from '#server/identity/devices/device.ts';
import type { Caller, Identity } from '#server/identity/identity.ts';
import { guessCode } from '#server/identity/limits.ts';
import { tellAllContacts } from '#server/identity/security-log/notices.ts';
import { keyPerson } from '#server/identity/persons/person-keys.ts';
import { coolOffAfterReset, storePassword } from '#server/identity/passwords/password-reset.ts';
import { prepareMessageCode } from '#server/identity/new-device/message-code.ts';
import {
  hasSecondFactor,
  methodOf,
  prepareSecond,
  watchGuess,
  type PreparedSecond,
} from '#server/identity/factors/second-factors.ts';
import { recordEnded } from '#server/identity/security-log/security-log.ts';
import { endSessions, startSession } from '#server/identity/sessions/sessions.ts';
import type { SignedInUser } from '#server/identity/sign-in/sign-in.ts';
import { forgetWrongTries } from '#server/identity/sign-in/sign-in-wait.ts';

interface SecondStepDone extends SignedInUser {
  /** Two factors were shown in this browser, so it is a known device from now on. */
  readonly device: KnownDevice;
}

/**
 * Ends a sign-in, or sets a new password, with the second factor. A challenge takes five guesses. Codes of an app, by SMS and
 * by e-mail are limited for the account as well. A recovery code has 60 bits and needs no such limit, so nobody who knows the password
 * can keep the owner out by guessing. A passkey needs none either.
 *
 * @throws Refusal invalid_code, passkey_unknown, passkey_refused, challenge_over, rate_limited
 */
export async function passSecondStep(
  identity: Identity,
  { challengeId, ...given }: SecondStep,
  caller: Caller,
): Promise<SecondStepDone> {
  const { db, limits, forget } = identity;
  const shown = methodOf(given);
  if (shown === null) throw new Error('the contract asks for a second factor');
  const look = async () => {
    const guess = await takeGuess(db, challengeId);
    if (guess === null) throw new Refusal('challenge_over');
    const { clientId, nonce } = guess;
    const isMessage = given.code !== undefined && !(await hasSecondFactor(db, clientId));
    return watchGuess(identity, caller, clientId, isMessage ? 'phone' : shown, async () => {
      if (given.code !== undefined) await limits.codeByAccount.take(String(clientId));
      const second = isMessage
        ? await prepareMessageCode(identity, clientId, challengeId, given.code!)
        : await prepareSecond(identity, clientId, given, async () => nonce, caller);
      return db.transact((tx) => endChallenge(identity, tx, clientId, challengeId, second!, caller));
    });
  };
  const done = await (shown === 'passkey' ? look() : guessCode(limits, caller.address, look));
  const { isReset, question, ...signedIn } = done;
  if (given.code !== undefined) await limits.codeByAccount.forget(String(signedIn.user.id));
  if (isReset) {
    forget(signedIn.user.id);
    await forgetWrongTries(db, signedIn.user);
  }
  await askRegister(identity, question);
  return signedIn;
}

/** Does what the challenge was for. @throws Refusal invalid_code, passkey_unknown, challenge_over; then the challenge stays as it is */
async function endChallenge(
  identity: Identity,
  tx: Transaction,
  clientId: number,
  challengeId: string,
  second: PreparedSecond,
  caller: Caller,
): Promise<SecondStepDone & { readonly isReset: boolean; readonly question: RegisterQuestion | null }> {
  const { security } = identity;
  const client = await lockClient(tx, clientId);
  const challenge = await useChallenge(tx, challengeId);
  if (challenge === null) throw new Refusal('challenge_over');
  const refusal = await second.use(tx);
  if (refusal !== null) throw refusal;
  const { passwordHash, remember, provenBy } = challenge;
  await keyPerson(tx, identity, client);
  const question = await storeQuestion(tx, identity, clientId);
  // Before the browser is known.
  if (passwordHash !== null) await coolOffAfterReset(identity, tx, client, caller);
  const device = await knowDevice(tx, clientId, caller);
  const event = { clientId, factor: second.method, deviceId: device.id };
  if (passwordHash === null) {
    await tx.query('update client set last_sign_in_at = now() where id = $1', [clientId]);
    await security.record(tx, caller, { ...event, kind: 'sign_in_new_device' });
  } else {
    await storePassword(tx, client, passwordHash, provenBy.includes('phone'));
    await security.record(tx, caller, { ...event, kind: 'password_reset' });
    await recordEnded(identity, tx, caller, clientId, await endSessions(tx, clientId));
  }
  const visit = { userAgent: caller.userAgent, remember, deviceId: device.id, provenBy: [...provenBy, second.method] };
  const jwt = await startSession(tx, clientId, visit);
  if (second.method === 'recovery_code') await security.record(tx, caller, { ...event, kind: 'recovery_code_used' });
  const isReset = passwordHash !== null;
  await tell(tx, identity, client, { isReset, notice: second.notice(), caller });
  return { jwt, user: toUser(await readClient(tx, clientId)), device, isReset, question };
}

/** Counting messages locks shared rows, so this comes last. */
async function tell(
  tx: Queryable,
  identity: Identity,
  client: ClientRow,
  { isReset, notice, caller }: { isReset: boolean; notice: ChangeNotice | null; caller: Caller },
): Promise<void> {
  const { address } = caller;
  if (isReset) await tellAllContacts(identity, tx, client, { template: 'password_changed', address });
  // One notice for a sign-in, the graver one.
  if (notice !== null) await tellAllContacts(identity, tx, client, { template: notice, address });
  else if (!isReset) await tellAllContacts(identity, tx, client, { template: 'new_device', address });
}

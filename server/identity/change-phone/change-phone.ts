import type { User, Verification } from '#contract/identity.ts';
import type { Queryable } from '#database/connect.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { SignedIn } from '#server/http/signed-in.ts';
import { lockClient, readClient, toUser, type ClientRow } from '#server/identity/client.ts';
import { refuseCode, sendCode, useCode, type CodeTarget } from '#server/identity/codes/codes.ts';
import { recordCoolingOff } from '#server/identity/cooling-off/cooling-off.ts';
import type { Caller, Identity } from '#server/identity/identity.ts';
import { guessCode } from '#server/identity/limits.ts';
import { tellAllContacts } from '#server/identity/security-log/notices.ts';
import { readMobile } from '#server/identity/phone-number.ts';
import { requireProof } from '#server/identity/proof/proof.ts';
import { readCountry } from '#server/identity/sign-up/register.ts';
import { sendAgain } from '#server/identity/codes/resend.ts';
import { recordEnded } from '#server/identity/security-log/security-log.ts';
import { endSessions } from '#server/identity/sessions/sessions.ts';
import type { Sentence } from '#server/words/languages.ts';

/**
 * Sends a code to another phone, which replaces the account's phone once the code is entered. Nothing is looked up about the
 * new one, so the answer does not tell whether it belongs to an account.
 *
 * @throws Refusal invalid_request for anything but a mobile number of our countries, proof_needed, phone_unconfirmed, conflict
 *   when it is the account's phone already, rate_limited, messages_stopped
 */
export async function askForPhone(
  identity: Identity,
  signedIn: SignedIn,
  form: { readonly phone: string; readonly country: string },
  caller: Caller,
): Promise<Verification> {
  const { db, limits, sending, security } = identity;
  const { clientId } = signedIn;
  await requireProof(db, signedIn, 'strong');
  const destination = readMobile(form.phone, readCountry(form.country));
  await limits.factorChangesByAccount.take(String(clientId));
  requireOther(await readClient(db, clientId), destination);
  const target = targetOf(clientId, destination);
  return sendAgain(identity, target, async (tx) => {
    await requireProof(tx, signedIn, 'strong');
    requireOther(await readClient(tx, clientId), destination);
    // Only the phone that was asked for last can be confirmed.
    await tx.query(`delete from code where client_id = $1 and purpose = 'change_phone' and destination <> $2`, [
      clientId,
      destination,
    ]);
    await security.record(tx, caller, { clientId, kind: 'phone_asked', factor: 'phone' });
    return sendCode(tx, sending, target, { pool: 'phone', clientId, address: caller.address });
  });
}

function requireOther({ phone, confirmed_at }: ClientRow, wanted: string): void {
  // An unproven phone is only a claim; a client who mistyped it signs up again.
  if (confirmed_at === null) throw new Refusal('phone_unconfirmed');
  if (phone !== wanted) return;
  const message: Sentence = ({ samePhone }) => samePhone;
  throw new Refusal('conflict', { detail: message, errors: [{ path: 'phone', message, code: 'conflict' }] });
}

/**
 * Makes the asked phone the account's phone, with the code that was sent to it. Payouts wait, and the old and the new contacts are
 * told. Codes and sign-ins that wait on the old phone are void.
 *
 * @throws Refusal invalid_code, rate_limited, phone_taken when another client has proven the phone
 */
export async function confirmNewPhone(
  identity: Identity,
  signedIn: SignedIn,
  { code, endOthers = false }: { readonly code: string; readonly endOthers?: boolean | undefined },
  caller: Caller,
): Promise<User> {
  const { db, limits, codeKey, security, forget } = identity;
  const { clientId, sessionId } = signedIn;
  // The transaction also commits a wrong guess, so that it counts.
  const user = await guessCode(limits, caller.address, () =>
    db.transact(async (tx) => {
      const client = await lockClient(tx, clientId);
      const phone = await readAskedPhone(tx, clientId);
      if (phone === null) return refuseCode(({ noPhoneWaits }) => noPhoneWaits);
      const refusal = await useCode(tx, targetOf(clientId, phone), code, codeKey);
      if (refusal !== null) {
        await security.record(tx, caller, { clientId, kind: 'code_wrong', factor: 'phone' });
        return refusal;
      }
      const [changed] = await tx.query<{ until: Date | null }>('select change_phone($1, $2, $3) as until', [
        clientId,
        phone,
        identity.coolingOff,
      ]);
      await security.record(tx, caller, { clientId, kind: 'phone_changed', factor: 'phone' });
      if (changed!.until !== null) await recordCoolingOff(identity, tx, caller, clientId, 'phone_changed');
      if (endOthers) await recordEnded(identity, tx, caller, clientId, await endSessions(tx, clientId, sessionId));
      const contacts = { contact: 'phone', former: client.phone, now: phone } as const;
      const { address } = caller;
      await tellAllContacts(identity, tx, client, { template: 'phone_changed', address, changed: contacts });
      return toUser(await readClient(tx, clientId));
    }),
  );
  forget(clientId);
  return user;
}

/** The phone whose code can still be entered; null when none waits. */
export async function readAskedPhone(db: Queryable, clientId: number): Promise<string | null> {
  const [row] = await db.query<{ destination: string }>(
    `select destination from code
     where client_id = $1 and purpose = 'change_phone' and used_at is null and expires_at > clock_timestamp()
     order by sent_at desc limit 1`,
    [clientId],
  );
  return row?.destination ?? null;
}

function targetOf(clientId: number, destination: string): CodeTarget {
  return { clientId, purpose: 'change_phone', destination };
}

import type { EmailVerification, User } from '#contract/identity.ts';
import type { Queryable, Transaction } from '#database/connect.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { SignedIn } from '#server/http/signed-in.ts';
import { lockClient, readClient, toUser, type ClientRow } from '#server/identity/client.ts';
import { isYoungBrowser, startCoolingOff } from '#server/identity/cooling-off/cooling-off.ts';
import { refuseCode, sendCode, useCode, type CodeTarget } from '#server/identity/codes/codes.ts';
import type { Caller, Identity } from '#server/identity/identity.ts';
import { guessCode } from '#server/identity/limits.ts';
import { tellAllContacts } from '#server/identity/security-log/notices.ts';
import { sendAgain } from '#server/identity/codes/resend.ts';
import { recordEnded } from '#server/identity/security-log/security-log.ts';
import { endSessions } from '#server/identity/sessions/sessions.ts';

/** The effect of a wanted address: `ask` for it, `give up` the one asked for, `remove` all addresses, or `nothing`. */
export type EmailChange = 'ask' | 'give up' | 'remove' | 'nothing';

export function planEmailChange({ proven_email, asked_email }: ClientRow, wanted: string | null): EmailChange {
  if (wanted === null) return proven_email === null && asked_email === null ? 'nothing' : 'remove';
  if (isSame(wanted, asked_email)) return 'nothing';
  if (isSame(wanted, proven_email)) return asked_email === null ? 'nothing' : 'give up';
  return 'ask';
}

/** Stores an address that waits for its code. It replaces another waiting one; the proven one stays. */
export async function askForEmail(tx: Queryable, clientId: number, email: string): Promise<void> {
  await tx.query(
    `insert into client_email (client_id, email, asked_at) values ($1, $2, now())
     on conflict (client_id) where verified_at is null do update set email = excluded.email, asked_at = excluded.asked_at`,
    [clientId, email],
  );
}

interface NewEmail {
  readonly change: EmailChange;
  readonly wanted: string | null;
  readonly caller: Caller;
}

const kinds = { ask: 'email_asked', 'give up': 'email_given_up', remove: 'email_removed' } as const;

/** Changes a locked client's address as planned. A notice goes to the old address. */
export async function changeEmail(
  tx: Transaction,
  client: ClientRow,
  identity: Pick<Identity, 'sending' | 'codeKey' | 'security' | 'coolingOff'>,
  { change, wanted, caller }: NewEmail,
): Promise<void> {
  if (change === 'nothing') return;
  const { sending, security } = identity;
  const { address } = caller;
  await security.record(tx, caller, { clientId: client.id, kind: kinds[change], factor: 'email' });
  if (change === 'ask' && wanted !== null) {
    await askForEmail(tx, client.id, wanted);
    await sendCode(tx, sending, emailTarget(client.id, wanted), { pool: 'email', clientId: client.id, address });
  } else if (change === 'give up') {
    await tx.query('delete from client_email where client_id = $1 and verified_at is null', [client.id]);
  } else if (change === 'remove') {
    await removeEmails(tx, client.id);
    if (client.proven_email === null) return;
    await startCoolingOff(identity, tx, caller, client.id, 'factor_removed');
    const changed = { contact: 'email', former: client.proven_email, now: null } as const;
    await tellAllContacts(identity, tx, client, { template: 'email_changed', address, changed });
  }
}

export async function removeEmails(tx: Queryable, clientId: number): Promise<void> {
  await tx.query('delete from client_email where client_id = $1', [clientId]);
}

/** Sends the waiting address's code again. @throws Refusal conflict when none waits, rate_limited, messages_stopped */
export async function sendEmailCode(
  identity: Identity,
  { clientId }: SignedIn,
  caller: Caller,
): Promise<EmailVerification> {
  const { asked_email: email } = await readClient(identity.db, clientId);
  if (email === null) throw new Refusal('conflict', { detail: ({ noEmailWaits }) => noEmailWaits });
  const target = emailTarget(clientId, email);
  const { expiresAt, resendAt } = await sendAgain(identity, target, (tx) =>
    sendCode(tx, identity.sending, target, { pool: 'email', clientId, address: caller.address }),
  );
  return { email, expiresAt, resendAt };
}

/**
 * Proves the waiting address with the code that was sent to it. It replaces the old one, which gets a notice.
 *
 * @throws Refusal invalid_code, rate_limited, email_taken when another client has proven the same address
 */
export async function confirmEmail(
  identity: Identity,
  { clientId, sessionId }: SignedIn,
  { code, endOthers = false }: { readonly code: string; readonly endOthers?: boolean | undefined },
  caller: Caller,
): Promise<User> {
  const { db, limits, codeKey, security, forget } = identity;
  // The transaction also commits a wrong guess, so that it counts.
  const { address } = caller;
  const user = await guessCode(limits, address, () =>
    db.transact(async (tx) => {
      const client = await lockClient(tx, clientId);
      if (client.asked_email === null) return refuseCode(({ noEmailWaits }) => noEmailWaits);
      const refusal = await useCode(tx, emailTarget(clientId, client.asked_email), code, codeKey);
      if (refusal !== null) {
        await security.record(tx, caller, { clientId, kind: 'code_wrong', factor: 'email' });
        return refusal;
      }
      await tx.query('delete from client_email where client_id = $1 and verified_at is not null', [clientId]);
      // Only one client can prove an address: the update of a second one violates `client_email_once`.
      await tx.query('update client_email set verified_at = now() where client_id = $1', [clientId]);
      await security.record(tx, caller, { clientId, kind: 'email_proven', factor: 'email' });
      if (endOthers) await recordEnded(identity, tx, caller, clientId, await endSessions(tx, clientId, sessionId));
      if (client.proven_email !== null && (await isYoungBrowser(tx, sessionId))) {
        await startCoolingOff(identity, tx, caller, clientId, 'factor_changed');
      }
      const changed = { contact: 'email', former: client.proven_email, now: client.asked_email } as const;
      await tellAllContacts(identity, tx, client, { template: 'email_changed', address, changed });
      return toUser(await readClient(tx, clientId));
    }),
  );
  forget(clientId);
  return user;
}

function emailTarget(clientId: number, email: string): CodeTarget {
  return { clientId, purpose: 'confirm_email', destination: email.toLowerCase() };
}

function isSame(a: string, b: string | null): boolean {
  return a.toLowerCase() === b?.toLowerCase();
}

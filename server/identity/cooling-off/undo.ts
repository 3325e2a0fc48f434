import type { Queryable, Transaction } from '#database/connect.ts';
import { Refusal } from '#server/http/refusal.ts';
import { lockClient, readClient } from '#server/identity/client.ts';
import { removeEmails } from '#server/identity/profile/email.ts';
import type { Identity } from '#server/identity/identity.ts';
import { tellUndone } from '#server/identity/security-log/notices.ts';
import { hashPassword } from '#server/identity/passwords/password.ts';
import { answerInSameTime } from '#server/identity/sign-in/same-time.ts';
import { recordEnded, type Origin } from '#server/identity/security-log/security-log.ts';
import { createToken, endSessions } from '#server/identity/sessions/sessions.ts';
import { undoHours } from '#server/messages/texts.ts';
import { hashUndoToken, type FormerContact } from './undo-link.ts';

/**
 * Undoes the change that a notice told of, and all later ones: whoever made the first may have made the others. It gives nobody access.
 * Every session ends, known devices are forgotten, the password is void, since whoever made the change knew it or had set it,
 * and payouts stop until an operator has looked. A changed contact is what it was before, but unproven; so a former SIM card or
 * mailbox opens nothing. Second factors stay, or a mailbox would be enough to remove one.
 *
 * The answer tells nothing, and takes as long for a token that is wrong, used or too old.
 *
 * @throws Refusal rate_limited
 */
export async function undoChange(identity: Identity, token: string, origin: Origin): Promise<void> {
  await identity.limits.undoByAddress.take(origin.address);
  await answerInSameTime(async () => {
    // This work comes before the token is looked up, so that right and wrong tokens cost the same.
    const passwordHash = await hashPassword(createToken());
    const tokenHash = hashUndoToken(token);
    const [link] = await identity.db.query<{ client_id: number }>(
      `select client_id from undo_link
       where token_hash = $1 and used_at is null and expires_at > clock_timestamp()`,
      [tokenHash],
    );
    if (link === undefined) return;
    const clientId = link.client_id;
    await identity.db
      .transact((tx) => takeBack(identity, tx, clientId, { tokenHash, passwordHash }, origin))
      .catch(ignoreErased);
    identity.forget(clientId);
  });
}

/** Nobody is left to protect. */
function ignoreErased(error: unknown): void {
  if (!(error instanceof Refusal && error.code === 'unauthenticated')) throw error;
}

interface UsedLink {
  readonly id: number;
  readonly act: string;
  readonly contact: FormerContact['contact'] | null;
  readonly former: string | null;
}

async function takeBack(
  identity: Identity,
  tx: Transaction,
  clientId: number,
  { tokenHash, passwordHash }: { readonly tokenHash: Buffer; readonly passwordHash: string },
  origin: Origin,
): Promise<void> {
  const { security } = identity;
  await lockClient(tx, clientId);
  const links = await tx.query<UsedLink>(
    `update undo_link set used_at = clock_timestamp()
     where client_id = $1 and used_at is null and id >= (
       select id from undo_link where token_hash = $2 and used_at is null and expires_at > clock_timestamp()
     )
     returning id, act, contact, former`,
    [clientId, tokenHash],
  );
  const [first, ...later] = links.toSorted((a, b) => a.id - b.id);
  // Another call with the same token was faster.
  if (first === undefined) return;
  await tx.query('select stop_payouts($1, $2)', [clientId, first.act]);
  for (const contact of ['email', 'phone'] as const) {
    const oldest = [first, ...later].find((link) => link.contact === contact);
    if (oldest !== undefined) await giveBack[contact](tx, clientId, oldest.former);
  }
  await tx.query('update client set password_hash = $2, password_changed_at = now() where id = $1', [
    clientId,
    passwordHash,
  ]);
  const ended = await endSessions(tx, clientId);
  await tx.query('delete from device where client_id = $1', [clientId]);
  await tx.query('delete from code where client_id = $1', [clientId]);
  await security.record(tx, origin, { clientId, kind: 'change_undone', detail: { act: first.act } });
  await recordEnded(identity, tx, origin, clientId, ended);
  await tellUndone(identity, tx, await readClient(tx, clientId), origin.address);
}

/** A contact that somebody else has proven meanwhile is not given back. */
const giveBack = {
  async email(tx: Queryable, clientId: number, former: string | null): Promise<void> {
    await removeEmails(tx, clientId);
    await tx.query(
      `insert into client_email (client_id, email, asked_at)
       select $1, wanted, now() from (select $2::text as wanted) w
       where wanted is not null
         and not exists (select from client_email where lower(email) = lower(wanted) and verified_at is not null)`,
      [clientId, former],
    );
  },
  async phone(tx: Queryable, clientId: number, former: string | null): Promise<void> {
    await tx.query('select give_phone_back($1, $2)', [clientId, former]);
  },
} as const;

/**
 * Whether a passkey was set in the time that an undo may reach back to, and nobody has looked since. It may be that of whoever made
 * the undone change, so it signs nobody in alone. It stays, because a link in a mailbox must not remove a second factor.
 */
export async function isPasskeyInDoubt(db: Queryable, passkeyId: string): Promise<boolean> {
  const found = await db.query(
    `select from passkey p join payout_stop s on s.client_id = p.client_id
     where p.id = $1 and s.lifted_at is null
       and p.created_at between s.stopped_at - $2 * interval '1 hour' and s.stopped_at`,
    [passkeyId, undoHours],
  );
  return found.length > 0;
}

/**
 * Whether a change of this client was ever undone. Then an unproven phone is one that was given back, and its SIM card sets no
 * password.
 */
export async function wasEverUndone(db: Queryable, clientId: number): Promise<boolean> {
  return (await db.query('select from payout_stop where client_id = $1', [clientId])).length > 0;
}

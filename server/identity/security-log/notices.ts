import type { Queryable } from '#database/connect.ts';
import { channelOf, enqueueMessage } from '#server/messages/enqueue.ts';
import type { ChangeNotice, Content } from '#server/messages/texts.ts';
import type { ClientRow } from '#server/identity/client.ts';
import { makeUndoLink, type FormerContact } from '#server/identity/cooling-off/undo-link.ts';
import type { Identity } from '#server/identity/identity.ts';

/** A notice to the owner of an account, so that an act of somebody else does not go unseen. */
interface Told {
  readonly template: ChangeNotice;
  /** The key of the network address that did it. */
  readonly address: string;
}

/** A change of an e-mail address or a phone. */
interface ChangedContact extends FormerContact {
  /** The proven contact that is told as well; null where one was only removed. */
  readonly now: string | null;
}

type Deps = Pick<Identity, 'sending' | 'codeKey'>;
/** The client as it was before the change. */
type Before = Pick<ClientRow, 'id' | 'phone' | 'confirmed_at' | 'proven_email'>;

/**
 * Tells by e-mail where there is a proven address, or else by SMS. With a link that undoes what was done.
 *
 * Counting locks rows that many clients share, so call this, like the next one, last before the commit.
 */
export async function tellOwner(deps: Deps, tx: Queryable, client: Before, told: Told): Promise<void> {
  await tell(deps, tx, client, provenContacts(client).slice(0, 1), told);
}

/**
 * Tells every proven contact, where one of them may be in other hands: a new password, another e-mail address or phone, a
 * sign-in. With a link that undoes what was done, and gives a changed contact back as unproven.
 *
 * @param client as it was before the change
 */
export async function tellAllContacts(
  deps: Deps,
  tx: Queryable,
  client: Before,
  { changed = null, ...told }: Told & { readonly changed?: ChangedContact | null },
): Promise<void> {
  // The new contact comes last: it must not use up the limits of the others.
  const contacts = [...provenContacts(client), ...(changed?.now == null ? [] : [changed.now])];
  await tell(deps, tx, client, [...new Set(contacts)], told, changed);
}

/** Tells every proven contact that a change was undone. There is nothing to take back. */
export async function tellUndone({ sending }: Deps, tx: Queryable, client: Before, address: string): Promise<void> {
  const content = { template: 'change_undone', parameters: {} } as const;
  for (const to of provenContacts(client)) await send(sending, tx, { clientId: client.id, to, address }, content);
}

/** A stranger must not get messages about somebody else's account, so only proven contacts count. */
function provenContacts({ proven_email, phone, confirmed_at }: Before): string[] {
  return [...(proven_email === null ? [] : [proven_email]), ...(confirmed_at === null ? [] : [phone])];
}

async function tell(
  { sending, codeKey }: Deps,
  tx: Queryable,
  { id: clientId }: Before,
  contacts: readonly string[],
  { template, address }: Told,
  former: FormerContact | null = null,
): Promise<void> {
  if (contacts.length === 0) return;
  const parameters = await makeUndoLink(tx, codeKey, { clientId, act: template, former });
  for (const to of contacts) await send(sending, tx, { clientId, to, address }, { template, parameters });
}

/** A notice over the limit is dropped: the earlier ones have warned the owner already. */
async function send(
  sending: Identity['sending'],
  tx: Queryable,
  { clientId, to, address }: { readonly clientId: number; readonly to: string; readonly address: string },
  content: Content,
): Promise<void> {
  const pool = content.template === 'new_device' ? 'new_device' : 'notice';
  if (!(await sending.countNotice(tx, { pool, to, clientId, address }))) return;
  await enqueueMessage(tx, { ...content, to, channel: channelOf(to), clientId });
}

import type { Queryable } from '#database/connect.ts';
import { channelOf, enqueueMessage } from '#server/messages/enqueue.ts';
import type { Notice } from '#server/messages/texts.ts';
import type { ClientRow } from './client.ts';
import type { SendingLimits } from './sending-limits.ts';

/** A notice about the account, so that its owner sees what somebody else has done. */
export interface Told {
  readonly template: Notice;
  /** The key of the network address that did it. */
  readonly address: string;
}

/**
 * Sends the notice by phone, if the phone is proven: a stranger must not get messages about somebody else's account.
 * Counting locks rows that many clients share, so call this last before the commit.
 */
export async function tellByPhone(tx: Queryable, limits: SendingLimits, client: ClientRow, told: Told): Promise<void> {
  if (client.confirmed_at !== null) await tell(tx, limits, { clientId: client.id, to: client.phone }, told);
}

/** Sends the notice to the proven e-mail address, or else by phone. */
export async function tellByEmail(tx: Queryable, limits: SendingLimits, client: ClientRow, told: Told): Promise<void> {
  if (client.proven_email === null) return tellByPhone(tx, limits, client, told);
  await tell(tx, limits, { clientId: client.id, to: client.proven_email }, told);
}

/** A notice over the limit is dropped: the earlier ones have warned the owner already. */
async function tell(
  tx: Queryable,
  limits: SendingLimits,
  { clientId, to }: { readonly clientId: number; readonly to: string },
  { template, address }: Told,
): Promise<void> {
  if (!(await limits.countNotice(tx, { pool: 'notice', to, clientId, address }))) return;
  await enqueueMessage(tx, { to, channel: channelOf(to), template, parameters: {} });
}

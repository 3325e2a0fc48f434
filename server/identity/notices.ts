import type { Queryable } from '#database/connect.ts';
import { channelOf, enqueueMessage } from '#server/messages/enqueue.ts';
import type { Notice } from '#server/messages/texts.ts';
import type { ClientRow } from './client.ts';
import type { SendingLimits } from './sending-limits.ts';

/** What a client is told of the account, so that its owner notices what somebody else has done. */
export interface Told {
  readonly template: Notice;
  /** The key of the address that did it. */
  readonly address: string;
}

/**
 * Tells the client by phone, if it is proven: a stranger's phone must not ring for what others do. Counting locks what many
 * share, so this comes last before the commit.
 */
export async function tellByPhone(tx: Queryable, limits: SendingLimits, client: ClientRow, told: Told): Promise<void> {
  if (client.confirmed_at !== null) await tell(tx, limits, { clientId: client.id, to: client.phone }, told);
}

/** Tells the client by the proven e-mail address, or else by phone. */
export async function tellByEmail(tx: Queryable, limits: SendingLimits, client: ClientRow, told: Told): Promise<void> {
  if (client.proven_email === null) return tellByPhone(tx, limits, client, told);
  await tell(tx, limits, { clientId: client.id, to: client.proven_email }, told);
}

/** One too many is not sent: those before it said to look after the account. */
async function tell(
  tx: Queryable,
  limits: SendingLimits,
  { clientId, to }: { readonly clientId: number; readonly to: string },
  { template, address }: Told,
): Promise<void> {
  if (!(await limits.countNotice(tx, { pool: 'notice', to, clientId, address }))) return;
  await enqueueMessage(tx, { to, channel: channelOf(to), template, parameters: {} });
}

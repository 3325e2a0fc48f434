import type { Queryable } from '#database/connect.ts';
import { channelOf, enqueueMessage } from '../messages/enqueue.ts';
import type { Notice } from '../messages/texts.ts';
import type { SendingLimits } from './sending-limits.ts';

export interface NewNotice {
  readonly clientId: number;
  /** E.164, or an e-mail address. */
  readonly to: string;
  readonly template: Notice;
  /** The key of the address that did what is told. */
  readonly address: string;
}

/** Tells a client something about the account. One too many is not sent: those before it said to look after the account. */
export async function sendNotice(
  tx: Queryable,
  limits: SendingLimits,
  { clientId, to, template, address }: NewNotice,
): Promise<void> {
  if (!(await limits.countNotice(tx, { pool: 'notice', to, clientId, address }))) return;
  await enqueueMessage(tx, { to, channel: channelOf(to), template, parameters: {} });
}

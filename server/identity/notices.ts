import type { Queryable } from '#database/connect.ts';
import { enqueueMessage } from '../messages/enqueue.ts';
import type { ClientRow } from './client.ts';

/** What a client is told of the account, so that its owner notices what somebody else has done. */
const notices = {
  passwordChanged:
    'The password of your Izi account was changed. If it was not you, set a new one now with "Forgot password".',
  emailChanged: 'The e-mail address of your Izi account was changed. If it was not you, change your password now.',
} as const;

export type Notice = keyof typeof notices;

/** Tells the client by phone, if it is proven: a stranger's phone must not ring for what others do. */
export async function tellByPhone(tx: Queryable, client: ClientRow, notice: Notice): Promise<void> {
  if (client.confirmed_at === null) return;
  await enqueueMessage(tx, { to: client.phone, channel: 'sms', text: notices[notice] });
}

/** Tells the client by the proven e-mail address, or else by phone. */
export async function tellByEmail(tx: Queryable, client: ClientRow, notice: Notice): Promise<void> {
  if (client.proven_email === null) return tellByPhone(tx, client, notice);
  await enqueueMessage(tx, { to: client.proven_email, channel: 'email', text: notices[notice] });
}

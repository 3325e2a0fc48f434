import type { Queryable } from '#database/connect.ts';

export type Channel = 'sms' | 'email';

export interface OutgoingMessage {
  /** E.164, or an e-mail address. */
  readonly to: string;
  readonly channel: Channel;
  readonly text: string;
}

/** Writes a message down to be sent once `tx` commits: nothing is lost, and nothing is sent for what was rolled back. */
export async function enqueueMessage(tx: Queryable, { to, channel, text }: OutgoingMessage): Promise<void> {
  await tx.query({
    name: 'enqueue-message',
    text: 'insert into message (recipient, channel, text) values ($1, $2, $3)',
    values: [to, channel, text],
  });
}

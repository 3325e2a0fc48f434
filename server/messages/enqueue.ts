import type { Queryable } from '#database/connect.ts';
import type { Content } from './texts.ts';

export type Channel = 'sms' | 'email';

/** A message that is to be sent. Its text is written when it leaves, so that no text stands in the database. */
export type QueuedMessage = Content & {
  /** E.164, or an e-mail address. */
  readonly to: string;
  readonly channel: Channel;
};

/** Writes a message down to be sent once `tx` commits: nothing is lost, and nothing is sent for what was rolled back. */
export async function enqueueMessage(
  tx: Queryable,
  { to, channel, template, parameters }: QueuedMessage,
): Promise<void> {
  await tx.query({
    name: 'enqueue-message',
    text: 'insert into message (recipient, channel, template, parameters) values ($1, $2, $3, $4)',
    values: [to, channel, template, JSON.stringify(parameters)],
  });
}

/** The channel that an E.164 number or an e-mail address is reached by. */
export function channelOf(destination: string): Channel {
  return destination.includes('@') ? 'email' : 'sms';
}

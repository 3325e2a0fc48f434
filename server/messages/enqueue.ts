import type { Queryable } from '#database/connect.ts';
import type { Content } from './texts.ts';

export type Channel = 'sms' | 'email';

/** A message in the queue. Its text is written when it is sent, so that no text is stored in the database. */
export type QueuedMessage = Content & {
  /** E.164, or an e-mail address. */
  readonly to: string;
  readonly channel: Channel;
};

/** Adds a message to the outbox in `tx`: it is sent after the commit, and never after a rollback. */
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

/** The channel for an E.164 number or an e-mail address. */
export function channelOf(destination: string): Channel {
  return destination.includes('@') ? 'email' : 'sms';
}

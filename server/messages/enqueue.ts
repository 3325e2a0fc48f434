import type { Queryable } from '#database/connect.ts';
import type { Channel, Content, QueuedMessage } from './texts.ts';

export type { Channel, Content, QueuedMessage };

/** A message to a client, in the language that the client has chosen. */
export type NewMessage = Content &
  Pick<QueuedMessage, 'to' | 'channel'> & {
    /** Null: to nobody who has chosen a language. */
    readonly clientId: number | null;
  };

/** Adds a message to the outbox in `tx`: it is sent after the commit, and never after a rollback. */
export async function enqueueMessage(
  tx: Queryable,
  { to, channel, template, parameters, clientId }: NewMessage,
): Promise<void> {
  await tx.query({
    name: 'enqueue-message',
    text: `
      insert into message (recipient, channel, template, parameters, locale)
      values ($1, $2, $3, $4, coalesce((select locale from client where id = $5), 'en'))`,
    values: [to, channel, template, JSON.stringify(parameters), clientId],
  });
}

/** The channel for an E.164 number or an e-mail address. */
export function channelOf(destination: string): Channel {
  return destination.includes('@') ? 'email' : 'sms';
}

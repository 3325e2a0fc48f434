import type { Channel } from './enqueue.ts';

/** A message with its text, ready to send. */
export interface OutgoingMessage {
  /** E.164, or an e-mail address. */
  readonly to: string;
  readonly channel: Channel;
  readonly text: string;
}

/** Hands one message to the carrier. After any error but Undeliverable it is tried again later. */
export type Sender = (message: OutgoingMessage) => Promise<void>;

/** The carrier says that this message will never arrive, so it is not tried again. */
export class Undeliverable extends Error {
  override readonly name = 'Undeliverable';
}

/** Leaves messages in the database, where the demo inbox reads them. */
export const outboxSender: Sender = async () => {};

/** A sender for each channel. */
export function sendByChannel(senders: Readonly<Record<Channel, Sender>>): Sender {
  return (message) => senders[message.channel](message);
}

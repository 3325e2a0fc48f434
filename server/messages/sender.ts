import type { Channel } from './enqueue.ts';

/** A message with its text, ready to send. */
export interface OutgoingMessage {
  /** E.164, an e-mail address, or the id of a subscription to push. */
  readonly to: string;
  readonly channel: Channel;
  readonly text: string;
  /** A unique id in letters and digits, which stays the same at each try. */
  readonly key: string;
}

/** Hands one message to the carrier. After any error but Undeliverable it is tried again later. */
export type Sender = (message: OutgoingMessage) => Promise<void>;

/** The carrier says that this message will never arrive, so it is not tried again. */
export class Undeliverable extends Error {
  override readonly name = 'Undeliverable';
}

/** The carrier asks us to wait. */
export class TryLater extends Error {
  override readonly name = 'TryLater';
  readonly seconds: number;

  constructor(message: string, seconds: number) {
    super(message);
    this.seconds = seconds;
  }
}

/** Leaves messages in the database, where the demo inbox reads them. */
export const outboxSender: Sender = async () => {};

/** A sender for each channel. */
export function sendByChannel(senders: Readonly<Record<Channel, Sender>>): Sender {
  return (message) => senders[message.channel](message);
}

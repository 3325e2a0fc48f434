import type { Channel } from './enqueue.ts';

/** A message as it leaves. */
export interface OutgoingMessage {
  /** E.164, or an e-mail address. */
  readonly to: string;
  readonly channel: Channel;
  readonly text: string;
}

/** Hands one message to whoever carries it. What it throws is tried again later, unless it is an Undeliverable. */
export type Sender = (message: OutgoingMessage) => Promise<void>;

/** The carrier says that this message will never arrive, so trying again is of no use. */
export class Undeliverable extends Error {
  override readonly name = 'Undeliverable';
}

/** Keeps messages in the database, where the demo inbox reads them. */
export const outboxSender: Sender = async () => {};

/** A sender for each channel. */
export function sendByChannel(senders: Readonly<Record<Channel, Sender>>): Sender {
  return (message) => senders[message.channel](message);
}

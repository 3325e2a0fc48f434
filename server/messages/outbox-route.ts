import type { Queryable } from '#database/connect.ts';
import { listOutbox, type Message } from '#contract/messages.ts';
import type { Http } from '#server/http/http.ts';
import { Refusal } from '#server/http/refusal.ts';
import { route } from '#server/http/route.ts';
import type { QueuedMessage } from './enqueue.ts';
import { writeText, type Writing } from './texts.ts';

const mostShown = 50;

interface OutboxSettings extends Writing {
  /** Whether messages stay in the database instead of being sent. */
  readonly outbox: boolean;
  /** Every number, as E.164, that a phone in any usual form may mean; none for other text. */
  readonly findPhones: (text: string) => readonly string[];
}

/** The demo inbox. It does not exist with real senders: whoever reads it could sign in as anybody. */
export function registerOutboxRoute(http: Http, db: Queryable, settings: OutboxSettings): void {
  route(http, listOutbox, async ({ query }) => {
    if (!settings.outbox) throw new Refusal('not_found');
    return { data: await readOutbox(db, query.to, settings) };
  });
}

/** The messages to a phone or an e-mail address, newest first, including those not sent yet. */
async function readOutbox(db: Queryable, to: string, { findPhones, ...writing }: OutboxSettings): Promise<Message[]> {
  const rows = await db.query<QueuedMessage & { readonly sent_at: Date }>(
    `select recipient as "to", channel, template, parameters, locale, coalesce(sent_at, created_at) as sent_at
     from message where lower(recipient) = any ($1) and channel::text <> 'push' order by id desc limit $2`,
    [[to.toLowerCase(), ...findPhones(to)], mostShown],
  );
  return rows.map(({ sent_at, ...message }) => ({
    to: message.to,
    channel: message.channel as Message['channel'],
    text: writeText(message, writing),
    sentAt: sent_at.toISOString(),
  }));
}

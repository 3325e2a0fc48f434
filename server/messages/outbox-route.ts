import type { Queryable } from '#database/connect.ts';
import { listOutbox, type Message } from '#contract/messages.ts';
import type { Http } from '../http/http.ts';
import { Refusal } from '../http/refusal.ts';
import { route } from '../http/route.ts';
import type { Channel } from './enqueue.ts';

const MOST_SHOWN = 50;

/** The demo inbox. With real senders it is not there: whoever could read it could sign in as anybody. */
export function registerOutboxRoute(http: Http, db: Queryable, { outbox }: { readonly outbox: boolean }): void {
  route(http, listOutbox, async ({ query }) => {
    if (!outbox) throw new Refusal('not_found');
    return { data: await readOutbox(db, query.to) };
  });
}

/** The messages to a phone or an e-mail address, newest first, from the moment they were written. */
export async function readOutbox(db: Queryable, to: string): Promise<Message[]> {
  const rows = await db.query<{ to: string; channel: Channel; text: string; sent_at: Date }>(
    `select recipient as "to", channel, text, coalesce(sent_at, created_at) as sent_at
     from message where lower(recipient) = $1 order by id desc limit $2`,
    [toRecipient(to), MOST_SHOWN],
  );
  return rows.map(({ sent_at, ...row }) => ({ ...row, sentAt: sent_at.toISOString() }));
}

/** Phones as they are stored. The plus of an address typed into a browser arrives as a space, or not at all. */
function toRecipient(to: string): string {
  return /^\+?[0-9 ().-]+$/.test(to) ? `+${to.replaceAll(/\D/g, '').replace(/^00/, '')}` : to.toLowerCase();
}

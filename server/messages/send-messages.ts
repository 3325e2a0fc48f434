import type { Logger } from 'pino';
import type { Database, Queryable } from '#database/connect.ts';
import { startBackground, type Background, type OnDue } from '#server/background/background.ts';
import type { QueuedMessage } from './enqueue.ts';
import { TryLater, Undeliverable, type Sender } from './sender.ts';
import { writeText, type Writing } from './texts.ts';

/** How many messages one process sends at once. */
const batchSize = 20;
const mostAttempts = 8;
const pollMs = 1_000;

type ClaimedMessage = QueuedMessage & {
  readonly id: number;
  readonly attempts: number;
  readonly created_at: Date;
};

interface Sending extends Writing {
  readonly sender: Sender;
  readonly log: Logger;
}

/** Sends due messages until stopped. Any number of processes may do so at once. */
export function startSendingMessages(db: Database, sending: Sending, onDue?: OnDue): Background {
  const step = async () => {
    // After a full batch, more may be due.
    return (await sendMessages(db, sending)) === batchSize;
  };
  return startBackground([{ name: 'sending messages', step, everyMs: pollMs }], sending.log, onDue);
}

/**
 * Sends the messages that are due and returns how many it claimed. A claim is a lease: it postpones the next try, so
 * after a crash the message is tried again. So a message leaves at least once, and twice where a process dies between the
 * carrier's answer and the mark. A second e-mail has the first one's Message-ID, by which mailboxes know it again; a second push
 * message takes the place of the first one; an SMS comes twice.
 */
export async function sendMessages(db: Database, sending: Sending): Promise<number> {
  const claimed = await claimDue(db);
  await Promise.all(claimed.map((message) => sendOne(db, sending, message)));
  return claimed.length;
}

async function sendOne(db: Queryable, sending: Sending, message: ClaimedMessage): Promise<void> {
  const { sender, log } = sending;
  const { id, attempts, to, channel, created_at } = message;
  try {
    // Ids begin again in a database that was restored.
    const key = `${created_at.getTime()}${id}`;
    await sender({ to, channel, text: writeText(message, sending), key });
  } catch (error) {
    const givenUp = error instanceof Undeliverable || attempts >= mostAttempts;
    // Log neither recipient nor text: the text may hold a code or a link.
    log[givenUp ? 'error' : 'warn']({ err: error, messageId: id, attempts, givenUp }, 'message not sent');
    if (givenUp) await db.query('update message set next_try_at = null where id = $1', [id]);
    else if (error instanceof TryLater) await postpone(db, id, error.seconds);
    return;
  }
  await db.query('update message set sent_at = clock_timestamp(), next_try_at = null where id = $1', [id]);
}

async function postpone(db: Queryable, id: number, seconds: number): Promise<void> {
  await db.query(
    `update message set next_try_at = greatest(next_try_at, clock_timestamp() + $2 * interval '1 second') where id = $1`,
    [id, seconds],
  );
}

/** Exponential back-off: 15 s after the first try, then 30 s, 1 min and so on, about half an hour in all. */
function claimDue(db: Queryable): Promise<ClaimedMessage[]> {
  return db.query<ClaimedMessage>(
    `update message set
       attempts = attempts + 1,
       next_try_at = clock_timestamp() + interval '15 seconds' * power(2, attempts)
     where id in (
       select id from message where next_try_at <= clock_timestamp() order by next_try_at limit $1 for update skip locked
     )
     returning id, recipient as "to", channel, template, parameters, locale, attempts, created_at`,
    [batchSize],
  );
}

/** Removes messages older than 30 days. */
export async function removeOldMessages(db: Queryable): Promise<void> {
  await db.query(`delete from message where created_at < now() - interval '30 days'`);
}

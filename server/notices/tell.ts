import type { Logger } from 'pino';
import { arrayLiteral, type Database, type Queryable, type Transaction } from '#database/connect.ts';
import { takeTurn } from '#database/take-turn.ts';
import { startBackground, type Background, type OnDue } from '#server/background/background.ts';
import type { Identity } from '#server/identity/identity.ts';
import { enqueueMessage } from '#server/messages/enqueue.ts';
import { planNotices, type DueNotice, type Hearer, type PlannedMessage } from './plan.ts';
import { readChoices, readSetting } from './settings.ts';

interface Telling {
  readonly db: Database;
  readonly sending: Identity['sending'];
  /** The operator's time zone, in which quiet hours are meant. */
  readonly timeZone: string;
}

const everyMs = 1_000;
const limitsEveryMs = 30_000;

/** Notes what happened and tells the clients of it, until stopped. Any number of processes may do so. */
export function startTelling(telling: Telling, log: Logger, onDue?: OnDue): Background {
  const { db } = telling;
  return startBackground(
    [
      { name: 'noting who won', step: () => noteDraw(db), everyMs },
      { name: 'telling clients', step: () => tellNext(telling), everyMs },
      { name: 'noting limits', step: () => noteLimits(db), everyMs: limitsEveryMs },
    ],
    log,
    onDue,
  );
}

/** Notes what one finished draw paid to whom. @returns whether there was one */
export async function noteDraw(db: Queryable): Promise<boolean> {
  const [row] = await db.query<{ noted: boolean }>('select note_draw_outcomes() as noted');
  return row!.noted;
}

/** Notes clients whose break is over, and clients who have reached a limit. */
export async function noteLimits(db: Queryable): Promise<boolean> {
  await db.query('select note_limits()');
  return false;
}

/**
 * Tells one client of everything that is due. The messages are queued in the transaction that marks the notices: either both
 * are there or neither is, so nothing is queued twice and nothing is lost.
 *
 * @returns whether somebody was told
 */
export async function tellNext({ db, sending, timeZone }: Telling): Promise<boolean> {
  return db.transact(async (tx) => {
    // One process at a time, so that notices that are due together are sent as one.
    if (!(await takeTurn(tx, 'notices'))) return false;
    const [next] = await tx.query<{ client_id: number }>(
      'select client_id from notice where due_at <= clock_timestamp() order by due_at limit 1',
    );
    if (next === undefined) return false;
    const due = await tx.query<DueNotice>(
      `select id, kind, subject, what, amount from notice
       where client_id = $1 and due_at <= clock_timestamp() order by id for update`,
      [next.client_id],
    );
    const hearer = await readHearer(tx, next.client_id, timeZone);
    const { messages, waiting, done } = planNotices(due, hearer);
    await tx.query('update notice set due_at = $2, waited = true where id = any ($1)', [
      arrayLiteral(waiting),
      hearer.quietUntil,
    ]);
    await tx.query('update notice set due_at = null, told_at = clock_timestamp() where id = any ($1)', [
      arrayLiteral(done),
    ]);
    // An SMS comes last: its limits are rows that clients share.
    for (const message of messages.toSorted((a, b) => Number(a.channel === 'sms') - Number(b.channel === 'sms'))) {
      await queue(tx, next.client_id, message, sending);
    }
    return true;
  });
}

async function queue(
  tx: Transaction,
  clientId: number,
  { channel, to, notice }: PlannedMessage,
  sending: Telling['sending'],
): Promise<void> {
  // Notices over the limits of e-mail and SMS are dropped: the wallet shows the same.
  if (channel !== 'push' && !(await sending.countTold(tx, { pool: 'told', to, clientId }))) return;
  await enqueueMessage(tx, { channel, to, clientId, template: 'notice', parameters: notice });
}

async function readHearer(tx: Transaction, clientId: number, timeZone: string): Promise<Hearer> {
  const { quiet_from, quiet_to, show_amounts, sms_from } = await readSetting(tx, clientId);
  const [client] = await tx.query<{ email: string | null; phone: string | null; quiet: Date | null; paused: boolean }>(
    `select (select e.email from client_email e where e.client_id = c.id and e.email = c.email and e.verified_at is not null) as email,
       case when c.confirmed_at is not null then c.phone end as phone,
       quiet_until($2::time, $3::time, $4, clock_timestamp()) as quiet,
       break_ends_at(c.id, clock_timestamp()) is not null as paused
     from client c where c.id = $1`,
    [clientId, quiet_from, quiet_to, timeZone],
  );
  const browsers = await tx.query<{ id: string }>('select id from push_subscription where client_id = $1', [clientId]);
  return {
    choices: await readChoices(tx, clientId),
    showAmounts: show_amounts,
    smsFrom: sms_from,
    quietUntil: client?.quiet ?? null,
    isPaused: client?.paused ?? false,
    browsers: browsers.map(({ id }) => id),
    email: client?.email ?? null,
    phone: client?.phone ?? null,
  };
}

/** Removes notices that were sent more than 30 days ago, like messages. */
export async function removeOldNotices(db: Queryable): Promise<void> {
  await db.query(`delete from notice where due_at is null and happened_at < now() - interval '30 days'`);
}

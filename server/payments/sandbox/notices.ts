import type { Database } from '#database/connect.ts';
import { call } from '#server/payments/call.ts';
import { signBody } from '#server/payments/signature.ts';

export interface NoticeSettings {
  readonly webhookSecret: string;
  /** The merchant's webhook. */
  readonly webhookUrl: () => string;
}

export const signatureHeader = 'x-sandbox-signature';

interface Notice {
  readonly id: number;
  readonly body: string;
  readonly now: Date;
}

/** Tried at once, then after 1, 4, 9 and 16 seconds. */
const mostTries = 5;

/** Sends the due notices, each with a fresh signature. Returns how many there were. */
export async function sendNotices(db: Database, settings: NoticeSettings): Promise<number> {
  const notices = await db.query<Notice>(
    `update sandbox.notice
     set tries = tries + 1,
         due_at = case when tries + 1 < $1 then clock_timestamp() + (tries + 1) ^ 2 * interval '1 second' end
     where id in (
       select id from sandbox.notice where due_at <= clock_timestamp() order by due_at limit 20 for update skip locked
     )
     returning id, body, clock_timestamp() as now`,
    [mostTries],
  );
  await Promise.all(notices.map((notice) => sendNotice(db, settings, notice)));
  return notices.length;
}

async function sendNotice(db: Database, { webhookSecret, webhookUrl }: NoticeSettings, notice: Notice): Promise<void> {
  const reply = await call(webhookUrl(), {
    method: 'POST',
    headers: { [signatureHeader]: signBody(webhookSecret, notice.body, notice.now) },
    body: notice.body,
  });
  if (reply.kind === 'answered' && reply.status < 300) {
    await db.query('update sandbox.notice set due_at = null where id = $1', [notice.id]);
  }
}

import { createHmac, randomInt } from 'node:crypto';
import type { Verification } from '#contract/identity.ts';
import type { Queryable } from '#database/connect.ts';
import { enqueueMessage, type Channel } from '../messages/enqueue.ts';

export type CodePurpose = 'confirm_phone' | 'confirm_email' | 'reset_password';

/** Who a code is for and where it goes. */
export interface CodeTarget {
  readonly clientId: number;
  readonly purpose: CodePurpose;
  /** E.164, or an e-mail address in lower case. */
  readonly destination: string;
}

const CODE_MINUTES = 10;
const RESEND_SECONDS = 60;
const MOST_GUESSES = 5;

const texts: Readonly<Record<CodePurpose, (code: string) => string>> = {
  confirm_phone: (code) => `Your Izi code is ${code}. It is good for ${CODE_MINUTES} minutes. Give it to nobody.`,
  confirm_email: (code) =>
    `Your Izi code for this e-mail address is ${code}. It is good for ${CODE_MINUTES} minutes. Give it to nobody.`,
  reset_password: (code) =>
    `Your Izi code to set a new password is ${code}. It is good for ${CODE_MINUTES} minutes. Give it to nobody.`,
};

/**
 * Sends a code, which ends the one before it. Null when one was sent less than a minute ago: that one stays good.
 * `key` is the secret that keeps a stolen table from being searched for codes. With `text` the message says that instead,
 * and nobody ever learns the code.
 */
export async function sendCode(
  tx: Queryable,
  target: CodeTarget,
  key: string,
  text?: string,
): Promise<Verification | null> {
  const code = randomInt(1_000_000).toString().padStart(6, '0');
  const [sent] = await tx.query<{ sent_at: Date; expires_at: Date }>(
    `insert into code (client_id, purpose, destination, hmac, sent_at, expires_at)
     values ($1, $2, $3, $4, clock_timestamp(), clock_timestamp() + $5 * interval '1 minute')
     on conflict (client_id, purpose, destination) do update set
       hmac = excluded.hmac, sent_at = excluded.sent_at, expires_at = excluded.expires_at, guesses = 0, used_at = null
     where code.sent_at <= clock_timestamp() - $6 * interval '1 second'
     returning sent_at, expires_at`,
    [target.clientId, target.purpose, target.destination, sign(target, code, key), CODE_MINUTES, RESEND_SECONDS],
  );
  if (sent === undefined) return null;
  await enqueueMessage(tx, {
    to: target.destination,
    channel: channelOf(target.destination),
    text: text ?? texts[target.purpose](code),
  });
  return describeVerification(target.destination, sent.sent_at);
}

/** In how many seconds a code may be sent again; 0 when it may be now. */
export async function readResendDelay(db: Queryable, { clientId, purpose, destination }: CodeTarget): Promise<number> {
  const [row] = await db.query<{ seconds: number }>(
    `select greatest(0, extract(epoch from sent_at - clock_timestamp()) + $4)::float8 as seconds
     from code where client_id = $1 and purpose = $2 and destination = $3`,
    [clientId, purpose, destination, RESEND_SECONDS],
  );
  return row?.seconds ?? 0;
}

/**
 * Takes one guess. The single statement counts it and, if it is right, uses the code up, so that of any number of guesses
 * at once five are looked at and at most one is right. The caller commits even when it is wrong, or it is not counted.
 */
export async function useCode(tx: Queryable, target: CodeTarget, code: string, key: string): Promise<boolean> {
  const [guess] = await tx.query<{ right: boolean }>(
    `update code set guesses = guesses + 1, used_at = case when hmac = $4 then clock_timestamp() end
     where client_id = $1 and purpose = $2 and destination = $3
       and expires_at > clock_timestamp() and used_at is null and guesses < $5
     returning used_at is not null as right`,
    [target.clientId, target.purpose, target.destination, sign(target, code, key), MOST_GUESSES],
  );
  return guess?.right ?? false;
}

export function describeVerification(phone: string, sentAt: Date): Verification {
  return {
    phone,
    expiresAt: new Date(sentAt.getTime() + CODE_MINUTES * 60_000).toISOString(),
    resendAt: new Date(sentAt.getTime() + RESEND_SECONDS * 1_000).toISOString(),
  };
}

export function channelOf(destination: string): Channel {
  return destination.includes('@') ? 'email' : 'sms';
}

/** Bound to its purpose and destination, so that a code is of no use anywhere else. */
function sign({ purpose, destination }: CodeTarget, code: string, key: string): Buffer {
  return createHmac('sha256', key).update(`${purpose}\n${destination}\n${code}`).digest();
}

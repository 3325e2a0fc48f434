import type { Verification } from '#contract/identity.ts';
import type { Queryable, Transaction } from '#database/connect.ts';
import { Refusal } from '#server/http/refusal.ts';
import { waitInWords } from '#server/http/wait-in-words.ts';
import { lockClient } from '#server/identity/client.ts';
import { readResendDelay, type CodeTarget } from './codes.ts';
import type { Identity } from '#server/identity/identity.ts';

/** Sends a code again with `send`, at least a minute after the last one. @throws Refusal rate_limited, messages_stopped */
export async function sendAgain(
  { db }: Identity,
  target: CodeTarget,
  send: (tx: Transaction) => Promise<Verification | null>,
): Promise<Verification> {
  await checkResendDelay(db, target);
  const verification = await db.transact(async (tx) => {
    await lockClient(tx, target.clientId);
    return send(tx);
  });
  if (verification !== null) return verification;
  // Another call sent it in the meantime.
  await checkResendDelay(db, target);
  throw new Refusal('rate_limited');
}

async function checkResendDelay(db: Queryable, target: CodeTarget): Promise<void> {
  const retryAfterSeconds = await readResendDelay(db, target);
  if (retryAfterSeconds > 0) {
    throw new Refusal('rate_limited', {
      retryAfterSeconds,
      detail: (words) => words.codeOnItsWay(waitInWords(retryAfterSeconds, words)),
    });
  }
}

import { timingSafeEqual } from 'node:crypto';
import { readClock } from '#database/clock.ts';
import type { Database, Queryable } from '#database/connect.ts';
import { uuidPattern } from '#domain/uuid.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { Headers, Notice, PaymentProvider, WebhookHint } from './provider.ts';

interface NotedPayment {
  readonly id: string;
  readonly notify_secret: string | null;
}

/**
 * Takes a provider's notice: authenticates it, stores it unchanged, and makes its payment due. Returns that payment's id;
 * null when it names none of ours, which is no error, so that the provider does not send it again.
 *
 * @throws Refusal not_found for an unknown provider, unauthenticated for a notice that is not the provider's
 */
export async function takeWebhook(
  db: Database,
  providers: readonly PaymentProvider[],
  providerId: string,
  notice: Omit<Notice, 'receivedAt'>,
): Promise<string | null> {
  const { rawBody, headers } = notice;
  const provider = providers.find(({ id }) => id === providerId);
  if (provider === undefined) throw new Refusal('not_found');

  const hint = await provider.verifyWebhook({ ...notice, receivedAt: await readClock(db) });
  if (hint === null) throw refuseNotice();
  const payment = await findPayment(db, providerId, hint);
  if (payment === null && hint.ourRef !== undefined) await askFormerSoon(db, providerId, hint.ourRef);
  if (hint.secret !== undefined && !isSameSecret(payment?.notify_secret, hint.secret)) throw refuseNotice();

  await db.transact(async (tx) => {
    // If this process ends right after the answer, the sweep finds the payment due.
    if (payment !== null) {
      await tx.query(
        `update payment set due_at = clock_timestamp(), asked = 0 where id = $1 and (status <> 'paid' or due_at is not null)`,
        [payment.id],
      );
    }
    await tx.query('select store_webhook($1, $2, $3, $4)', [
      providerId,
      JSON.stringify(withoutCredentials(headers)),
      rawBody,
      payment?.id ?? null,
    ]);
  });
  return payment?.id ?? null;
}

/** Prefers our own reference, because the provider’s is sometimes not stored yet. */
async function findPayment(db: Database, provider: string, hint: WebhookHint): Promise<NotedPayment | null> {
  const ourRef = hint.ourRef !== undefined && uuidPattern.test(hint.ourRef) ? hint.ourRef : null;
  const [payment] = await db.query<NotedPayment>(
    `select id, notify_secret from payment
     where provider = $1 and (id = $2 or provider_ref = $3) order by id = $2 desc nulls last limit 1`,
    [provider, ourRef, hint.providerRef ?? null],
  );
  return payment ?? null;
}

/** The notice may be about a payment that this account refused and another one has. The sweep asks. */
async function askFormerSoon(db: Database, account: string, ourRef: string): Promise<void> {
  if (!uuidPattern.test(ourRef)) return;
  await db.query(
    'update payment_attempt set due_at = clock_timestamp() where payment_id = $1 and account = $2 and paid_at is null',
    [ourRef, account],
  );
}

function isSameSecret(stored: string | null | undefined, given: string): boolean {
  if (stored == null) return false;
  const a = Buffer.from(stored);
  const b = Buffer.from(given);
  return a.length === b.length && timingSafeEqual(a, b);
}

function refuseNotice(): Refusal {
  return new Refusal('unauthenticated', { detail: 'This notice is not signed by the payment provider.' });
}

function withoutCredentials({ authorization: _authorization, cookie: _cookie, ...rest }: Headers): Headers {
  return rest;
}

/** Makes the coming weeks of the table of notices, and drops those that ended 90 days ago: they hold names and phones. */
export async function keepWebhooks(db: Queryable): Promise<void> {
  await db.query('select keep_webhooks()');
}

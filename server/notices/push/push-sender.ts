import { createHash } from 'node:crypto';
import type { Queryable } from '#database/connect.ts';
import { TryLater, Undeliverable, type Sender } from '#server/messages/sender.ts';
import { encryptPush } from './encrypt.ts';
import { isPushEndpoint } from './endpoint.ts';
import type { PushIdentity } from './vapid.ts';

interface PushSending {
  readonly db: Queryable;
  readonly identity: PushIdentity;
  /** See `isPushEndpoint`. */
  readonly hosts: readonly string[];
  /** Makes the request; for tests, which have a push service of their own. */
  readonly fetch?: typeof fetch;
}

/** A push message as the service worker gets it. */
interface PushText {
  readonly title: string;
  readonly body: string;
  /** A later message replaces an earlier one with the same tag, in the push service and on the screen. */
  readonly tag: string;
  /** The page that a tap opens. */
  readonly url: string;
  readonly lang: string;
  /** How long the push service keeps it for a phone that is off, in seconds. */
  readonly keep: number;
}

const timeoutMs = 10_000;
const longestWaitSeconds = 3_600;
/** The subscription is gone: the browser was removed, or its person has withdrawn the permission. */
const gone = [404, 410];
/** Statuses that mean our message is wrong, and will be at the next try. */
const refused = [400, 413];

/** Sends push messages (RFC 8030). `to` is the id of a subscription, and `text` a `PushText` in JSON. */
export function createPushSender({ db, identity, hosts, fetch: send = fetch }: PushSending): Sender {
  return async ({ to, text }) => {
    const [subscription] = await db.query<{ endpoint: string; p256dh: Buffer; auth: Buffer; now: Date }>(
      'select endpoint, p256dh, auth, clock_timestamp() as now from push_subscription where id = $1',
      [to],
    );
    if (subscription === undefined) throw new Undeliverable('the subscription to push has ended');
    const { endpoint, now, ...keys } = subscription;
    // The setting may have become narrower since.
    if (!isPushEndpoint(endpoint, hosts)) throw new Undeliverable('not the address of a push service');
    const { keep, ...shown } = JSON.parse(text) as PushText;
    const response = await send(endpoint, {
      method: 'POST',
      headers: {
        authorization: identity.authorize(new URL(endpoint).origin, now.getTime()),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(keep),
        topic: topicOf(shown.tag),
        urgency: 'normal',
      },
      body: new Uint8Array(encryptPush(Buffer.from(JSON.stringify(shown)), keys)),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    await response.body?.cancel();
    if (gone.includes(response.status)) {
      await db.query('delete from push_subscription where id = $1', [to]);
      throw new Undeliverable(`the push service answered ${response.status}: the subscription has ended`);
    }
    if (refused.includes(response.status)) throw new Undeliverable(`the push service answered ${response.status}`);
    if (response.status === 429) throw new TryLater('the push service asks to wait', readWait(response));
    if (!response.ok) throw new Error(`the push service answered ${response.status}`);
    await db.query('update push_subscription set last_ok_at = clock_timestamp() where id = $1', [to]);
  };
}

/** At most 32 letters of base64url, as RFC 8030 has it. */
function topicOf(tag: string): string {
  return createHash('sha256').update(tag).digest('base64url').slice(0, 32);
}

/** `Retry-After` in seconds; 60 where there is none that we can read. */
function readWait({ headers }: Response): number {
  const seconds = Number(headers.get('retry-after') ?? 'none');
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 1), longestWaitSeconds) : 60;
}

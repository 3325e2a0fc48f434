import type { Logger } from 'pino';
import type { Database } from '#database/connect.ts';
import { startBackground, type Background, type OnDue } from '#server/background/background.ts';
import { resolveEndpoint, Unreachable } from './address.ts';
import { openWebhookKeys } from './keys.ts';
import { postWebhook, type WebhookAnswer } from './post.ts';

interface WebhookSending {
  /** The key of the site, from which those of all endpoints follow. */
  readonly key: Uint8Array;
  /** The only hosts that are sent to: the setting WEBHOOK_HOSTS. */
  readonly hosts: readonly string[];
  readonly log: Pick<Logger, 'error' | 'warn'>;
}

/** How many events one process sends to one endpoint at a time. */
const atOnce = 10;
const pollMs = 1_000;

interface Claimed {
  readonly number: number;
  readonly tries: number;
  readonly url: string;
  readonly generation: number;
  readonly former_too: boolean;
  readonly tried_at: Date;
  readonly event_id: string;
  readonly type: string;
  readonly at: Date;
  readonly data: unknown;
}

/**
 * Sends due events until stopped, to each endpoint by itself, so that one that answers late delays no other. Any number of processes
 * may do so at once.
 */
export function startSendingWebhooks(db: Database, sending: WebhookSending, onDue?: OnDue): Background {
  const underWay = new Map<string, Promise<void>>();
  const stopping = new AbortController();

  async function step(): Promise<boolean> {
    const due = await db.query<{ endpoint_id: string }>('select endpoint_id from due_webhook_endpoints()');
    for (const { endpoint_id: id } of due) {
      if (underWay.has(id)) continue;
      const sent = sendAll(id)
        .catch((err: unknown) => sending.log.error({ err, endpoint: id }, 'sending webhooks failed; it is tried again'))
        .finally(() => underWay.delete(id));
      underWay.set(id, sent);
    }
    return false;
  }

  async function sendAll(endpoint: string): Promise<void> {
    while (!stopping.signal.aborted && (await sendWebhooks(db, sending, endpoint)) === atOnce);
  }

  const background = startBackground([{ name: 'sending webhooks', step, everyMs: pollMs }], sending.log, onDue);
  return {
    async stop() {
      stopping.abort();
      await background.stop();
      await Promise.all(underWay.values());
    },
  };
}

/**
 * Sends what is due for an endpoint, as much as is sent at a time, and returns how many it claimed. A claim is a lease: after a crash the
 * same event is sent again, so it arrives at least once, and its `webhook-id` tells that it is the same.
 */
export async function sendWebhooks(db: Database, sending: WebhookSending, endpoint: string): Promise<number> {
  const claimed = await db.query<Claimed>('select * from claim_webhooks($1, $2)', [endpoint, atOnce]);
  await Promise.all(
    claimed.map(async (one) => {
      const { status, wait, failure } = await tryOne(sending, endpoint, one);
      await db.query('select note_webhook_try($1, $2, $3, $4, $5)', [one.number, one.tries, status, failure, wait]);
    }),
  );
  return claimed.length;
}

type Tried =
  | (WebhookAnswer & { readonly failure: null })
  | { readonly status: null; readonly wait: null; readonly failure: string };

async function tryOne({ key, hosts, log }: WebhookSending, endpoint: string, claimed: Claimed): Promise<Tried> {
  const { url, generation, former_too: formerToo, tried_at: triedAt, event_id: id, type, at, data, tries } = claimed;
  try {
    const to = new URL(url);
    const address = await resolveEndpoint(to, hosts);
    const body = JSON.stringify({ type, timestamp: at.toISOString(), data });
    const timestamp = Math.floor(triedAt.getTime() / 1_000);
    const message = `${id}.${timestamp}.${body}`;
    const generations = formerToo ? [generation, generation - 1] : [generation];
    const answer = await postWebhook(
      to,
      address,
      {
        'content-type': 'application/json',
        'user-agent': 'Izi-Webhooks',
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': generations.map((one) => openWebhookKeys(key, endpoint, one).sign(message)).join(' '),
      },
      body,
    );
    return { ...answer, failure: null };
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    log.warn({ err: error, endpoint, webhookId: id, tries }, 'a webhook was not sent');
    return { status: null, wait: null, failure: error.code };
  }
}

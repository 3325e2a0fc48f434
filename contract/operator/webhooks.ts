import * as v from 'valibot';
import * as calls from '#contract/calls/operator/webhooks.ts';
import { instant, one, page, uuid } from '#contract/values.ts';
import { pagingOrFile } from './csv.ts';
import { describeOperatorCalls } from './describe.ts';
import { acted, because, moment, reason, uuidId } from './values.ts';

const describe = describeOperatorCalls('Webhooks', calls);

export const webhookTypeList = v.pipe(
  v.array(v.picklist(calls.webhookTypes, `One of ${calls.webhookTypes.join(', ')}.`)),
  v.minLength(1, 'At least one type.'),
  v.maxLength(calls.webhookTypes.length),
  v.check((types) => new Set(types).size === types.length, 'Each type once.'),
);

const urlWanted = 'An https address with a name and without a port, such as https://partner.example/izi.';

/** The address of a webhook's receiver; a demonstration also sends to `localhost`. */
export const webhookUrl = v.pipe(
  v.string(urlWanted),
  v.trim(),
  v.maxLength(500, urlWanted),
  v.check(
    (url) =>
      /^(https:\/\/[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]*|http:\/\/localhost(:\d{1,5})?)(\/[\w.~/-]*)?(\?[\w.~=&%-]*)?$/.test(
        url,
      ),
    urlWanted,
  ),
);

const endpoint = v.object({
  id: uuid,
  url: v.string(),
  types: v.array(v.picklist(calls.webhookTypes)),
  /** The number of its signing keys. */
  generation: v.number(),
  /** The key that `v1a` signatures are checked with: `whpk_` and base64. */
  publicKey: v.string(),
  /** Until when the keys before sign too. */
  formerUntil: v.nullable(instant),
  changedAt: instant,
  /** Since when nothing has arrived that was sent. */
  failingSince: v.nullable(instant),
  stoppedAt: v.nullable(instant),
  /** An operator, its own answer 410, or three days of failed tries. */
  stoppedBecause: v.nullable(v.picklist(['operator', 'gone', 'failing'])),
  /** How many events wait for it, up to a thousand. */
  waiting: v.number(),
});

export const listWebhookEndpoints = describe('listWebhookEndpoints', {
  summary: 'The endpoints that get webhooks, without their secrets.',
  answer: one(v.array(endpoint)),
});

export const listWebhookDeliveries = describe('listWebhookDeliveries', {
  summary: 'What an endpoint was sent in the last 30 days, the newest first, and how it answered last.',
  params: uuidId,
  query: v.object({ ...pagingOrFile, state: v.optional(v.picklist(calls.deliveryStates)) }),
  answer: page(
    v.object({
      /** The header `webhook-id`. */
      event: uuid,
      type: v.string(),
      at: instant,
      /** `payment <id>`, `draw <id>`, `client <number>` or `alarm <number>`. */
      subject: v.nullable(v.string()),
      state: v.picklist(calls.deliveryStates),
      tries: v.number(),
      /** The status of the last answer. */
      status: v.nullable(v.number()),
      /** Why there was no answer. */
      failure: v.nullable(v.string()),
      triedAt: v.nullable(instant),
      nextTryAt: v.nullable(instant),
    }),
  ),
  csv: { name: 'webhook_deliveries', of: 'webhook' },
});

export const stopWebhookEndpoint = describe('stopWebhookEndpoint', {
  summary: 'Send nothing to an endpoint any more. Two operators start it again.',
  params: uuidId,
  body: because,
  answer: acted({}),
  problems: ['not_found'],
});

const longestSpanMs = 31 * 24 * 60 * 60 * 1_000;

/** The events to send again: a single one, or all of a span of time. */
export const replayed = { event: v.optional(uuid), from: v.optional(moment), until: v.optional(moment) };

interface Replayed {
  readonly event?: string | undefined;
  readonly from?: string | undefined;
  readonly until?: string | undefined;
}

export const eventOrSpan = 'Either an event, or a span of at most 31 days.';

export function isEventOrSpan({ event, from, until }: Replayed): boolean {
  return event === undefined
    ? from !== undefined && until !== undefined && Date.parse(until) - Date.parse(from) <= longestSpanMs
    : from === undefined && until === undefined;
}

export const replayWebhooks = describe('replayWebhooks', {
  summary:
    'Send again what an endpoint was sent or has missed, with the same ids: one event (`event`), or those of a span of at most 31 days. Not found where the endpoint is stopped.',
  params: uuidId,
  body: v.pipe(
    v.strictObject({ reason, ...replayed }),
    v.check((body) => isEventOrSpan(body), eventOrSpan),
  ),
  answer: acted({ events: v.number() }),
  problems: ['not_found'],
});

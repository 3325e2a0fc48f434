import * as v from 'valibot';
import * as words from '#contract/words/checks.ts';
import * as calls from './calls/notices.ts';
import { describeCalls } from './endpoint.ts';
import { francs, instant, one, uuid } from './values.ts';

const describe = describeCalls('Notices', calls);

const { noticeChannels, noticeKinds } = calls;
export type NoticeKind = (typeof noticeKinds)[number];
export type NoticeChannel = (typeof noticeChannels)[number];

/** A limit is nothing to pay an SMS for. */
export function isOffered(kind: NoticeKind, channel: NoticeChannel): boolean {
  return kind !== 'limit' || channel !== 'sms';
}

/** A time of the day in the operator’s time zone, `22:00`. */
const timeOfDay = v.pipe(v.string(words.notAllowed), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/, words.notAllowed));

const choice = v.object({
  kind: v.picklist(noticeKinds, words.oneOf(noticeKinds)),
  channel: v.picklist(noticeChannels, words.oneOf(noticeChannels)),
  wanted: v.boolean(),
});

const notices = v.object({
  /** Every kind on every channel that it is offered on. */
  choices: v.array(choice),
  /** Wins and voids wait until quiet hours are over, and then come as one; limits are not told. Both equal: none. */
  quietFrom: timeOfDay,
  quietTo: timeOfDay,
  /** Whether a notice names amounts, which whoever sees the phone can read. */
  showAmounts: v.boolean(),
  /** An SMS tells of a win from this amount on. */
  smsFrom: francs,
  /** For `pushManager.subscribe`: the public key of the site (VAPID), in base64url; null where it does not push. */
  pushKey: v.nullable(v.string()),
  /** The browsers that are pushed to. */
  browsers: v.array(
    v.object({
      id: uuid,
      name: v.string(),
      /** SHA-256 of the address that it gave, in hex: a browser finds itself by it. */
      endpointHash: v.string(),
      /** Whether it was subscribed in this session. */
      current: v.boolean(),
      since: instant,
    }),
  ),
});
export type Notices = v.InferOutput<typeof notices>;

export const getNotices = describe('getNotices', {
  caller: 'client',
  summary: 'What I am told of, how, and when not.',
  answer: one(notices),
  problems: ['unauthenticated'],
});

export const setNotices = describe('setNotices', {
  caller: 'client',
  summary: 'Change what I am told of. What is left out stays. It needs a confirmed phone.',
  body: v.strictObject({
    choices: v.optional(v.pipe(v.array(choice), v.maxLength(noticeKinds.length * noticeChannels.length))),
    quietFrom: v.optional(timeOfDay),
    quietTo: v.optional(timeOfDay),
    showAmounts: v.optional(v.boolean()),
    smsFrom: v.optional(
      v.pipe(
        francs,
        v.minValue(1_000, words.fromFrancs(1_000)),
        v.maxValue(1_000_000_000, words.upToFrancs(1_000_000_000)),
      ),
    ),
  }),
  answer: one(notices),
  problems: ['unauthenticated', 'phone_unconfirmed'],
});

/** Bytes of a browser's subscription, in base64url. */
function bytes(count: number) {
  return v.pipe(
    v.string(words.base64Url),
    v.regex(/^[A-Za-z0-9_-]+={0,2}$/, words.base64Url),
    v.maxLength(Math.ceil((count * 4) / 3) + 2, words.base64Url),
  );
}

export const subscribeToPush = describe('subscribeToPush', {
  caller: 'client',
  summary:
    'Let this browser be pushed to, as `pushManager.subscribe` describes it. The subscription ends with the session. Sending it again changes nothing.',
  body: v.strictObject({
    endpoint: v.pipe(v.string(), v.url(words.notAllowed), v.maxLength(2_000, words.atMost(2_000))),
    keys: v.strictObject({ p256dh: bytes(65), auth: bytes(16) }),
  }),
  answer: one(v.object({ id: uuid })),
  problems: ['unauthenticated', 'phone_unconfirmed', 'not_found'],
});

export const endPush = describe('endPush', {
  caller: 'client',
  summary: 'End a subscription. One that is not there any more is no error.',
  params: v.object({ id: uuid }),
  answer: null,
  problems: ['unauthenticated'],
});

export const noticeEndpoints = [getNotices, setNotices, subscribeToPush, endPush] as const;

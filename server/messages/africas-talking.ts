import * as v from 'valibot';
import { Undeliverable, type Sender } from './sender.ts';

interface AfricasTalkingSettings {
  readonly username: string;
  readonly apiKey: string;
  /** The registered sender id or short code; the default is the carrier's shared one. */
  readonly from?: string;
  /** The default is `https://api.africastalking.com`; the sandbox is at `https://api.sandbox.africastalking.com`. */
  readonly baseUrl?: string;
}

const timeoutMs = 10_000;

const answerSchema = v.object({
  SMSMessageData: v.object({
    Message: v.string(),
    Recipients: v.array(v.object({ statusCode: v.number(), status: v.string() })),
  }),
});

/** Their status codes: processed, sent, queued. */
const accepted = [100, 101, 102];
/** Invalid phone number, unsupported number type, user in blacklist, do-not-disturb rejection. */
const undeliverable = [403, 404, 406, 409];

/** Sends SMS through Africa's Talking's bulk messaging call. */
export function createAfricasTalkingSender(settings: AfricasTalkingSettings): Sender {
  const url = new URL('/version1/messaging', settings.baseUrl ?? 'https://api.africastalking.com');
  return async ({ to, text }) => {
    const form = new URLSearchParams({ username: settings.username, to, message: text });
    if (settings.from !== undefined) form.set('from', settings.from);
    const response = await fetch(url, {
      method: 'POST',
      headers: { apiKey: settings.apiKey, accept: 'application/json' },
      body: form,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    // Error answers are plain text and may repeat the message, so the body is not logged.
    if (!response.ok) throw new Error(`Africa's Talking answered ${response.status}`);
    const { SMSMessageData: data } = v.parse(answerSchema, await response.json());
    const [recipient] = data.Recipients;
    if (recipient === undefined) throw new Error(`Africa's Talking took no recipient: ${data.Message}`);
    if (undeliverable.includes(recipient.statusCode)) throw new Undeliverable(`Africa's Talking: ${recipient.status}`);
    if (!accepted.includes(recipient.statusCode)) throw new Error(`Africa's Talking: ${recipient.status}`);
  };
}

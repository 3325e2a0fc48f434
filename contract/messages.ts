import * as v from 'valibot';
import * as words from '#contract/words/checks.ts';
import * as calls from './calls/messages.ts';
import { describeCalls } from './endpoint.ts';
import { instant, one } from './values.ts';

const describe = describeCalls('Demo', calls);

export const message = v.object({
  to: v.string(),
  channel: v.picklist(['sms', 'email']),
  text: v.string(),
  sentAt: instant,
});
export type Message = v.InferOutput<typeof message>;

export const listOutbox = describe('listOutbox', {
  caller: 'anyone',
  summary: 'The demo inbox: messages to a phone or an e-mail address, newest first. Not available in production.',
  query: v.object({
    to: v.pipe(v.string(words.contact), v.trim(), v.minLength(1), v.maxLength(254)),
  }),
  answer: one(v.array(message)),
  problems: ['not_found'],
});

export const messageEndpoints = [listOutbox] as const;

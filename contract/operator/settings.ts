import * as v from 'valibot';
import * as calls from '#contract/calls/operator/settings.ts';
import { hex, instant, one } from '#contract/values.ts';
import { describeOperatorCalls } from './describe.ts';
import { operatorRoles } from './roles.ts';

const describe = describeOperatorCalls('Settings', calls);

export const getSettings = describe('getSettings', {
  summary:
    'What this console runs on: its version, digests of its code and of its settings, its keys by fingerprint; and the rules that hold: what takes two, which withdrawals are held, the providers. Never a secret.',
  answer: one(
    v.object({
      version: v.string(),
      mode: v.picklist(['demo', 'production']),
      zone: v.string(),
      startedAt: instant,
      /** SHA-256 over the names and contents of every file that runs here: when the process started, and now. */
      code: v.object({ atStart: hex, now: hex, measuredAt: instant }),
      /** SHA-256 over every setting that was given, when the process started. */
      settings: hex,
      /** The keys that this process holds. A fingerprint is the id that each value sealed with the key begins with. */
      keys: v.array(v.object({ name: v.string(), fingerprint: hex, former: v.boolean() })),
      /**
       * The rules by which withdrawals are held, as this process was started: the site's own processes hold them. Null:
       * none.
       */
      review: v.nullable(
        v.object({
          /** Holds a withdrawal of more than this, in francs; and the sum of a day. */
          over: v.number(),
          dayOver: v.number(),
          /** Holds the first withdrawal of a player over this, in francs. */
          firstOver: v.number(),
          /** Holds payouts to a phone that the player has had for fewer days. */
          phoneDays: v.number(),
          /** Holds withdrawals where less than this share of the deposits was played. */
          playedPercent: v.number(),
          /** The number of hours within which the player is told to expect an answer. */
          hours: v.number(),
        }),
      ),
      /** The acts that take two: who asks, who approves, and for how many minutes a request waits. */
      kinds: v.array(
        v.object({
          kind: v.string(),
          ask: v.array(v.picklist(operatorRoles)),
          approve: v.array(v.picklist(operatorRoles)),
          minutes: v.number(),
        }),
      ),
      /** The providers that have payments, with the newest payment. */
      providers: v.array(v.object({ name: v.string(), lastAt: instant })),
    }),
  ),
});

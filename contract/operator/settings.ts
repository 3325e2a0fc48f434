import * as v from 'valibot';
import * as calls from '#contract/calls/operator/settings.ts';
import { describeCalls } from '#contract/endpoint.ts';
import { hex, instant, one } from '#contract/values.ts';
import { operatorRoles } from './roles.ts';

const describe = describeCalls('Settings', calls);

export const getSettings = describe('getSettings', {
  caller: 'operator',
  roles: ['compliance', 'auditor', 'admin'],
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
      /** The keys that this process holds. A fingerprint is the id that stands in front of what a key has sealed. */
      keys: v.array(v.object({ name: v.string(), fingerprint: hex, former: v.boolean() })),
      /** Which withdrawals are held, as this process was started: it is the site's own processes that hold them. Null: none. */
      review: v.nullable(
        v.object({
          /** One of more than this, in francs; and a day's sum. */
          over: v.number(),
          dayOver: v.number(),
          /** The first one of a player, in francs. */
          firstOver: v.number(),
          /** To a phone that is the player's for fewer days. */
          phoneDays: v.number(),
          /** Where less than this share of the deposits was played. */
          playedPercent: v.number(),
          /** What the player reads: an answer comes within so many hours. */
          hours: v.number(),
        }),
      ),
      /** What takes two: who asks, who approves, and for how many minutes it waits. */
      kinds: v.array(
        v.object({
          kind: v.string(),
          ask: v.array(v.picklist(operatorRoles)),
          approve: v.array(v.picklist(operatorRoles)),
          minutes: v.number(),
        }),
      ),
      /** That there are payments of, with the newest one. */
      providers: v.array(v.object({ name: v.string(), lastAt: instant })),
    }),
  ),
  problems: ['unauthenticated', 'not_allowed'],
});

export const settingsEndpoints = [getSettings] as const;

import * as v from 'valibot';
import * as calls from '#contract/calls/operator/settings.ts';
import { describeCalls } from '#contract/endpoint.ts';
import { hex, instant, one } from '#contract/values.ts';

const describe = describeCalls('Settings', calls);

export const getSettings = describe('getSettings', {
  caller: 'operator',
  roles: ['compliance', 'auditor', 'admin'],
  summary:
    'What this console runs on: its version, digests of its code and of its settings, and its keys by fingerprint. Never a secret.',
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
    }),
  ),
  problems: [],
});

export const settingsEndpoints = [getSettings] as const;

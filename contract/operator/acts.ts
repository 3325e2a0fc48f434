import * as v from 'valibot';
import * as calls from '#contract/calls/operator/acts.ts';
import { describeCalls } from '#contract/endpoint.ts';
import { instant, one, uuid } from '#contract/values.ts';
import { reason, uuidId } from './values.ts';

const describe = describeCalls('Requests', calls);

const requestKinds = ['start_reset', 'lift_undo', 'clear_match'] as const;

export const listRequests = describe('listRequests', {
  caller: 'operator',
  roles: ['support', 'risk', 'compliance', 'auditor'],
  summary: 'What waits to be approved, the oldest first; at most a hundred.',
  answer: one(
    v.array(
      v.object({
        id: uuid,
        kind: v.picklist(requestKinds),
        clientId: v.number(),
        reason: v.string(),
        askedBy: v.string(),
        askedAt: instant,
        expiresAt: instant,
        /** Whether I have asked, so that somebody else has to approve it. */
        own: v.boolean(),
      }),
    ),
  ),
  problems: ['unauthenticated', 'not_allowed'],
});

export const decideRequest = describe('decideRequest', {
  caller: 'operator',
  roles: ['support', 'risk', 'compliance'],
  summary:
    'Approve a request, which carries it out, or refuse it; once. Support refuses only its own, which takes it back. Nobody approves what they asked for, and a new operator approves nothing for a day.',
  params: uuidId,
  body: v.strictObject({ decision: v.picklist(['approve', 'refuse']), reason }),
  answer: one(v.object({ outcome: v.picklist(['approved', 'refused']) })),
  problems: ['unauthenticated', 'not_allowed', 'not_found', 'conflict', 'messages_stopped', 'rate_limited'],
});

export const actEndpoints = [listRequests, decideRequest] as const;

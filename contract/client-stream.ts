import * as v from 'valibot';
import * as calls from './calls/client-stream.ts';
import { describeCalls } from './endpoint.ts';

const describe = describeCalls('Notices', calls);

export const openClientStream = describe('openClientStream', {
  caller: 'client',
  summary:
    'Server-sent events about me: `payment` with its `id` and `status`, `outcome` when a draw with my tickets is paid or void, `limits` and `identity` when they changed, `reconnected` when some may have been missed, and `session.over` before the end. `outcome` has the `drawId`, my `tickets` on it, each with the `id`, `status`, `payout`, `result` and `places` that `GET /bets` has now (null for more than fifty), my `balance` with `dep` and `win`, and the instant `at` before which nothing is missing in it; every other event is a hint to read again. It needs the header `Authorization`, which EventSource cannot send: use `fetch`. It does not keep a session alive.',
  answer: v.string(),
  mediaTypes: ['text/event-stream'],
  problems: ['unauthenticated', 'overloaded'],
});

export const clientStreamEndpoints = [openClientStream] as const;

import * as v from 'valibot';
import * as calls from './calls/client-stream.ts';
import { describeCalls } from './endpoint.ts';

const describe = describeCalls('Notices', calls);

export const openClientStream = describe('openClientStream', {
  caller: 'client',
  summary:
    'Server-sent events about me: `payment` with its `id` and `status`, `limits` and `identity` when they changed, `reconnected` when some may have been missed, and `session.over` before the end. Each is a hint to read again. It needs the header `Authorization`, which EventSource cannot send: use `fetch`. It does not keep a session alive.',
  answer: v.string(),
  mediaTypes: ['text/event-stream'],
  problems: ['unauthenticated', 'overloaded'],
});

export const clientStreamEndpoints = [openClientStream] as const;

import * as v from 'valibot';
import { ticket } from './bets.ts';
import * as calls from './calls/client-stream.ts';
import { describeCalls } from './endpoint.ts';
import { payment } from './payments.ts';
import { francs, instant, uuid } from './values.ts';

const describe = describeCalls('Notices', calls);

/** The outcome of a client's tickets on a draw, and the balances of the wallets. */
export const outcome = v.object({
  drawId: uuid,
  /** The tickets as `GET /bets` shows them now; null where there are more than fifty. */
  tickets: v.nullable(v.array(v.pick(ticket, ['id', 'status', 'payout', 'result', 'places']))),
  balance: v.object({ dep: francs, win: francs }),
  /** When the balance was read, by the server's clock. It includes every change before that moment. */
  at: instant,
});
export type Outcome = v.InferOutput<typeof outcome>;

/** The event is only a hint to read again. */
const hint = v.object({});

export const openClientStream = describe('openClientStream', {
  caller: 'client',
  summary:
    'Server-sent events about me. It needs the header `Authorization`, which EventSource cannot send: use `fetch`. It does not keep a session alive.',
  answer: v.string(),
  mediaTypes: ['text/event-stream'],
  events: {
    payment: { summary: 'One of my payments has another status.', data: v.pick(payment, ['id', 'status']) },
    outcome: {
      summary:
        'A draw with my tickets is paid or void. `balance` was read at the instant `at`; `tickets` is null for more than fifty.',
      data: outcome,
    },
    limits: { summary: 'My limits have changed: read them again.', data: hint },
    identity: { summary: 'The check of my identity has moved on: read it again.', data: hint },
    reconnected: { summary: 'Some events may have been missed: read again.', data: hint },
    'session.over': { summary: 'The session has ended, and with it the stream.', data: hint },
  },
  problems: ['unauthenticated', 'overloaded'],
});

export const clientStreamEndpoints = [openClientStream] as const;

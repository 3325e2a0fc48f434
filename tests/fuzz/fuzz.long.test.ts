import { amountOf } from '#tests/support/long-run.ts';
import { sendRequests } from './send-requests.ts';

// This number of requests is enough to see each answer of the document.
sendRequests(amountOf('requests', 40_000));

import { amountOf } from '#tests/support/long-run.ts';
import { sendRequests } from './send-requests.ts';

// So many are enough for each answer of the document to be seen.
sendRequests(amountOf('requests', 40_000));

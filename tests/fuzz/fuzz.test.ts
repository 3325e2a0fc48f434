import { sendRequests } from './send-requests.ts';

sendRequests(1_500);

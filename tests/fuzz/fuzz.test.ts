import { sendRequests } from './send-requests.ts';

sendRequests(600);

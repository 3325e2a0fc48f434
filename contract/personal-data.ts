import * as v from 'valibot';
import * as calls from './calls/personal-data.ts';
import { describeCalls } from './endpoint.ts';
import { instant, one } from './values.ts';

const describe = describeCalls('Personal data', calls);

export const exportData = describe('exportData', {
  caller: 'client',
  summary: 'All that is kept of me, as a zip file of JSON and CSV; once a day. It needs a fresh proof.',
  answer: v.string(),
  mediaTypes: ['application/zip'],
  problems: ['unauthenticated', 'proof_needed'],
});

export const getClosing = describe('getClosing', {
  caller: 'client',
  summary: 'When my account will be erased; null while it is not being closed.',
  answer: one(v.object({ erasedAt: v.nullable(instant) })),
  problems: ['unauthenticated'],
});

export const beginClosing = describe('beginClosing', {
  caller: 'client',
  summary:
    'Close my account. It needs empty wallets and nothing open: no pending tickets, no payments under way. Bets and deposits stop at once, and after 14 days the account is erased, unless the closing is taken back. It needs a fresh proof.',
  answer: one(v.object({ erasedAt: instant })),
  problems: ['unauthenticated', 'proof_needed', 'account_in_use', 'money_owed'],
});

export const takeBackClosing = describe('takeBackClosing', {
  caller: 'client',
  summary: 'Keep my account after all. The answer is the same where it is not being closed.',
  answer: null,
  problems: ['unauthenticated', 'account_closed'],
});

export const personalDataEndpoints = [exportData, getClosing, beginClosing, takeBackClosing] as const;

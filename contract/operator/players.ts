import * as v from 'valibot';
import * as calls from '#contract/calls/operator/players.ts';
import { describeCalls } from '#contract/endpoint.ts';
import { one } from '#contract/values.ts';
import { asked, asking, askingProblems, because, clientId } from './values.ts';

const describe = describeCalls('Players', calls);

const takesTwo = 'Another operator has to approve it within 24 hours.';

export const endClientSessions = describe('endClientSessions', {
  caller: 'operator',
  roles: ['support', 'risk', 'compliance'],
  summary: 'Sign a client out everywhere.',
  params: clientId,
  body: because,
  answer: one(v.object({ sessions: v.number() })),
  problems: ['unauthenticated', 'not_allowed', 'not_found'],
});

export const askForReset = describe('askForReset', {
  caller: 'operator',
  roles: ['support', 'risk', 'compliance'],
  approvers: ['risk', 'compliance'],
  summary: `Ask to start a reset: the client gets a code by phone, and nobody else sets a password. ${takesTwo}`,
  params: clientId,
  body: v.strictObject(asking),
  answer: asked,
  problems: askingProblems,
});

export const askToLiftUndo = describe('askToLiftUndo', {
  caller: 'operator',
  roles: ['support', 'risk', 'compliance'],
  approvers: ['risk', 'compliance'],
  summary: `Ask to let payouts go on that an undo has stopped. ${takesTwo}`,
  params: clientId,
  body: v.strictObject(asking),
  answer: asked,
  problems: askingProblems,
});

export const askToClearMatch = describe('askToClearMatch', {
  caller: 'operator',
  roles: ['support', 'risk', 'compliance'],
  approvers: ['risk', 'compliance'],
  summary: `Ask to let a client play who is none of the excluded persons of the same name. ${takesTwo}`,
  params: clientId,
  body: v.strictObject(asking),
  answer: asked,
  problems: askingProblems,
});

export const playerEndpoints = [endClientSessions, askForReset, askToLiftUndo, askToClearMatch] as const;

import * as v from 'valibot';
import * as calls from '#contract/calls/operator/explanation.ts';
import { describeCalls } from '#contract/endpoint.ts';
import { explainedPart, explanationMeta, walletQuery } from '#contract/explanation.ts';
import { francs, one, paging, uuid } from '#contract/values.ts';
import { atMoment, clientId, momentProblems } from './values.ts';

const describe = describeCalls('Players', calls);

/** Those who see a player's statement. */
const see = ['support', 'payments', 'risk', 'compliance', 'auditor'] as const;
const problems = ['unauthenticated', 'not_allowed', 'not_found', ...momentProblems] as const;

export const getPlayerWallets = describe('getPlayerWallets', {
  caller: 'operator',
  roles: see,
  summary:
    'What a player’s wallets hold; with `at` what they held then: after the last posting that is stamped by then.',
  params: clientId,
  query: v.object(atMoment),
  answer: one(v.object({ dep: francs, win: francs, held: francs, owed: francs })),
  problems,
});

export const explainPlayerWallet = describe('explainPlayerWallet', {
  caller: 'operator',
  roles: see,
  summary:
    'Where each franc of a player’s wallet came from, the newest first; with `at` each franc that was in it then. What leaves a wallet uses up the oldest of what came in. A page may be empty and still have a next one.',
  params: clientId,
  query: v.object({ ...walletQuery, ...atMoment, ...paging }),
  answer: v.object({
    data: v.array(
      v.object({
        ...explainedPart,
        /** Of an adjustment: who made it, why, and the request that two signed; a demonstration has some without one. */
        adjustment: v.nullable(v.object({ author: v.string(), reason: v.string(), request: v.nullable(uuid) })),
      }),
    ),
    meta: explanationMeta,
  }),
  problems,
});

export const playerExplanationEndpoints = [getPlayerWallets, explainPlayerWallet] as const;

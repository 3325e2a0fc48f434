import * as v from 'valibot';
import * as calls from '#contract/calls/operator/explanation.ts';
import { explainedPart, explanationMeta, walletQuery } from '#contract/explanation.ts';
import { paging } from '#contract/queries.ts';
import { one, uuid } from '#contract/values.ts';
import { describeOperatorCalls } from './describe.ts';
import { atMoment, clientId, momentProblems, wallets } from './values.ts';

const describe = describeOperatorCalls('Players', calls);

const problems = ['not_found', ...momentProblems] as const;

export const getPlayerWallets = describe('getPlayerWallets', {
  summary:
    'What a player’s wallets hold; with `at` what they held then: after the last posting that is stamped by then.',
  params: clientId,
  query: v.object(atMoment),
  answer: one(wallets),
  problems,
});

export const explainPlayerWallet = describe('explainPlayerWallet', {
  summary:
    'Where each franc of a player’s wallet came from, the newest first; with `at` each franc that was in it then. What leaves a wallet uses up the oldest of what came in. A page may be empty and still have a next one.',
  params: clientId,
  query: v.object({ ...walletQuery, ...atMoment, ...paging }),
  answer: v.object({
    data: v.array(
      v.object({
        ...explainedPart,
        /** The author of an adjustment, its reason, and the request that two signed. A demonstration has adjustments without a request. */
        adjustment: v.nullable(v.object({ author: v.string(), reason: v.string(), request: v.nullable(uuid) })),
      }),
    ),
    meta: explanationMeta,
  }),
  problems,
});

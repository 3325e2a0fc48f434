import * as v from 'valibot';
import * as calls from '#contract/calls/operator/replay.ts';
import { betName, francs, instant, numbers, one, page, signedFrancs, uuid } from '#contract/values.ts';
import { pagingOrFile } from './csv.ts';
import { describeOperatorCalls } from './describe.ts';
import { clientId, day, momentProblems, uuidId, wallets } from './values.ts';

const describe = describeOperatorCalls('Replay', calls);

const ofDay = v.object({ day: v.optional(v.pipe(day, v.description('In the operator’s time zone; today.'))) });

/** Fields that only some lines have, such as `until` or `reason`, by name. */
const detail = v.nullable(v.record(v.string(), v.nullable(v.union([v.string(), v.number(), v.boolean()]))));

export const getPlayerDay = describe('getPlayerDay', {
  summary:
    'What a player’s wallets held when a day began and when it ended, and what changed deposits and winnings between, by kind: the sums lead from the one to the other.',
  params: clientId,
  query: ofDay,
  answer: one(
    v.object({
      from: instant,
      /** The first moment after the day, which may be in the future. */
      to: instant,
      opening: wallets,
      closing: wallets,
      sums: v.array(v.object({ kind: v.string(), count: v.number(), amount: signedFrancs })),
    }),
  ),
  problems: ['not_found', ...momentProblems],
});

export const replayPlayer = describe('replayPlayer', {
  summary:
    'A player’s day, in order of time: sign-ins and changes of the account, money with both wallets after it, the steps of payments, the draws that were played, limits, breaks, locks and notices.',
  params: clientId,
  query: v.object({ ...ofDay.entries, ...pagingOrFile }),
  answer: page(
    v.object({
      id: v.string(),
      at: instant,
      what: v.picklist(calls.playerParts),
      kind: v.string(),
      /** The wallet that money came to or left, and the amount; null for steps without money. */
      wallet: v.nullable(v.picklist(['dep', 'win'])),
      amount: v.nullable(signedFrancs),
      /** The wallets after it. */
      dep: francs,
      win: francs,
      ticket: v.nullable(v.object({ serial: v.string(), name: betName, selectedNumbers: numbers, betAmount: francs })),
      /** Set when a draw ended: its result, the player's tickets, their stakes and payouts. */
      draw: v.nullable(
        v.object({
          id: uuid,
          drawsAt: instant,
          result: v.nullable(numbers),
          tickets: v.nullable(v.number()),
          staked: v.nullable(francs),
          won: v.nullable(francs),
        }),
      ),
      /** `status` is that after one of its steps. */
      payment: v.nullable(
        v.object({
          id: uuid,
          direction: v.picklist(['deposit', 'withdrawal']),
          amount: francs,
          status: v.nullable(v.string()),
        }),
      ),
      /** The operator, or the worker, who did it. */
      who: v.nullable(v.string()),
      detail,
    }),
  ),
  csv: { name: 'replay_of_player', of: 'client' },
  problems: ['not_found', ...momentProblems],
});

export const replayDraw = describe('replayDraw', {
  summary:
    'The life of a draw from its commitment to its last payout, in order of time: its steps, stops and caps, what was sold in each minute, with `by=ticket` each ticket, the second opinions, and what was paid in each second, or for each ticket. Each line with what was staked and paid until then.',
  params: uuidId,
  query: v.object({ by: v.optional(v.picklist(calls.drawSteps), 'minute'), ...pagingOrFile }),
  answer: page(
    v.object({
      id: v.string(),
      at: instant,
      what: v.picklist(calls.drawParts),
      kind: v.string(),
      name: v.nullable(betName),
      tickets: v.nullable(v.number()),
      /** The amount that was staked or paid. */
      amount: v.nullable(francs),
      /** The owner, for operators who see players. */
      ticket: v.nullable(v.object({ serial: v.string(), selectedNumbers: numbers, clientId: v.nullable(v.number()) })),
      result: v.nullable(numbers),
      /** From the first ticket up to here. */
      staked: francs,
      paid: francs,
      detail,
    }),
  ),
  csv: { name: 'replay_of_draw', of: 'draw' },
  problems: ['not_found'],
});

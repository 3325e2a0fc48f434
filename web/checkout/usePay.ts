import { useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import type { Ticket } from '#contract/bets.ts';
import { placeBets } from '#contract/calls/bets.ts';
import type { ProblemError } from '#contract/problems.ts';
import type { ApiError } from '#web/api/errors.ts';
import { useAction } from '#web/api/actions.ts';
import { leavesUnknown } from '#web/attempts/attempt.ts';
import {
  betsAttempts as attempts,
  nextAttempt,
  refusalsByItem,
  sameContents,
  spendsIds,
  ticketsOf,
  type BetsAttempt,
} from '#web/attempts/bets.ts';
import { basket, type BasketItem } from '#web/basket/basket.ts';
import { serverNow } from '#web/clock/clock.ts';

/** The placed tickets, in the history entry of their checkout: Back and a reload show their receipts again. */
export interface Placed {
  /** The client who paid. Another client on the same phone must not see it. */
  readonly clientId: number;
  readonly tickets: readonly Ticket[];
  /** The sum of both wallets afterwards. */
  readonly balance: number;
}

/** Why the last tap certainly placed nothing. */
export interface Refused {
  readonly error: ApiError;
  /** The error of a single ticket, while it is as it was when it was refused. */
  readonly errorOf: (item: BasketItem) => ProblemError | undefined;
}

const checkoutPath = '/checkout';

/** Places the basket's tickets exactly once, despite repeated taps and network failures. */
export function usePay(clientId: number | undefined) {
  const last = attempts.useLast();
  const placed = useHistoryState<{ placed?: Placed } | null>()?.placed;
  const [, navigate] = useLocation();
  const [refused, setRefused] = useState<Refused | null>(null);
  const [isRetry, setIsRetry] = useState(false);
  // A ref, because the action's state is as old as the last render: two taps may come before the next one.
  const isOnTheWay = useRef(false);
  const action = useAction(placeBets, {
    refresh: ['bets', 'balance'],
    onSuccess: ({ data, meta }) => {
      // A player who has left the checkout meanwhile stays on the other page.
      if (clientId !== undefined && location.pathname.endsWith(checkoutPath)) {
        const placed: Placed = { clientId, tickets: data, balance: meta.balance };
        navigate(checkoutPath, { replace: true, state: { placed } });
      }
      settle(attempts.last());
    },
    onError: (error) => {
      const attempt = attempts.last();
      if (!attempt || leavesUnknown(error)) return;
      attempts.keep(spendsIds(error.code) ? null : { ...attempt, answered: true });
      setRefused({ error, errorOf: errorsOf(attempt, error) });
    },
  });

  /** @param shown the tickets that the player sees; none where an unanswered attempt is sent again */
  function pay(shown: readonly BasketItem[] = []) {
    if (isOnTheWay.current || clientId === undefined) return;
    isOnTheWay.current = true;
    void inTurn(() => send(shown, clientId).finally(() => (isOnTheWay.current = false)));
  }

  async function send(shown: readonly BasketItem[], clientId: number): Promise<void> {
    const before = attempts.last();
    const attempt = nextAttempt(before, clientId, shown, serverNow());
    const kept = new Set(basket.stored().map(({ id }) => id));
    // Another tab has paid for them while this one waited for its turn.
    if (attempt !== before && (shown.length === 0 || !shown.every(({ id }) => kept.has(id)))) return;
    setRefused(null);
    setIsRetry(attempt === before);
    // Stored before it is sent: from here on the answer may be lost.
    attempts.keep(attempt);
    // The result is handled above.
    await action.mutateAsync({ body: { tickets: ticketsOf(attempt) } }).catch(() => {});
  }

  const isFirstTry = action.isPending && !isRetry;
  return {
    pay,
    isSending: action.isPending,
    /** An attempt with an unknown outcome: of this client or, until the client is known, of any client. */
    unanswered: last && !last.answered && (clientId ?? last.clientId) === last.clientId && !isFirstTry ? last : null,
    placed,
    /** Leaves the receipts, to pay for what is still in the basket. */
    goOn: () => navigate(checkoutPath, { replace: false }),
    refused,
  };
}

/** In milliseconds: until other tabs have what this one has stored. */
const untilSeen = 100;

/** In milliseconds. A phone may have stopped the tab whose turn it is; by then what that one has sent is stored, and is sent again unchanged. */
const longestWait = 10_000;

/** Runs in one tab at a time: two that pay for one basket at once would place each ticket twice. */
async function inTurn(act: () => Promise<unknown>): Promise<void> {
  // Only a page that was loaded by https has locks.
  if (!('locks' in navigator)) return void (await act());
  let isMine = false;
  async function turn() {
    isMine = true;
    await act();
    await new Promise((resolve) => setTimeout(resolve, untilSeen));
  }
  const signal = AbortSignal.timeout(longestWait);
  await navigator.locks.request('pay', { signal }, turn).catch(() => (isMine ? undefined : act()));
}

function errorsOf(attempt: BetsAttempt, { problem }: ApiError): Refused['errorOf'] {
  const byItem = problem ? refusalsByItem(attempt, problem) : {};
  return (item) => {
    const sent = attempt.entries.find((entry) => entry.item.id === item.id);
    return sent && sameContents(sent.item, item) ? byItem[item.id] : undefined;
  };
}

function settle(attempt: BetsAttempt | null) {
  for (const { item } of attempt?.entries ?? []) basket.remove(item.id);
  attempts.keep(null);
}

import type { Ticket, TicketSums } from '#contract/bets.ts';
import type { getDraw } from '#contract/calls/draws.ts';
import type { listFavourites } from '#contract/calls/favourites.ts';
import type { getBalance } from '#contract/calls/wallet.ts';
import type { Outcome } from '#contract/client-stream.ts';
import type { DrawChange } from '#contract/draws.ts';
import type { CallInput } from '#contract/endpoints.ts';
import { onServer } from '#web/clock/clock.ts';
import { hearing } from './hearing.ts';
import { refreshAfterNews, whenTold } from './hold-outcomes.ts';
import { queryClient, refresh } from './queries.ts';
import { readToken } from './token.ts';

// As text, so that the first page does not download how the calls are made.
const balancePath: (typeof getBalance)['path'] = '/clients/balance';
const drawPath: (typeof getDraw)['path'] = '/draws/{id}';
const favouritesPath: (typeof listFavourites)['path'] = '/clients/favourites';

/** In milliseconds. The client's own stream tells how a draw ended in a moment; a page that has not heard by then asks. */
const ownComesWithin = 3_000;
/** The most that this page's idea of the server's clock may be wrong by, in milliseconds. */
const clockError = 2_000;

/** Puts what the stream says of a draw into the answers that are there, so that nothing has to be fetched again. */
export function applyToDraw(change: DrawChange): void {
  const cached = queryClient.getQueriesData({ queryKey: ['draws'] });
  const known = cached.flatMap(([, data]) => itemsOf(data)).find(({ id }) => id === change.id);
  // A draw that is called off has changed more than the event says.
  if (change.status === 'void') return refreshAfterNews('draws');
  if (!known) return refreshForUnknown(change.id);
  // An answer under way may be older than the event.
  void queryClient.invalidateQueries({ queryKey: ['draws'], fetchStatus: 'fetching' });
  // Nothing of a draw that has closed is sold, so nothing of it is stopped.
  const changed = { ...change, stops: [] };
  const drawn = change.result && { paidTickets: null, ...known, ...changed };
  for (const [queryKey, data] of cached) {
    const [, path, kind, input] = queryKey as [string, string, unknown, unknown];
    const isResults = path === '/results' && drawn && !itemsOf(data).some(({ id }) => id === change.id);
    const { query } = (input ?? kind) as { query?: { date?: string; limit?: string } };
    if (!data) continue;
    if (isResults && !query?.date) queryClient.setQueryData(queryKey, withFirst(data, drawn, Number(query?.limit)));
    else queryClient.setQueryData(queryKey, merged(data, [changed]));
    if (isResults) void queryClient.invalidateQueries({ queryKey: ['draws', '/results/statistics'] });
    if (isResults && query?.date) void queryClient.invalidateQueries({ queryKey });
  }
  void queryClient.invalidateQueries({ queryKey: ['draws', '/timetable'] });
}

/** Whether a change is from before this page was opened. All that the page has asked for since then is newer, and is not asked for again. */
export function isFromBefore({ status, sealedAt, drawnAt, settledAt }: DrawChange): boolean {
  // No field says when a draw was called off.
  const at = status === 'void' ? undefined : (settledAt ?? drawnAt ?? sealedAt);
  return at !== undefined && Date.parse(at) + clockError < onServer(performance.timeOrigin);
}

/** Lists may lack a draw that is not known. An answer about another draw does not. */
function refreshForUnknown(id: string): void {
  void queryClient.invalidateQueries({
    queryKey: ['draws'],
    predicate: ({ queryKey: [, path, input] }) =>
      path !== drawPath || (input as CallInput<typeof getDraw>).params.id === id,
  });
}

/** Asks for the client's tickets and money after a draw has ended, unless the client's own stream tells of them. */
export function followOutcome(drawId: string): void {
  if (!hearing.own) return refreshAfterNews('bets', 'balance');
  lookForPending(drawId);
}

/** Asks where a ticket of a draw that has ended still waits here. */
export function lookForPending(drawId: string): void {
  whenTold(() => {
    setTimeout(() => {
      const shown = queryClient.getQueriesData({ queryKey: ['bets'] }).flatMap(([, data]) => itemsOf(data));
      if (shown.some((item) => item.drawId === drawId && item.status === 'pending'))
        refreshAfterNews('bets', 'balance');
    }, ownComesWithin);
  });
}

/**
 * Shows how the client's tickets ended and what is in the wallets, once no stage keeps the outcome back.
 *
 * @param token of the client whom the stream told it
 */
export function applyOutcome({ tickets, balance: { dep, win }, at }: Outcome, token: string): void {
  whenTold(() => {
    if (readToken() !== token) return;
    if (!tickets) return refresh('bets', 'balance');
    const told = new Set<unknown>();
    for (const [queryKey, data] of queryClient.getQueriesData({ queryKey: ['bets'] })) {
      const rest = data && withoutEnded(data, tickets);
      if (rest) told.add(queryKey);
      if (data) queryClient.setQueryData(queryKey, rest || merged(data, tickets));
    }
    // These lists have other tickets now, and these sums are others. An answer under way may be older than the event.
    void queryClient.invalidateQueries({
      queryKey: ['bets'],
      predicate: ({ queryKey, state }) =>
        state.fetchStatus === 'fetching' ||
        (queryKey[1] !== favouritesPath && !isListOfAll(queryKey) && !told.has(queryKey)),
    });
    const balance = ['balance', balancePath, {}];
    const shown = queryClient.getQueryState(balance);
    // An act of the client since the event, or under way, changes the balance too. Then a new answer is needed.
    const isSure =
      shown?.fetchStatus === 'idle' &&
      !shown.isInvalidated &&
      queryClient.isMutating() === 0 &&
      onServer(shown.dataUpdatedAt) + clockError < Date.parse(at);
    void queryClient.invalidateQueries({
      queryKey: ['balance'],
      predicate: ({ queryKey }) => !isSure || queryKey[1] !== balancePath,
    });
    if (!isSure) return;
    queryClient.setQueryData(balance, {
      data: Object.entries({ dep, win }).map(([slug, amount], index) => ({
        id: index + 1,
        attributes: { slug, balance: amount },
      })),
    });
  });
}

/** Whether the outcome of a ticket changes nothing of this list but the ticket: it has those of any status. */
function isListOfAll([, path, kind, input]: readonly unknown[]): boolean {
  const { query } = (input ?? kind) as { query?: { status?: string } };
  return path === '/bets' && !query?.status;
}

/**
 * The first waiting tickets without those that have ended; null where this answer is another one, or does not tell which ticket is
 * the first one now.
 */
function withoutEnded(answer: unknown, ended: Outcome['tickets'] & {}): Answer | null {
  const { data, meta } = answer as { data: readonly Ticket[]; meta?: { waiting?: TicketSums } };
  const { waiting } = meta ?? {};
  if (!waiting) return null;
  const isEnded = ({ id }: Ticket) => ended.some((ticket) => ticket.id === id);
  const gone = data.filter(isEnded);
  const left = {
    tickets: waiting.tickets - gone.length,
    staked: gone.reduce((sum, { betAmount }) => sum - betAmount, waiting.staked),
  };
  const rest = data.filter((ticket) => !isEnded(ticket));
  if (gone.length < ended.length || (rest.length === 0 && left.tickets > 0)) return null;
  return { data: rest, meta: { ...meta, waiting: left } };
}

type Item = { readonly id?: string } & Partial<Record<string, unknown>>;
/** A cached answer: one thing, a list, or the pages of a list. */
interface Answer {
  readonly data?: Item | readonly Item[];
  readonly pages?: readonly Answer[];
  readonly meta?: { readonly checkable?: number; readonly waiting?: TicketSums };
}

function itemsOf(answer: unknown): Item[] {
  const { data = [], pages = [] } = (answer ?? {}) as Answer;
  return [data, ...pages.map(itemsOf)].flat();
}

/** The answer with these changes in the items that they belong to. */
function merged(answer: unknown, changes: readonly Item[]): Answer {
  const merge = (item: Item) => ({ ...item, ...changes.find(({ id }) => id === item.id) });
  return changedBy(answer as Answer, (items) => items.map(merge));
}

/** The results with one more before all others, and no longer than before where they are the first few. */
function withFirst(answer: unknown, item: Item, limit: number): Answer {
  const { pages, ...rest } = answer as Answer;
  const add = ({ meta, ...list }: Answer) => ({
    ...changedBy(list, (items) => [item, ...items].slice(0, pages ? Infinity : limit)),
    meta: { ...meta, checkable: meta!.checkable! + 1 },
  });
  return pages ? { ...rest, pages: pages.map((page, index) => (index === 0 ? add(page) : page)) } : add(rest);
}

function changedBy({ data, pages, ...rest }: Answer, change: (items: readonly Item[]) => readonly Item[]): Answer {
  return {
    ...rest,
    ...(data && { data: Array.isArray(data) ? change(data as Item[]) : change([data as Item])[0]! }),
    ...(pages && { pages: pages.map((page) => changedBy(page, change)) }),
  };
}

import { MutationObserver, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Outcome } from '#contract/client-stream.ts';
import { memoryStorage } from '#tests/support/browser/memory-storage.ts';
import { applyOutcome, applyToDraw, followOutcome, isFromBefore } from './apply-news.ts';
import { hearing } from './hearing.ts';
import { holdOutcomes } from './hold-outcomes.ts';
import { queryClient, refresh } from './queries.ts';

const token = 'Bearer abc';
const start = Date.parse('2026-11-20T18:30:00Z');
const balanceKey = ['balance', '/clients/balance', {}];
const betsKey = ['bets', '/bets', 'pages', { query: { drawId: 'd1' } }];

/** The paths that the page has fetched, oldest first. */
let fetched: string[];
/** The balance that the server answers with from now on. */
let now: number;
let ends: (() => void)[];

beforeEach(() => {
  vi.useFakeTimers({ now: start });
  vi.stubGlobal('window', { localStorage: memoryStorage({ access_token: token }) });
  queryClient.clear();
  [fetched, now, ends] = [[], 1_000, []];
  hearing.own = true;
});
afterEach(async () => {
  for (const end of ends) end();
  await pass(10);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const wallets = (dep: number, win: number) => ({
  data: [
    { id: 1, attributes: { slug: 'dep', balance: dep } },
    { id: 2, attributes: { slug: 'win', balance: win } },
  ],
});

/** Shows an answer as of this moment; further fetches get what `next` says. */
function show(queryKey: readonly unknown[], data: unknown, next: () => unknown = () => data): void {
  queryClient.setQueryData(queryKey, data);
  const queryFn = () => {
    fetched.push(String(queryKey[1]));
    return Promise.resolve(next());
  };
  ends.push(new QueryObserver(queryClient, { queryKey, queryFn, staleTime: Infinity }).subscribe(() => {}));
}

const showBalance = () => show(balanceKey, wallets(900, 0), () => wallets(now, 0));
const shown = (queryKey: readonly unknown[]) => queryClient.getQueryData(queryKey);
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const pages = (...data: object[]) => ({
  pages: [{ data, meta: { next: null, checkable: data.length } }],
  pageParams: [null],
});

function outcome(more: Partial<Outcome> = {}): Outcome {
  return {
    drawId: 'd1',
    tickets: [{ id: 't1', status: 'win', payout: 800 }] as Outcome['tickets'],
    balance: { dep: 900, win: 800 },
    at: new Date().toISOString(),
    ...more,
  };
}

describe('how the client’s tickets ended', () => {
  it('is shown with the balance, and nothing is fetched for it', async () => {
    showBalance();
    show(betsKey, pages({ id: 't1', drawId: 'd1', status: 'pending', payout: null }, { id: 't2', status: 'lost' }));
    await pass(5_000);
    applyOutcome(outcome(), token);
    expect(shown(balanceKey)).toEqual(wallets(900, 800));
    expect(shown(betsKey)).toEqual(
      pages({ id: 't1', drawId: 'd1', status: 'win', payout: 800 }, { id: 't2', status: 'lost' }),
    );
    await pass(5_000);
    expect(fetched).toEqual([]);
  });

  it('makes lists of one status and sums be fetched, which have other tickets now', async () => {
    const waiting = ['bets', '/bets', 'pages', { query: { status: 'pending' } }];
    for (const key of [waiting, ['bets', '/bets/sums', {}], ['bets', '/clients/favourites', {}]]) show(key, pages());
    applyOutcome(outcome(), token);
    await pass(10);
    expect(fetched).toEqual(['/bets', '/bets/sums']);
  });

  describe('to the first waiting tickets', () => {
    const key = ['bets', '/bets', { query: { status: 'pending', order: 'draw', limit: '8' } }];
    const ticket = (id: string) => ({ id, drawId: 'd1', status: 'pending', betAmount: 300 });
    const answer = (ids: readonly string[], tickets: number) => ({
      data: ids.map(ticket),
      meta: { next: null, waiting: { tickets, staked: tickets * 300 } },
    });

    it.each([
      ['some are left', answer(['t1', 't2'], 9), answer(['t2'], 8)],
      ['none is left', answer(['t1'], 1), answer([], 0)],
    ])('takes those away that have ended, and fetches nothing where %s', async (_, before, after) => {
      show(key, before);
      applyOutcome(outcome(), token);
      await pass(10);
      expect(shown(key)).toEqual(after);
      expect(fetched).toEqual([]);
    });

    it.each([
      ['the next one is not among them', answer(['t1'], 3)],
      ['one that has ended was not among them', answer(['t2'], 3)],
    ])('fetches them where %s', async (_, before) => {
      show(key, before);
      applyOutcome(outcome(), token);
      await pass(10);
      expect(fetched).toEqual(['/bets']);
    });
  });

  it('is asked for where there are too many tickets to tell', async () => {
    showBalance();
    show(betsKey, pages());
    await pass(5_000);
    applyOutcome(outcome({ tickets: null }), token);
    await pass(10);
    expect(fetched.toSorted()).toEqual(['/bets', '/clients/balance']);
  });

  it('tickets of another client than the one who is signed in are not shown', async () => {
    showBalance();
    await pass(5_000);
    const seen: unknown[] = [];
    ends.push(queryClient.getQueryCache().subscribe(() => seen.push(shown(balanceKey))));
    applyOutcome(outcome(), 'Bearer of another');
    const release = holdOutcomes();
    applyOutcome(outcome(), token);
    window.localStorage.setItem('access_token', 'Bearer of another');
    void release();
    await pass(10);
    expect(seen).not.toContainEqual(wallets(900, 800));
  });
});

describe('a balance of an event never replaces a newer one', () => {
  it('a balance of an event never replaces a newer one that has come since, however late the event arrives', async () => {
    showBalance();
    const late = outcome();
    await pass(5_000);
    refresh('balance');
    await pass(60_000);
    expect(shown(balanceKey)).toEqual(wallets(1_000, 0));
    now = 1_100;
    applyOutcome(late, token);
    expect(shown(balanceKey)).toEqual(wallets(1_000, 0));
    await pass(10);
    expect(shown(balanceKey)).toEqual(wallets(1_100, 0));
  });

  it('a balance of an event never replaces a newer one that has come while a stage kept the outcome back', async () => {
    showBalance();
    await pass(5_000);
    const release = holdOutcomes();
    applyOutcome(outcome(), token);
    await pass(3_000);
    // The client has placed a bet.
    refresh('balance');
    await pass(7_000);
    const seen: unknown[] = [];
    ends.push(queryClient.getQueryCache().subscribe(() => seen.push(shown(balanceKey))));
    void release();
    await pass(10);
    expect(seen).not.toContainEqual(wallets(900, 800));
    expect(shown(balanceKey)).toEqual(wallets(1_000, 0));
  });

  it('a balance of an event never replaces a newer one that is under way, or that a change of the client is about to bring', async () => {
    showBalance();
    await pass(5_000);
    // A poll does this.
    void queryClient.refetchQueries({ queryKey: balanceKey });
    applyOutcome(outcome(), token);
    expect(shown(balanceKey)).toEqual(wallets(900, 0));
    await pass(5_000);
    expect(shown(balanceKey)).toEqual(wallets(1_000, 0));
    let done!: () => void;
    const mutationFn = () => new Promise<void>((resolve) => void (done = resolve));
    const placing = new MutationObserver(queryClient, { mutationFn }).mutate();
    await pass(1);
    applyOutcome(outcome(), token);
    expect(shown(balanceKey)).toEqual(wallets(1_000, 0));
    done();
    await placing;
  });
});

it('while a stage keeps the outcome back, nothing of it is shown; at its end all of it is', async () => {
  showBalance();
  show(betsKey, pages({ id: 't1', drawId: 'd1', status: 'pending' }));
  await pass(5_000);
  const release = holdOutcomes();
  now = 1_700;
  followOutcome('d1');
  applyOutcome(outcome(), token);
  await pass(10_000);
  expect(fetched).toEqual([]);
  expect([shown(balanceKey), shown(betsKey)]).toEqual([
    wallets(900, 0),
    pages({ id: 't1', drawId: 'd1', status: 'pending' }),
  ]);
  void release();
  await pass(10_000);
  expect(shown(betsKey)).toEqual(pages({ id: 't1', drawId: 'd1', status: 'win', payout: 800 }));
  expect(shown(balanceKey)).toEqual(wallets(1_700, 0));
  // The balance was not polled meanwhile.
  expect(fetched).toEqual(['/clients/balance']);
});

it('a page that does not hear how its tickets ended asks: at once without a stream, and soon where one still waits', async () => {
  show(betsKey, pages({ id: 't1', drawId: 'd1', status: 'pending' }));
  followOutcome('another draw');
  await pass(10_000);
  expect(fetched).toEqual([]);
  followOutcome('d1');
  await pass(1_000);
  expect(fetched).toEqual([]);
  await pass(9_000);
  expect(fetched).toEqual(['/bets']);
  hearing.own = false;
  followOutcome('another draw');
  await pass(10);
  expect(fetched).toEqual(['/bets', '/bets']);
});

describe('what comes to a draw', () => {
  const draw = { id: 'd1', status: 'closed', result: null, fullDate: '2026-11-20T18:30:00.000Z', stops: [{}] };
  const before = { id: 'd0', status: 'settled', result: ['9'] };
  const drawn = { id: 'd1', status: 'drawn' as const, result: ['1'], drawnAt: '2026-11-20T18:30:01.000Z' };
  const detailsKey = ['draws', '/draws/{id}', { params: { id: 'd1' } }];

  it('is put into the answers that have it, and before the results', async () => {
    const [last, all] = [
      ['draws', '/results', { query: { limit: '1' } }],
      ['draws', '/results', 'pages', { query: { limit: '20' } }],
    ];
    show(detailsKey, { data: draw });
    show(last, { data: [before], meta: { checkable: 741 } });
    show(all, pages(before));
    applyToDraw(drawn);
    const now = { ...draw, ...drawn, stops: [] };
    expect(shown(detailsKey)).toEqual({ data: now });
    expect(shown(last)).toEqual({ data: [{ paidTickets: null, ...now }], meta: { checkable: 742 } });
    expect(shown(all)).toEqual(pages({ paidTickets: null, ...now }, before));
    applyToDraw({ id: 'd1', status: 'settled', result: ['1'], paidTickets: 3 });
    expect(shown(all)).toEqual(pages({ ...now, status: 'settled', paidTickets: 3 }, before));
    await pass(10);
    expect(fetched).toEqual([]);
  });

  it('is not undone by an older answer that is under way', async () => {
    let arrive!: (answer: unknown) => void;
    show(detailsKey, { data: draw }, () => new Promise((resolve) => void (arrive = resolve)));
    refresh('draws');
    const older = arrive;
    applyToDraw(drawn);
    older({ data: draw });
    await pass(10);
    expect(shown(detailsKey)).toMatchObject({ data: drawn });
    expect(fetched).toEqual(['/draws/{id}', '/draws/{id}']);
  });

  it('makes statistics, the timetable and the results of a day be fetched', async () => {
    const ofDay = ['draws', '/results', 'pages', { query: { date: '2026-11-20' } }];
    for (const key of [['draws', '/results/statistics', {}], ['draws', '/timetable', {}], ofDay]) show(key, pages());
    show(detailsKey, { data: draw });
    applyToDraw(drawn);
    await pass(10);
    expect(fetched.toSorted()).toEqual(['/results', '/results/statistics', '/timetable']);
  });

  it('makes everything be fetched where it is called off', async () => {
    show(detailsKey, { data: draw });
    applyToDraw({ id: 'd1', status: 'void' });
    expect(shown(detailsKey)).toEqual({ data: draw });
    await pass(10);
    expect(fetched).toEqual(['/draws/{id}']);
  });

  it('makes lists be fetched that do not have it yet, and no other draw', async () => {
    show(detailsKey, { data: draw });
    show(['draws', '/results', { query: { limit: '1' } }], { data: [before] });
    applyToDraw({ id: 'unknown', status: 'drawn' });
    await pass(10);
    expect(fetched).toEqual(['/results']);
  });

  it('is from before the page where it is surely older than the page is', () => {
    vi.stubGlobal('performance', { timeOrigin: start });
    const at = (ms: number) => new Date(start + ms).toISOString();
    expect(isFromBefore({ id: 'd1', status: 'settled', sealedAt: at(-9_000), settledAt: at(-3_000) })).toBe(true);
    expect(isFromBefore({ id: 'd1', status: 'settled', sealedAt: at(-9_000), settledAt: at(-1_000) })).toBe(false);
    expect(isFromBefore({ id: 'd1', status: 'drawn', sealedAt: at(-9_000), drawnAt: at(1_000) })).toBe(false);
    // A draw that was sealed long ago may have been called off just now.
    expect(isFromBefore({ id: 'd1', status: 'void', sealedAt: at(-9_000) })).toBe(false);
  });
});

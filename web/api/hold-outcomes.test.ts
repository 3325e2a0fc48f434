import { QueryObserver } from '@tanstack/react-query';
import { beforeEach, expect, it, vi } from 'vitest';
import { holdOutcomes, refreshAfterNews } from './hold-outcomes.ts';
import { queryClient, refresh } from './queries.ts';

/** The answers that the page shows, and those that the server would give now. */
const shown: Record<string, number | undefined> = {};
let balance: number;
let answer: () => Promise<number>;

beforeEach(() => {
  queryClient.clear();
  balance = 1_000;
  answer = () => Promise.resolve(balance);
  for (const family of ['balance', 'bets', 'draws']) show(family);
  return settle();
});

function show(...queryKey: string[]) {
  const observer = new QueryObserver(queryClient, { queryKey, queryFn: () => answer() });
  observer.subscribe(({ data }) => void (shown[queryKey.join(' ')] = data));
}

/** Lets every promise and timer of no length come to its end. */
async function settle() {
  await new Promise((resolve) => setTimeout(resolve, 5));
}

it('keeps balance and tickets while a draw is on stage, lets the draw itself through, and refreshes all at the end', async () => {
  const release = holdOutcomes();
  balance = 3_400;
  refreshAfterNews('draws', 'bets', 'balance');
  await settle();
  expect(shown).toEqual({ balance: 1_000, bets: 1_000, draws: 3_400 });
  await release();
  expect(shown).toEqual({ balance: 3_400, bets: 3_400, draws: 3_400 });
});

it('fetches news at once where no draw is on stage', async () => {
  balance = 900;
  refreshAfterNews('balance');
  await settle();
  expect(shown['balance']).toBe(900);
});

it('shows a payment of the client in the meantime', async () => {
  const release = holdOutcomes();
  balance = 700;
  refresh('balance');
  await settle();
  expect(shown['balance']).toBe(700);
  await release();
});

it('does not wait for an answer under way, unless it is the first', async () => {
  const arrivals: ((balance: number) => void)[] = [];
  answer = () => new Promise((resolve) => void arrivals.push(resolve));
  refresh('balance');
  show('bets', 'of another page');
  const release = holdOutcomes();
  for (const arrive of arrivals) arrive(3_400);
  await settle();
  expect(shown).toMatchObject({ balance: 1_000, 'bets of another page': 3_400 });
  answer = () => Promise.resolve(balance);
  await release();
});

it('is over once the newer answers are there', async () => {
  const over = vi.fn();
  const release = holdOutcomes();
  const arrivals: ((balance: number) => void)[] = [];
  answer = () => new Promise((resolve) => void arrivals.push(resolve));
  void release().then(over);
  await settle();
  expect(over).not.toHaveBeenCalled();
  for (const arrive of arrivals) arrive(3_400);
  await settle();
  expect(over).toHaveBeenCalled();
  expect(shown['balance']).toBe(3_400);
});

it('goes on when another stage follows, and a stage ends it only once', async () => {
  const first = holdOutcomes();
  void first();
  const second = holdOutcomes();
  void first();
  balance = 3_400;
  refreshAfterNews('balance');
  await settle();
  expect(shown['balance']).toBe(1_000);
  await second();
  expect(shown['balance']).toBe(3_400);
});

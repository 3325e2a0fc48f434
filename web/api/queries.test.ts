import { setTimeout as sleep } from 'node:timers/promises';
import { QueryObserver } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { getBalance } from '#contract/calls/wallet.ts';
import { ask, queryClient, refresh, refreshKept } from './queries.ts';

it('fetches a list that the clock updates again only if that is not enough, and drops an unused one', async () => {
  let onSale = 12;
  let shown: number | undefined;
  const queryKey = ['draws', 'on sale'];
  const list = new QueryObserver(queryClient, {
    queryKey,
    queryFn: () => Promise.resolve(onSale),
    staleTime: Infinity,
    enabled: ({ state }) => state.data === undefined,
  });
  const leave = list.subscribe(({ data }) => (shown = data));
  await sleep(5);
  onSale = 11;
  refresh('draws');
  await sleep(5);
  expect(shown).toBe(12);
  refreshKept('draws');
  await sleep(5);
  expect(shown).toBe(11);
  leave();
  refreshKept('draws');
  expect(queryClient.getQueryData(queryKey)).toBeUndefined();
});

it('asks for no client data without a token', async () => {
  const fetch = vi.spyOn(globalThis, 'fetch');
  await expect(ask(getBalance, {})).rejects.toMatchObject({ kind: 'FETCH_ERROR' });
  expect(fetch).not.toHaveBeenCalled();
});

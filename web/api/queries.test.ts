import { setTimeout as sleep } from 'node:timers/promises';
import { QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { queryClient, refresh, refreshKept } from './queries.ts';

it('fetches a list that the clock keeps again only where that is not enough, and forgets one that nobody reads', async () => {
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

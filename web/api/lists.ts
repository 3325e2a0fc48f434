import { useInfiniteQuery, type InfiniteData } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { CallAnswer, CallInput } from '#contract/endpoints.ts';
import type { ApiError } from './errors.ts';
import { explain } from './explain.ts';
import { ask, type KeptCall } from './queries.ts';

/** A page of the list with the rest of its `meta`, such as sums. */
type PageOf<C extends KeptCall> = CallAnswer<C> & Page<ItemOf<C>>;
type Page<T> = { readonly data: readonly T[]; readonly meta: { readonly next: string | null } };
type ItemOf<C extends KeptCall> = CallAnswer<C> extends Page<infer T> ? T : never;
type ListOptions<T> = {
  enabled?: boolean;
  /** The poll interval in milliseconds, depending on the items; false for no polling. */
  askAgain?: (items: readonly T[]) => number | false;
  /** Keeps showing the previous input's list until the new one is loaded. */
  keepBefore?: boolean;
};

/** A paginated list: all items so far, and `fetchNextPage` while there are more. */
export function useApiList<C extends KeptCall>(
  made: C,
  input: CallInput<C>,
  { askAgain = () => false, keepBefore = false, ...options }: ListOptions<ItemOf<C>> = {},
) {
  const list = useInfiniteQuery({
    queryKey: [made.family ?? null, made.path, 'pages', input],
    queryFn: async ({ signal, pageParam }) => {
      const { query, ...rest } = input as { query?: object };
      const paged = { ...rest, query: { ...query, cursor: pageParam ?? undefined } };
      const answer: unknown = await ask(made, paged as unknown as CallInput<C>, signal);
      return answer as PageOf<C>;
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.meta.next,
    refetchInterval: ({ state }) => askAgain(state.data?.pages.flatMap((page) => page.data) ?? []),
    placeholderData: (before: InfiniteData<PageOf<C>, string | null> | undefined) => (keepBefore ? before : undefined),
    ...options,
  });
  return {
    items: list.data?.pages.flatMap((page) => page.data),
    pages: list.data?.pages,
    error: list.error as ApiError | null,
    isPending: list.isPending,
    isFetching: list.isFetching,
    refetch: list.refetch,
    hasMore: list.hasNextPage,
    isFetchingMore: list.isFetchingNextPage,
    more: () => void list.fetchNextPage(),
    /** Why the last request for more failed, in a sentence. */
    moreFailure: list.isFetchNextPageError ? explain(list.error).text : null,
  };
}

/** A list that is useful only as a whole: fetches all pages, and stops when one fails. */
export function useWholeApiList<C extends KeptCall>(...input: Parameters<typeof useApiList<C>>) {
  const list = useApiList<C>(...input);
  const { hasMore, isFetching, moreFailure, more } = list;
  const goOn = hasMore && !isFetching && moreFailure === null;
  useEffect(() => {
    if (goOn) more();
  }, [goOn, more]);
  return list;
}

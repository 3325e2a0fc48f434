import { useInfiniteQuery, type InfiniteData } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { AnswerOf, Endpoint, InputOf } from '#contract/endpoint.ts';
import { call, type InputArgs } from './call.ts';
import { explain, type ApiError } from './errors.ts';
import type { Family } from './queries.ts';

type Page<T> = { readonly data: readonly T[]; readonly meta: { readonly next: string | null } };
type ItemOf<E extends Endpoint> = AnswerOf<E> extends Page<infer T> ? T : never;
type ListOptions<T> = {
  enabled?: boolean;
  /** In how many milliseconds to ask again, by what the list holds; false for not at all. */
  askAgain?: (items: readonly T[]) => number | false;
  /** Goes on showing the list of the input before, until this one's is there. */
  keepBefore?: boolean;
};

/** A list that comes in pages: all items so far, and `fetchNextPage` while there are more. */
export function useApiList<E extends Endpoint>(
  family: Family,
  endpoint: E,
  input: InputOf<E>,
  { askAgain = () => false, keepBefore = false, ...options }: ListOptions<ItemOf<E>> = {},
) {
  const list = useInfiniteQuery({
    queryKey: [family, endpoint.name, 'pages', input],
    queryFn: async ({ signal, pageParam }) => {
      const { query, ...rest } = input as { query?: object };
      const paged = { ...rest, query: { ...query, cursor: pageParam ?? undefined } };
      const answer: unknown = await call(endpoint, ...([paged, { signal }] as unknown as InputArgs<E>));
      return answer as Page<ItemOf<E>>;
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.meta.next,
    refetchInterval: ({ state }) => askAgain(state.data?.pages.flatMap((page) => page.data) ?? []),
    placeholderData: (before: InfiniteData<Page<ItemOf<E>>, string | null> | undefined) =>
      keepBefore ? before : undefined,
    ...options,
  });
  return {
    items: list.data?.pages.flatMap((page) => page.data),
    error: list.error as ApiError | null,
    isPending: list.isPending,
    isFetching: list.isFetching,
    refetch: list.refetch,
    hasMore: list.hasNextPage,
    isFetchingMore: list.isFetchingNextPage,
    more: () => void list.fetchNextPage(),
    /** Why the last try brought no more, in a sentence. */
    moreFailure: list.isFetchNextPageError ? explain(list.error).text : null,
  };
}

/** A list that is of use only as a whole: page after page until none is left, or one does not come. */
export function useWholeApiList<E extends Endpoint>(...input: Parameters<typeof useApiList<E>>) {
  const list = useApiList<E>(...input);
  const { hasMore, isFetching, moreFailure, more } = list;
  const goOn = hasMore && !isFetching && moreFailure === null;
  useEffect(() => {
    if (goOn) more();
  }, [goOn, more]);
  return list;
}

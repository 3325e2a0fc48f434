import {
  QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  type UseMutationOptions,
  type UseQueryOptions,
} from '@tanstack/react-query';
import type { AnswerOf, Endpoint, InputOf } from '#contract/endpoint.ts';
import { call, type InputArgs } from './call.ts';
import type { ApiError } from './errors.ts';

/** What is kept is filed under one of these, and refreshed by it. */
export type Family = 'draws' | 'bets' | 'auth' | 'balance';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Kept for 60 seconds after its last use; until then only `refresh` and polls renew it.
      gcTime: 60_000,
      staleTime: Infinity,
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      // Without this a query offline would wait for ever instead of failing with FETCH_ERROR.
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

/** Fetches again what is on the screen of these families, and drops what is not when it is next asked for. */
export function refresh(...families: Family[]): void {
  for (const family of families) void queryClient.invalidateQueries({ queryKey: [family] });
}

/** Forgets everything of these families, as when another client signs in. */
export function forget(...families: Family[]): void {
  for (const family of families) queryClient.removeQueries({ queryKey: [family] });
}

type ApiOptions<E extends Endpoint, T> = Omit<UseQueryOptions<AnswerOf<E>, ApiError, T>, 'queryKey' | 'queryFn'>;

/** The answer of a GET, kept under its family. */
export function useApi<E extends Endpoint, T = AnswerOf<E>>(
  family: Family,
  endpoint: E,
  input: InputOf<E>,
  options?: ApiOptions<E, T>,
) {
  return useQuery<AnswerOf<E>, ApiError, T>({
    queryKey: [family, endpoint.name, input],
    queryFn: ({ signal }) => call(endpoint, ...([input, { signal }] as unknown as InputArgs<E>)),
    ...options,
  });
}

type Page<T> = { readonly data: readonly T[]; readonly meta: { readonly next: string | null } };
type ItemOf<E extends Endpoint> = AnswerOf<E> extends Page<infer T> ? T : never;
type ListOptions<T> = {
  enabled?: boolean;
  /** In how many milliseconds to ask again, by what the list holds; false for not at all. */
  askAgain?: (items: readonly T[]) => number | false;
};

/** A list that comes in pages: all items so far, and `fetchNextPage` while there are more. */
export function useApiList<E extends Endpoint>(
  family: Family,
  endpoint: E,
  input: InputOf<E>,
  { askAgain = () => false, ...options }: ListOptions<ItemOf<E>> = {},
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
  };
}

type ActionOptions<E extends Endpoint> = Omit<UseMutationOptions<AnswerOf<E>, ApiError, InputOf<E>>, 'mutationFn'> & {
  /** What a success has changed. */
  refresh?: readonly Family[];
};

/** A call that changes something: `mutate(input)`. It is never repeated by itself. */
export function useAction<E extends Endpoint>(
  endpoint: E,
  { refresh: families = [], ...options }: ActionOptions<E> = {},
) {
  return useMutation<AnswerOf<E>, ApiError, InputOf<E>>({
    mutationFn: (input) => call(endpoint, ...([input] as unknown as InputArgs<E>)),
    ...options,
    onSuccess: (...success) => {
      refresh(...families);
      return options.onSuccess?.(...success);
    },
  });
}

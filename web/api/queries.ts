import { QueryClient, useQuery, type UseQueryOptions } from '@tanstack/react-query';
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

import { QueryClient, useQuery, type UseQueryOptions } from '@tanstack/react-query';
import type { Call, Family } from '#contract/calls/call.ts';
import type { CallAnswer, CallInput } from '#contract/endpoints.ts';
import { call, type InputArgs } from './call.ts';
import type { ApiError } from './errors.ts';

/** A call whose answer is kept: under its family, or else until nobody looks at it any more. */
export type KeptCall = Call & { readonly method: 'GET' };

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

type ApiOptions<C extends KeptCall, T> = Omit<UseQueryOptions<CallAnswer<C>, ApiError, T>, 'queryKey' | 'queryFn'>;

/** The answer of a GET, which is kept. */
export function useApi<C extends KeptCall, T = CallAnswer<C>>(
  made: C,
  input: CallInput<C>,
  options?: ApiOptions<C, T>,
) {
  return useQuery<CallAnswer<C>, ApiError, T>({
    queryKey: [made.family ?? null, made.path, input],
    queryFn: ({ signal }) => call(made, ...([input, { signal }] as unknown as InputArgs<C>)),
    ...options,
  });
}

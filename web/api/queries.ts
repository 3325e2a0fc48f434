import { QueryClient, useQuery, type UseQueryOptions } from '@tanstack/react-query';
import type { Call, Family } from '#contract/calls/call.ts';
import type { CallAnswer, CallInput } from '#contract/endpoints.ts';
import { whenStored } from '#web/storage/storage.ts';
import { call, type InputArgs } from './call.ts';
import { ApiError } from './errors.ts';
import { readToken, tellListeners, tokenKey, useToken } from './token.ts';

/** A call whose answer is cached, under its family where it has one. */
export type KeptCall = Call & { readonly method: 'GET' };

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Cached for 60 seconds after its last use. Only `refresh` and polls renew it.
      gcTime: 60_000,
      staleTime: Infinity,
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      // Without this an offline query would be paused instead of failing with FETCH_ERROR.
      networkMode: 'always',
    },
  },
});

/** Invalidates these families: queries in use are fetched again now, the others on their next use. */
export function refresh(...families: Family[]): void {
  void refreshed(...families);
}

/** Marks families of queries as old, and resolves when those in use were fetched. */
export async function refreshed(...families: Family[]): Promise<void> {
  await Promise.all(families.map((family) => queryClient.invalidateQueries({ queryKey: [family] })));
}

/**
 * Fetches again the lists that `refresh` leaves alone: components fetch them only once, because the clock gives their later changes. Lists
 * that are not in use are dropped.
 */
export function refreshKept(...families: Family[]): void {
  for (const family of families) {
    for (const query of queryClient.getQueryCache().findAll({ queryKey: [family], type: 'inactive' })) {
      if (query.getObserversCount() === 0) queryClient.getQueryCache().remove(query);
      else if (query.state.data !== undefined) void query.fetch().catch(() => {});
    }
  }
}

/** Removes a client's own data from the cache, as when another client signs in. */
export function forgetClient(): void {
  queryClient.removeQueries({ predicate: ({ queryKey: [family] }) => isOfClient({ family }) });
}

// Another tab has signed somebody in or out: the next render shows nothing of the client before.
whenStored(tokenKey, () => {
  forgetClient();
  tellListeners();
});

function isOfClient({ family }: { readonly family?: unknown }): boolean {
  return family != null && family !== 'draws';
}

/** Makes the call of a query. A client's own fails here without a token: a poll can come due when the session has just ended. */
export function ask<C extends KeptCall>(made: C, input: CallInput<C>, signal?: AbortSignal): Promise<CallAnswer<C>> {
  return isOfClient(made) && readToken() === null
    ? Promise.reject(new ApiError({ kind: 'FETCH_ERROR' }))
    : call(made, ...([input, { signal }] as unknown as InputArgs<C>));
}

type ApiOptions<C extends KeptCall, T> = Omit<UseQueryOptions<CallAnswer<C>, ApiError, T>, 'queryKey' | 'queryFn'>;

/** The cached answer of a GET. A client's own data is not fetched for a visitor. */
export function useApi<C extends KeptCall, T = CallAnswer<C>>(
  made: C,
  input: CallInput<C>,
  options?: ApiOptions<C, T>,
) {
  const token = useToken();
  return useQuery<CallAnswer<C>, ApiError, T>({
    queryKey: [made.family ?? null, made.path, input],
    queryFn: ({ signal }) => ask(made, input, signal),
    ...options,
    ...(isOfClient(made) && token === null && { enabled: false }),
  });
}

import { QueryClient, useQuery, type UseQueryOptions } from '@tanstack/react-query';
import type { Call } from '#contract/calls/call.ts';
import type { OperatorAnswer, OperatorInput } from '#contract/operator/endpoints.ts';
import { exchange, type Input } from './call.ts';
import type { ApiError } from './errors.ts';

export type ReadCall = Call & { readonly method: 'GET' };

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Each screen refreshes its own data, at its own pace; nothing is fetched in the background otherwise.
      staleTime: 0,
      gcTime: 60_000,
      retry: false,
      refetchOnWindowFocus: true,
      networkMode: 'always',
    },
  },
});

type Options<C extends ReadCall, T> = Omit<UseQueryOptions<OperatorAnswer<C>, ApiError, T>, 'queryKey' | 'queryFn'>;

/** The answer of a GET, kept and shared by call and input. `refetchInterval` keeps it fresh. */
export function useApi<C extends ReadCall, T = OperatorAnswer<C>>(
  made: C,
  input: OperatorInput<C>,
  options?: Options<C, T>,
) {
  return useQuery<OperatorAnswer<C>, ApiError, T>({
    queryKey: keyOf(made, input),
    queryFn: async ({ signal, client, queryKey }) => {
      // Data that is already shown is refreshed in the background.
      const isBackground = client.getQueryData(queryKey) !== undefined;
      return (await exchange(made, input as Input, { signal, isBackground })) as OperatorAnswer<C>;
    },
    ...options,
  });
}

export function keyOf(made: ReadCall, input: unknown): readonly unknown[] {
  return [made.path, input];
}

/**
 * Fetches again the answers of these calls that are on the screen, and drops their other ones. Without arguments, as
 * after an act, this is done for all calls, because an act may show anywhere.
 */
export function refresh(...calls: readonly ReadCall[]): Promise<void> {
  if (calls.length === 0) return queryClient.invalidateQueries();
  const paths = new Set(calls.map(({ path }) => path));
  return queryClient.invalidateQueries({ predicate: ({ queryKey }) => paths.has(queryKey[0] as string) });
}

import { useMutation, type UseMutationOptions } from '@tanstack/react-query';
import type { Call, Family } from '#contract/calls/call.ts';
import type { CallAnswer, CallInput } from '#contract/endpoints.ts';
import { call, type InputArgs } from './call.ts';
import type { ApiError } from './errors.ts';
import { refresh } from './queries.ts';

export type ActionOptions<C extends Call> = UseMutationOptions<CallAnswer<C>, ApiError, CallInput<C>> & {
  /** These answers are fetched again after it, also after a failure: its own answer may have been lost. */
  refresh?: readonly Family[];
};

/** A call that changes something: `mutate(input)`. It is never retried automatically. */
export function useAction<C extends Call>(made: C, { refresh: families = [], ...options }: ActionOptions<C> = {}) {
  return useMutation<CallAnswer<C>, ApiError, CallInput<C>>({
    // Offline it fails with FETCH_ERROR instead of waiting for a network.
    networkMode: 'always',
    mutationFn: (input) => call(made, ...([input] as unknown as InputArgs<C>)),
    ...options,
    onSettled: () => refresh(...families),
  });
}

import { MutationCache, QueryClient, useMutation, type UseMutationOptions } from '@tanstack/react-query';
import type { AnswerOf, Endpoint, InputOf } from '#contract/endpoint.ts';
import { call, type InputArgs } from './call.ts';
import type { ApiError } from './errors.ts';
import { refresh, type Family } from './queries.ts';

// Apart from the client of the queries, so that a page on which nothing is changed does without all of this.
const client = new QueryClient({
  mutationCache: new MutationCache(),
  defaultOptions: { mutations: { retry: false, networkMode: 'always' } },
});

type ActionOptions<E extends Endpoint> = Omit<UseMutationOptions<AnswerOf<E>, ApiError, InputOf<E>>, 'mutationFn'> & {
  /** What a success has changed. */
  refresh?: readonly Family[];
};

/** A call that changes something: `mutate(input)`. It is never repeated by itself. */
export function useAction<E extends Endpoint>(
  endpoint: E,
  { refresh: families = [], ...options }: ActionOptions<E> = {},
) {
  return useMutation<AnswerOf<E>, ApiError, InputOf<E>>(
    {
      mutationFn: (input) => call(endpoint, ...([input] as unknown as InputArgs<E>)),
      ...options,
      onSuccess: (...success) => {
        refresh(...families);
        return options.onSuccess?.(...success);
      },
    },
    client,
  );
}

import type { Call } from '#contract/calls/call.ts';
import { useAction, type ActionOptions } from '#web/api/actions.ts';
import { call, type InputArgs } from '#web/api/call.ts';
import { withProof } from './withProof.ts';

/** An action that the server may refuse until the client confirms who they are; see `withProof`. */
export function useProvenAction<C extends Call>(made: C, options: ActionOptions<C> = {}) {
  return useAction(made, {
    ...options,
    mutationFn: (input) => withProof(() => call(made, ...([input] as unknown as InputArgs<C>))),
  });
}

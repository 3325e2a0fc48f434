import type { Call } from '#contract/calls/call.ts';
import type { CallAnswer, CallInput } from '#contract/endpoints.ts';
import { useAction, type ActionOptions } from '#web/api/actions.ts';
import { call, type InputArgs } from '#web/api/call.ts';
import { ApiError } from '#web/api/errors.ts';
import { askForProof } from './ask.ts';

/**
 * An action that the server may refuse until the client confirms who they are. Then the dialog opens, and the action is done
 * once more after it. It needs `ConfirmItIsYou` on the page.
 */
export function useProvenAction<C extends Call>(made: C, options: ActionOptions<C> = {}) {
  return useAction(made, { ...options, mutationFn: (input) => callProven(made, input) });
}

async function callProven<C extends Call>(made: C, input: CallInput<C>): Promise<CallAnswer<C>> {
  for (;;) {
    try {
      return await call(made, ...([input] as unknown as InputArgs<C>));
    } catch (error) {
      const problem = error instanceof ApiError ? error.problem : null;
      if (problem?.code !== 'proof_needed') throw error;
      // A refused call has changed nothing, so it is safe to repeat.
      const { methods = ['password'], level = 'fresh' } = problem;
      if (!(await askForProof({ methods, level }))) throw error;
    }
  }
}

import { ApiError } from '#web/api/errors.ts';
import { askForProof } from './ask.ts';

/**
 * Acts, and where the server refuses it until the client confirms who they are, opens the dialog and acts once more after it.
 * It needs `ConfirmItIsYou` on the page.
 */
export async function withProof<T>(act: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await act();
    } catch (error) {
      const problem = error instanceof ApiError ? error.problem : null;
      if (problem?.code !== 'proof_needed') throw error;
      // A refused call has changed nothing, so it is safe to repeat.
      const { methods = ['password'], level = 'fresh' } = problem;
      if (!(await askForProof({ methods, level }))) throw error;
    }
  }
}

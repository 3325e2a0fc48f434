import type { Transaction } from '#database/connect.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { OperatorWords } from '#server/words/en/operators.ts';
import { actAndTell, type Acted, type Operators } from './operators.ts';
import { orNotFound, valueOf, type DatabaseFunction } from './reads.ts';

/**
 * Calls one function of the database that acts, in a transaction of its own, and says which line of the audit it left. A refusal
 * that `answer` throws takes the act back.
 *
 * @param answer makes the answer of the value that the function returned, and names that value's type
 * @throws Refusal not_found without the subject, not_allowed; read_first while a note of the player has to be opened before an act
 */
export function callAct<T extends object>(
  operators: Pick<Operators, 'db'>,
  name: DatabaseFunction,
  values: readonly unknown[],
  answer: (value: never, tx: Transaction) => T,
): Promise<Acted<T>> {
  return orNotFound(actAndTell(operators, async (tx) => answer(await valueOf<never>(tx, name, values), tx)));
}

/** The empty answer of an act that returned whether its subject was there. @throws Refusal not_found */
export function emptyIfFound(wasFound: boolean): object {
  if (!wasFound) throw new Refusal('not_found');
  return {};
}

/** The refusal of an act that cannot be done as things stand. @param why the sentence, in the reader's language */
export function conflict(why: (says: OperatorWords) => string): Refusal {
  return new Refusal('conflict', { detail: ({ operators: says }) => why(says) });
}

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

/** The value of an act that answers with null or false where it cannot be done as things stand. @throws Refusal conflict */
export function orConflict<T>(value: T, why: (says: OperatorWords) => string): NonNullable<T> {
  if (value === null || value === undefined || value === false) throw conflict(why);
  return value;
}

/** The sections of the words that have a sentence for each reason against an act, under the word of the database. */
type Section = 'payment' | 'statement' | 'document';

/**
 * Makes the answer of an act whose function says with a word that it is done, or why it is not.
 *
 * @param section has the reasons against it
 * @param done the words for what was done
 * @throws Refusal not_found, conflict
 */
export function outcomeOf<const W extends string>(
  section: Section,
  ...done: readonly W[]
): (outcome: string) => { readonly outcome: W } {
  return (outcome) => {
    if (outcome === 'not_there') throw new Refusal('not_found');
    const found = done.find((word) => word === outcome);
    if (found === undefined) throw conflict((says) => (says[section] as Readonly<Record<string, string>>)[outcome]!);
    return { outcome: found };
  };
}

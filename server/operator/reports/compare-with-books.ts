import type { AnswerOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/reports.ts';
import { operatorsIn, type Language } from '#server/words/languages.ts';

type Books = NonNullable<AnswerOf<typeof contract.getReport>['data']['books']>;

/** The name that the database uses. */
export type HeldAgainst = Omit<Books['heldAgainst'][number], 'says'>;

/** @param language of the sentences that say what is compared with what */
export function presentBooks(found: readonly HeldAgainst[], language: Language): Books {
  const { heldAgainst: says } = operatorsIn(language);
  return {
    isEqual: found.every(({ difference }) => difference === 0),
    heldAgainst: found.map((one) => ({ ...one, says: says[one.what] ?? one.what })),
  };
}

import type { AnswerOf, RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/saved-views.ts';
import { Refusal } from '#server/http/refusal.ts';
import { callAct, emptyIfFound } from '#server/operator/access/call-act.ts';
import type { Acted, Operator, Operators } from '#server/operator/access/operators.ts';
import { readAll } from '#server/operator/access/reads.ts';

/** The views of a screen: the operator's own, then the team's. */
export function listSavedViews(
  operators: Operators,
  { session }: Operator,
  screen: string,
): Promise<AnswerOf<typeof contract.listSavedViews>['data']> {
  return readAll(operators, 'console.list_saved_views', [session, screen]);
}

/** Saves a view, or replaces the operator's one of that name. @returns its id @throws Refusal conflict at the hundredth */
export async function saveView(
  operators: Operators,
  { session }: Operator,
  { screen, name, search, team }: RequestOf<typeof contract.saveView>['body'],
): Promise<Acted<{ readonly id: string }>> {
  return callAct(operators, 'console.save_view', [session, screen, name, search, team], (id: string | null) => {
    if (id === null) throw new Refusal('conflict', { detail: ({ operators: says }) => says.manyViews });
    return { id };
  });
}

/** Removes one of the operator's own views. @throws Refusal not_found */
export function removeView(operators: Operators, { session }: Operator, id: string): Promise<Acted<object>> {
  return callAct(operators, 'console.remove_view', [session, id], emptyIfFound);
}

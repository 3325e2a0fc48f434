import type { AnswerOf, RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/saved-views.ts';
import { Refusal } from '#server/http/refusal.ts';
import { actAndTell, type Acted, type Operator, type Operators } from '#server/operator/access/operators.ts';
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
  return actAndTell(operators, async (tx) => {
    const [row] = await tx.query<{ id: string | null }>('select console.save_view($1, $2, $3, $4, $5) as id', [
      session,
      screen,
      name,
      search,
      team,
    ]);
    const { id } = row!;
    if (id === null) throw new Refusal('conflict', { detail: ({ operators: says }) => says.manyViews });
    return { id };
  });
}

/** Removes one of the operator's own views. @throws Refusal not_found */
export function removeView(operators: Operators, { session }: Operator, id: string): Promise<Acted<object>> {
  return actAndTell(operators, async (tx) => {
    const [row] = await tx.query<{ removed: boolean }>('select console.remove_view($1, $2) as removed', [session, id]);
    if (!row!.removed) throw new Refusal('not_found');
    return {};
  });
}

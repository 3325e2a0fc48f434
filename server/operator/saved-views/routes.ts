import * as contract from '#contract/operator/saved-views.ts';
import type { Http } from '#server/http/http.ts';
import { orConflict } from '#server/operator/access/call-act.ts';
import { operatorCalls } from '#server/operator/access/operator-calls.ts';
import type { Operators } from '#server/operator/access/operators.ts';

export function registerSavedViewRoutes(http: Http, operators: Operators): void {
  const { addReadAll, addAct } = operatorCalls(http, operators);

  addReadAll(contract.listSavedViews, 'console.list_saved_views');
  addAct(
    contract.saveView,
    'console.save_view',
    (id: string | null) => ({ id: orConflict(id, (says) => says.manyViews) }),
    ({ body: { screen, name, search, team } }) => [screen, name, search, team],
  );
  addAct(contract.removeView, 'console.remove_view');
}

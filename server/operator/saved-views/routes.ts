import * as contract from '#contract/operator/saved-views.ts';
import type { Http } from '#server/http/http.ts';
import { dataRoutes } from '#server/operator/access/operator-route.ts';
import type { Operators } from '#server/operator/access/operators.ts';
import { listSavedViews, removeView, saveView } from './saved-views.ts';

export function registerSavedViewRoutes(http: Http, operators: Operators): void {
  const dataRoute = dataRoutes(http, operators.db);

  dataRoute(contract.listSavedViews, ({ operator, query }) => listSavedViews(operators, operator, query.screen));
  dataRoute(contract.saveView, ({ operator, body }) => saveView(operators, operator, body));
  dataRoute(contract.removeView, ({ operator, params }) => removeView(operators, operator, params.id));
}

import * as contract from '#contract/operator/saved-views.ts';
import type { Http } from '#server/http/http.ts';
import { operatorRoute } from '#server/operator/access/operator-route.ts';
import type { Operators } from '#server/operator/access/operators.ts';
import { listSavedViews, removeView, saveView } from './saved-views.ts';

export function registerSavedViewRoutes(http: Http, operators: Operators): void {
  const { db } = operators;

  operatorRoute(http, db, contract.listSavedViews, async ({ operator, query }) => ({
    data: await listSavedViews(operators, operator, query.screen),
  }));

  operatorRoute(http, db, contract.saveView, async ({ operator, body }) => ({
    data: await saveView(operators, operator, body),
  }));

  operatorRoute(http, db, contract.removeView, async ({ operator, params }) => ({
    data: await removeView(operators, operator, params.id),
  }));
}

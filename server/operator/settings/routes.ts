import * as contract from '#contract/operator/settings.ts';
import type { Http } from '#server/http/http.ts';
import { operatorRoute } from '#server/operator/door/operator-route.ts';
import type { Operators } from '#server/operator/door/operators.ts';

export function registerSettingsRoutes(http: Http, { db, about }: Operators): void {
  operatorRoute(http, db, contract.getSettings, async () => ({ data: await about() }));
}

import * as contract from '#contract/operator/settings.ts';
import type { Http } from '#server/http/http.ts';
import { operatorRoute } from '#server/operator/access/operator-route.ts';
import type { Operators } from '#server/operator/access/operators.ts';
import { readRules } from './rules.ts';

export function registerSettingsRoutes(http: Http, operators: Operators): void {
  operatorRoute(http, operators.db, contract.getSettings, async ({ operator }) => {
    const [about, rules] = await Promise.all([operators.about(), readRules(operators, operator)]);
    return { data: { ...about, ...rules } };
  });
}

import * as contract from '#contract/operator/settings.ts';
import type { Http } from '#server/http/http.ts';
import { operatorCalls } from '#server/operator/access/operator-calls.ts';
import type { Operators } from '#server/operator/access/operators.ts';
import { readOne } from '#server/operator/access/reads.ts';
import type { Rules } from '#server/operator-work/about.ts';

export function registerSettingsRoutes(http: Http, operators: Operators): void {
  const { addData } = operatorCalls(http, operators);

  addData(contract.getSettings, async ({ operator: { session } }) => {
    const [about, rules] = await Promise.all([
      operators.about(),
      readOne<Rules>(operators, 'console.read_rules', [session]),
    ]);
    return { ...about, ...rules };
  });
}

import { writeInstants } from '#server/operator/overview/read-overview.ts';
import { actAs, type Operator, type Operators } from '#server/operator/door/operators.ts';
import type { Rules } from './about.ts';

/** The rules that the database holds, and the providers that it has payments of. */
export async function readRules(operators: Operators, { session }: Operator): Promise<Rules> {
  const [row] = await actAs(operators, (tx) =>
    tx.query<{ rules: string }>('select console.read_rules($1)::text as rules', [session]),
  );
  return JSON.parse(row!.rules, writeInstants) as Rules;
}

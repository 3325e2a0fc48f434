import type { Operator, Operators } from '#server/operator/access/operators.ts';
import { readOne } from '#server/operator/access/reads.ts';
import type { Rules } from '#server/operator-work/about.ts';

/** The rules that the database holds, and the providers that it has payments of. */
export function readRules(operators: Operators, { session }: Operator): Promise<Rules> {
  return readOne(operators, 'console.read_rules', [session]);
}

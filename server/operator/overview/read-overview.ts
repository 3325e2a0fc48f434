import type { AnswerOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/overview.ts';
import type { Operator, Operators } from '#server/operator/access/operators.ts';
import { readOne } from '#server/operator/access/reads.ts';

/** All that the first screen shows, read at one moment. */
export function readOverview(
  operators: Operators,
  { session }: Operator,
): Promise<AnswerOf<typeof contract.getOverview>['data']> {
  return readOne(operators, 'console.read_overview', [session, operators.timeZone]);
}

/** What waits for somebody. The functions of the database count up to a thousand. */
export function countWaiting(
  operators: Operators,
  { session }: Operator,
): Promise<AnswerOf<typeof contract.countWaiting>['data']> {
  return readOne(operators, 'console.count_waiting', [session]);
}

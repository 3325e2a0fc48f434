import type { AnswerOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/care.ts';
import type { Operator, Operators } from '#server/operator/access/operators.ts';
import { readAll } from '#server/operator/access/reads.ts';

type Threshold = AnswerOf<typeof contract.listCareThresholds>['data'][number];

/** The thresholds of all signs, those that hold first. */
export function listThresholds(operators: Operators, { session }: Operator): Promise<Threshold[]> {
  return readAll(operators, 'console.list_care_thresholds', [session]);
}

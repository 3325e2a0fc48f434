import type { AnswerOf, RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/care.ts';
import { askFor, type AskedFor } from '#server/operator/acts/ask-for.ts';
import { actAs, type Operator, type Operators } from '#server/operator/door/operators.ts';

type Threshold = AnswerOf<typeof contract.listCareThresholds>['data'][number];

interface ThresholdRow extends Pick<Threshold, 'number' | 'kind' | 'days' | 'notable' | 'strong' | 'times' | 'state'> {
  readonly begins_at: Date | null;
  readonly set_at: Date;
  readonly request_id: string | null;
  readonly asked_by: string;
  readonly approved_by: string;
  readonly reason: string;
}

/** The thresholds of all signs, those that hold first. */
export async function listThresholds(operators: Operators, { session }: Operator): Promise<Threshold[]> {
  const rows = await actAs(operators, (tx) =>
    tx.query<ThresholdRow>('select * from console.list_care_thresholds($1)', [session]),
  );
  return rows.map(({ begins_at, set_at, request_id, asked_by, approved_by, reason, ...row }) => ({
    ...row,
    beginsAt: begins_at && begins_at.toISOString(),
    setAt: set_at.toISOString(),
    request: request_id === null ? null : { id: request_id, askedBy: asked_by, approvedBy: approved_by, reason },
  }));
}

/** Asks for other thresholds of a sign. @returns the request @throws Refusal as askFor */
export async function askForThreshold(
  operators: Operators,
  operator: Operator,
  { kind, notable, strong, times, beginsAt, reason, signature }: RequestOf<typeof contract.changeCareThreshold>['body'],
): Promise<AskedFor> {
  const all = await listThresholds(operators, operator);
  const newest = all
    .filter((one) => one.kind === kind)
    .reduce((one, other) => (one.number > other.number ? one : other));
  return askFor(
    operators,
    operator,
    {
      kind: 'care_threshold',
      subject: `care_threshold ${kind}`,
      newValues: { notable, strong, times, beginsAt },
      oldValues: { number: newest.number, notable: newest.notable, strong: newest.strong, times: newest.times },
      reason,
    },
    signature,
  );
}

import type { AnswerOf, RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/payments.ts';
import { defaultLimit, readCursor, toPage } from '#server/http/paging.ts';
import { actAs, type Operator, type Operators } from '#server/operator/door/operators.ts';

type Adjustment = AnswerOf<typeof contract.listAdjustments>['data'][number];

interface AdjustmentRow extends Omit<Adjustment, 'at' | 'clientId' | 'request'> {
  readonly at: Date;
  readonly client_id: number;
  readonly request_id: string | null;
}

/** A page of adjustments, the newest first. The cursor is `<milliseconds>.<reference>` of the last one that was seen. */
export async function listAdjustments(
  operators: Operators,
  { session }: Operator,
  { client, from, to, cursor, limit = defaultLimit }: RequestOf<typeof contract.listAdjustments>['query'],
): Promise<AnswerOf<typeof contract.listAdjustments>> {
  const last = readCursor(cursor, /^\d{1,17}\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)?.split('.');
  const rows = await actAs(operators, (tx) =>
    tx.query<AdjustmentRow & { micros: string }>(
      `select *, (extract(epoch from at) * 1000000)::bigint::text as micros
       from console.list_adjustments($1, $2, $3, $4, 'epoch'::timestamptz + $5 * interval '1 microsecond', $6, $7)`,
      [session, client ?? null, from ?? null, to ?? null, last?.[0] ?? null, last?.[1] ?? null, limit + 1],
    ),
  );
  return toPage(rows, limit, present, ({ micros, reference }) => `${micros}.${reference}`);
}

function present({
  reference,
  at,
  client_id,
  wallet,
  amount,
  author,
  reason,
  told,
  request_id,
}: AdjustmentRow): Adjustment {
  return {
    reference,
    at: at.toISOString(),
    clientId: client_id,
    wallet,
    amount,
    author,
    reason,
    told,
    request: request_id,
  };
}

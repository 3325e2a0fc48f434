import type { AnswerOf, RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/payments.ts';
import type { PaymentStatus } from '#contract/payments.ts';
import type { Francs } from '#domain/money.ts';
import { uuidPattern } from '#domain/uuid.ts';
import { csvLine, mostCsvLines } from '#server/http/csv.ts';
import { defaultLimit, readCursor, toPage } from '#server/http/paging.ts';
import { actAs, type Operator, type Operators } from '#server/operator/door/operators.ts';
import type { Direction } from '#server/payments/provider.ts';

type Listed = AnswerOf<typeof contract.listOperatorPayments>['data'][number];
type Query = RequestOf<typeof contract.listOperatorPayments>['query'];
type Filters = Omit<Query, 'cursor' | 'limit'>;

export interface ListedRow {
  readonly id: string;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly direction: Direction;
  readonly status: PaymentStatus;
  readonly amount: Francs;
  readonly refunded: Francs;
  readonly country: string;
  readonly method: string;
  readonly provider: string;
  readonly client_id: number;
  readonly phone: string | null;
  readonly mismatch: Listed['mismatch'];
  readonly due_at: Date | null;
  readonly review_reasons: NonNullable<Listed['review']>['reasons'] | null;
  readonly review_until: Date;
  readonly verdict: 'released' | 'refused' | null;
}

export function presentListed(row: ListedRow): Listed {
  return {
    id: row.id,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    direction: row.direction,
    status: row.status,
    amount: row.amount,
    refunded: row.refunded,
    country: row.country,
    method: row.method,
    provider: row.provider,
    clientId: row.client_id,
    phone: row.phone,
    mismatch: row.mismatch,
    dueAt: row.due_at?.toISOString() ?? null,
    review: presentReview(row),
  };
}

export function presentReview({
  review_reasons,
  review_until,
  verdict,
}: Pick<ListedRow, 'review_reasons' | 'review_until' | 'verdict'>): Listed['review'] {
  return review_reasons && { reasons: review_reasons, until: review_until.toISOString(), verdict };
}

/** A page of payments. The cursor is the id of the last one that was seen. */
export async function listPayments(
  operators: Operators,
  operator: Operator,
  { cursor, limit = defaultLimit, ...filters }: Query,
): Promise<AnswerOf<typeof contract.listOperatorPayments>> {
  const rows = await readPayments(operators, operator, filters, readCursor(cursor, uuidPattern), limit + 1);
  return toPage(rows, limit, presentListed, ({ id }) => id);
}

function readPayments(
  operators: Operators,
  { session }: Operator,
  { view, direction, provider, status, client, from, to }: Filters,
  last: string | null,
  most: number,
): Promise<ListedRow[]> {
  return actAs(operators, (tx) =>
    tx.query<ListedRow>('select * from console.list_payments($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)', [
      session,
      view,
      direction ?? null,
      provider ?? null,
      status ?? null,
      client ?? null,
      from ?? null,
      to ?? null,
      last,
      most,
    ]),
  );
}

export async function countPayments(
  operators: Operators,
  { session }: Operator,
): Promise<AnswerOf<typeof contract.countOperatorPayments>['data']> {
  const [row] = await actAs(operators, (tx) =>
    tx.query<AnswerOf<typeof contract.countOperatorPayments>['data']>('select * from console.count_payments($1)', [
      session,
    ]),
  );
  return row!;
}

const csvPageLines = 1_000;
const csvHeader = [
  'id',
  'created_at',
  'updated_at',
  'direction',
  'status',
  'amount',
  'refunded',
  'country',
  'method',
  'provider',
  'client',
  'mismatch',
  'held_because',
] as const;

/** The payments of a filter as CSV, read page by page. It is written down first who takes it. */
export async function exportPayments(
  operators: Operators,
  operator: Operator,
  filters: Filters,
): Promise<AsyncGenerator<string>> {
  await actAs(operators, (tx) =>
    tx.query('select console.note_payments_export($1, $2)', [operator.session, JSON.stringify(filters)]),
  );
  return writeCsv(operators, operator, filters);
}

async function* writeCsv(operators: Operators, operator: Operator, filters: Filters): AsyncGenerator<string> {
  yield csvLine([...csvHeader]);
  let last: string | null = null;
  for (let lines = 0; lines < mostCsvLines; lines += csvPageLines) {
    const rows: ListedRow[] = await readPayments(operators, operator, filters, last, csvPageLines);
    yield rows.map(toCsvLine).join('');
    if (rows.length < csvPageLines) return;
    last = rows.at(-1)!.id;
  }
}

function toCsvLine(row: ListedRow): string {
  return csvLine([
    row.id,
    row.created_at.toISOString(),
    row.updated_at.toISOString(),
    row.direction,
    row.status,
    row.amount,
    row.refunded,
    row.country,
    row.method,
    row.provider,
    row.client_id,
    row.mismatch,
    row.review_reasons?.join(' ') ?? null,
  ]);
}

import type { AnswerOf, RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/money.ts';
import { defaultLimit, readDayCursor } from '#server/http/paging.ts';
import type { Operator, Operators } from '#server/operator/access/operators.ts';
import { callFor } from '#server/operator/access/reads.ts';

type BankFigures = AnswerOf<typeof contract.listBankFigures>;

/** The last figure of each day and account, a number of days at a time; the cursor is the last day. */
export async function listBankFigures(
  operators: Operators,
  { session }: Operator,
  { cursor, limit = defaultLimit }: RequestOf<typeof contract.listBankFigures>['query'],
): Promise<BankFigures> {
  const values = [session, readDayCursor(cursor), limit];
  const rows = await callFor<{ item: BankFigures['data'][number]; cursor: string }>(
    operators,
    'console.list_bank_figures',
    values,
  );
  const days = new Set(rows.map(({ item }) => item.day));
  return { data: rows.map(({ item }) => item), meta: { next: days.size === limit ? rows.at(-1)!.cursor : null } };
}

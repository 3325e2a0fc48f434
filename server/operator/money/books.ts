import type { AnswerOf, RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/money.ts';
import { defaultLimit, numberCursor, readCursor, readDayCursor } from '#server/http/paging.ts';
import { callAct } from '#server/operator/access/call-act.ts';
import type { Acted, Operator, Operators } from '#server/operator/access/operators.ts';
import { callFor, readOne, readPage } from '#server/operator/access/reads.ts';

export function readBooks(
  operators: Operators,
  { session }: Operator,
): Promise<AnswerOf<typeof contract.getBooks>['data']> {
  return readOne(operators, 'console.books_state', [session]);
}

/** A page of mismatches, the newest first. The cursor is the number of the last one that was seen. */
export function listMismatches(
  operators: Operators,
  { session }: Operator,
  { open, cursor, limit }: RequestOf<typeof contract.listMismatches>['query'],
): Promise<AnswerOf<typeof contract.listMismatches>> {
  const values = [session, open === 'true', readCursor(cursor, numberCursor)];
  return readPage(operators, 'console.list_mismatches', values, limit);
}

/** Stops all withdrawals, for one operator. */
export function stopWithdrawals(
  operators: Operators,
  { session }: Operator,
  reason: string,
): Promise<Acted<{ readonly outcome: 'stopped' | 'stopped_before' }>> {
  return callAct(operators, 'console.stop_withdrawals', [session, reason], (isNew: boolean) => ({
    outcome: isNew ? 'stopped' : 'stopped_before',
  }));
}

export function wantFullPass(
  operators: Operators,
  { session }: Operator,
): Promise<Acted<{ readonly outcome: 'wanted' }>> {
  return callAct(operators, 'console.want_full_pass', [session], () => ({ outcome: 'wanted' }));
}

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

export function typeBankFigure(
  operators: Operators,
  { session }: Operator,
  { day, account, amount, note }: RequestOf<typeof contract.typeBankFigure>['body'],
): Promise<Acted<{ readonly number: number }>> {
  const values = [session, day, account, amount, note ?? null];
  return callAct(operators, 'console.type_bank_figure', values, (number: number) => ({ number }));
}

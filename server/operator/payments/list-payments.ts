import type { AnswerOf, RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/payments.ts';
import { uuidPattern } from '#domain/uuid.ts';
import { readCursor } from '#server/http/paging.ts';
import type { Operator, Operators } from '#server/operator/access/operators.ts';
import { readAll, readOne, readPage } from '#server/operator/access/reads.ts';
import { search } from '#server/operator/players/search.ts';

/** A page of payments. The cursor is the id of the last one that was seen. */
export async function listPayments(
  operators: Operators,
  operator: Operator,
  { cursor, limit, ...filters }: RequestOf<typeof contract.listOperatorPayments>['query'],
): Promise<AnswerOf<typeof contract.listOperatorPayments>> {
  const values = [operator.session, await filtersOf(operators, operator, filters), readCursor(cursor, uuidPattern)];
  return readPage(operators, 'console.list_payments', values, limit);
}

/** The sums of all payments of the same list. */
export async function sumPayments(
  operators: Operators,
  operator: Operator,
  filters: contract.PaymentFilters,
): Promise<AnswerOf<typeof contract.sumOperatorPayments>['data']> {
  const values = [operator.session, await filtersOf(operators, operator, filters)];
  return readOne(operators, 'console.sum_payments', values);
}

/** The filters as `console.payments_where` takes them: a typed text becomes the players and the payments that it finds. */
async function filtersOf(
  operators: Operators,
  operator: Operator,
  { player, amount, ...filters }: contract.PaymentFilters,
): Promise<object> {
  const found = player === undefined ? null : await search(operators, operator, player);
  return {
    ...filters,
    ...amount,
    clients: found?.filter(({ what }) => what === 'client').map(({ id }) => id),
    payments: found?.filter(({ what }) => what === 'payment').map(({ id }) => id),
  };
}

/** Reads the payments of 28 days, so it waits with the reports. */
export function listNetworks(
  operators: Operators,
  { session }: Operator,
): Promise<AnswerOf<typeof contract.listNetworks>['data']> {
  return readAll({ db: operators.reportDb }, 'console.network_health', [session]);
}

export function countPayments(
  operators: Operators,
  { session }: Operator,
): Promise<AnswerOf<typeof contract.countOperatorPayments>['data']> {
  return readOne(operators, 'console.count_payments', [session]);
}

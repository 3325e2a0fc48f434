import type * as contract from '#contract/operator/payments.ts';
import type { Operator, Operators } from '#server/operator/access/operators.ts';
import { search } from '#server/operator/players/search.ts';

/** The filters of payments as `console.payments_where` takes them: a typed text becomes the players and the payments that it finds. */
export async function filtersOf(
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

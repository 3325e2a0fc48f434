import type { RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/caps.ts';
import { betTypes, type BetName } from '#domain/bet-types.ts';
import { Refusal } from '#server/http/refusal.ts';
import { actAndTell, type Acted, type Operator, type Operators } from '#server/operator/access/operators.ts';

function codeOf(name: BetName | null | undefined): number | null {
  return name == null ? null : betTypes[name].code;
}

interface Lowered {
  readonly outcome: 'lowered' | 'not_lower' | 'not_on_sale';
  readonly amount: number;
}

/** Lowers a cap, at once. @throws Refusal conflict where it would not be lower, or the draw is not on sale */
export async function lowerCap(
  operators: Operators,
  { session }: Operator,
  { draw = null, name, measure, amount, reason }: RequestOf<typeof contract.lowerCap>['body'],
): Promise<Acted<{ readonly amount: number }>> {
  return actAndTell(operators, async (tx) => {
    const [row] = await tx.query<Lowered>('select outcome, amount from console.lower_cap($1, $2, $3, $4, $5, $6)', [
      session,
      draw,
      codeOf(name),
      measure,
      amount,
      reason,
    ]);
    const lowered = row!;
    if (lowered.outcome === 'lowered') return { amount };
    throw new Refusal('conflict', {
      detail: ({ operators: says, francs }) =>
        lowered.outcome === 'not_on_sale' ? says.cap.notOnSale : says.cap.notLower(francs(lowered.amount)),
    });
  });
}

import type { RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/exposure.ts';
import { askFor, type AskedFor } from '#server/operator/acts/ask-for.ts';
import type { Operator, Operators } from '#server/operator/door/operators.ts';
import { listExposures } from './read-exposure.ts';

/** Asks for another reserve. @returns the request @throws Refusal as askFor */
export async function askForReserve(
  operators: Operators,
  operator: Operator,
  { amount, reason, signature }: RequestOf<typeof contract.changeReserve>['body'],
): Promise<AskedFor> {
  const { reserve } = await listExposures(operators, operator);
  const number = reserve?.number ?? 0;
  return askFor(
    operators,
    operator,
    {
      kind: 'reserve',
      subject: `reserve ${number + 1}`,
      newValues: { amount },
      oldValues: { number, amount: reserve?.amount ?? null },
      reason,
    },
    signature,
  );
}

import { Refusal } from '#server/http/refusal.ts';
import type { Origin } from '#server/identity/security-log.ts';
import { actAs, type Operator, type Operators } from '#server/operator/door/operators.ts';
import { recordAct } from '#server/operator/door/record-act.ts';

/** Signs a client out everywhere. @returns how many sessions ended @throws Refusal not_found */
export async function endClientSessions(
  operators: Operators,
  operator: Operator,
  clientId: number,
  reason: string,
  origin: Origin,
): Promise<number> {
  const ended = await actAs(operators, async (tx) => {
    const [row] = await tx.query<{ ended: number | null }>('select console.end_sessions($1, $2, $3) as ended', [
      operator.session,
      clientId,
      reason,
    ]);
    if (row!.ended === null) throw new Refusal('not_found');
    await recordAct(operators, tx, operator, clientId, 'sessions_ended', origin);
    return row!.ended;
  });
  operators.identity.forget(clientId);
  return ended;
}

import { originOf } from '#server/identity/security-log/security-log.ts';
import { callAct } from '#server/operator/access/call-act.ts';
import type { Acted, Operator, Operators } from '#server/operator/access/operators.ts';
import type { DatabaseFunction } from '#server/operator/access/reads.ts';
import type { FastifyRequest } from 'fastify';

interface PlayerCall {
  readonly operator: Operator;
  readonly params: { readonly id: number };
  readonly request: FastifyRequest;
}

/**
 * Calls a function that acts on a player and records it for operators and for the player, and lets a line of the process log follow.
 *
 * @param act its name in the audit
 * @param values what the function takes behind the session and the player
 * @throws Refusal not_found, read_first
 */
export async function actOnPlayer<T extends object>(
  operators: Operators,
  { operator, params: { id: clientId }, request }: PlayerCall,
  act: string,
  sql: DatabaseFunction,
  values: readonly unknown[],
  answer: (value: never) => T,
): Promise<Acted<T>> {
  const { security, forget } = operators.identity;
  const done = await callAct(operators, sql, [operator.session, clientId, ...values], (value: never, tx) => {
    const detail = { operator: operator.name, act };
    security.follow(tx, originOf(request), { clientId, kind: 'operator_acted', detail });
    return answer(value);
  });
  forget(clientId);
  return done;
}

import type { Transaction } from '#database/connect.ts';
import type { Origin } from '#server/identity/security-log/security-log.ts';
import type { Operator, Operators } from './operators.ts';

/** The client sees that something was done, and when; the operators' audit has the rest. */
export function recordAct(
  { identity }: Operators,
  tx: Transaction,
  operator: Operator,
  clientId: number,
  act: string,
  origin: Origin,
): Promise<void> {
  return identity.security.record(tx, origin, {
    clientId,
    kind: 'operator_acted',
    detail: { operator: operator.name, act },
  });
}

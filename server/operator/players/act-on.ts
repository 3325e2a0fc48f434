import type { Transaction } from '#database/connect.ts';
import { actAndTell, actAs, type Acted, type Operators } from '#server/operator/access/operators.ts';
import { orNotFound } from '#server/operator/access/reads.ts';

/**
 * Looks at a player or prepares an act on one, in a transaction of its own.
 *
 * @throws Refusal not_found without such a player, not_allowed; read_first while a note has to be opened before an act
 */
export function actOn<T>(operators: Operators, act: (tx: Transaction) => Promise<T>): Promise<T> {
  return orNotFound(actAs(operators, act));
}

/** Acts on a player, in a transaction of its own, and says which line of the audit that left. @throws Refusal as `actOn` */
export function actOnAndTell<T extends object>(
  operators: Operators,
  act: (tx: Transaction) => Promise<T>,
): Promise<Acted<T>> {
  return orNotFound(actAndTell(operators, act));
}

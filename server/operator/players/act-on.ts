import type { Transaction } from '#database/connect.ts';
import { Refusal } from '#server/http/refusal.ts';
import { actAndTell, actAs, type Acted, type Operators } from '#server/operator/door/operators.ts';

/** The SQLSTATE with which the database answers where there is no such player. */
const noDataFound = 'P0002';

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

async function orNotFound<T>(done: Promise<T>): Promise<T> {
  try {
    return await done;
  } catch (error) {
    if ((error as { code?: unknown }).code === noDataFound) throw new Refusal('not_found', { cause: error });
    throw error;
  }
}

/** The rows of one function of the database. */
export function callFor<Row extends object>(
  operators: Operators,
  name: `console.${string}`,
  values: readonly unknown[],
): Promise<Row[]> {
  const places = values.map((_, index) => `$${index + 1}`).join(', ');
  return actOn(operators, (tx) => tx.query<Row>(`select * from ${name}(${places})`, [...values]));
}

/** The one value that a function of the database returns. */
export async function callForOne<T>(
  operators: Operators,
  name: `console.${string}`,
  values: readonly unknown[],
): Promise<T> {
  const [row] = await callFor<{ value: T }>(operators, name, values);
  return Object.values(row!)[0] as T;
}

import type { OperatorRole } from '#contract/operator/roles.ts';
import type { Database, Queryable, Transaction } from '#database/connect.ts';
import type { DocumentKeys } from '#server/identity/documents/document-keys.ts';
import type { Identity } from '#server/identity/identity.ts';
import { Refusal } from '#server/http/refusal.ts';

/** The dependencies of the operators' services. */
export interface Operators {
  readonly db: Database;
  readonly identity: Identity;
  readonly documents: DocumentKeys;
  /** The origin of the console, where operators sign. */
  readonly consoleUrl: () => string;
}

/** The operator who calls. */
export interface Operator {
  readonly id: number;
  readonly name: string;
  readonly roles: readonly OperatorRole[];
  /** Shown to the database with every act, which looks itself whose it is. */
  readonly session: string;
}

/** The operator with this token; null for an unknown one, and for one who was disabled. */
export async function findOperator(db: Queryable, session: string): Promise<Operator | null> {
  const [row] = await db.query<Omit<Operator, 'session'>>('select id, name, roles from console.operator_of($1)', [
    session,
  ]);
  return row ? { ...row, session } : null;
}

/** The SQLSTATE with which the database refuses an operator who lost the role since the call came in. */
const insufficientPrivilege = '42501';

/** Runs an act in a transaction of its own. @throws Refusal not_allowed when the database refuses the operator */
export async function actAs<T>({ db }: Pick<Operators, 'db'>, act: (tx: Transaction) => Promise<T>): Promise<T> {
  try {
    return await db.transact(act);
  } catch (error) {
    if ((error as { code?: unknown }).code === insufficientPrivilege)
      throw new Refusal('not_allowed', { cause: error });
    throw error;
  }
}

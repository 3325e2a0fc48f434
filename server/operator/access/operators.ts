import { may, type Right } from '#contract/operator/rights.ts';
import type { OperatorRole } from '#contract/operator/roles.ts';
import type { Database, Transaction } from '#database/connect.ts';
import type { BeaconChain } from '#domain/fair-draw/beacon.ts';
import type { DocumentKeys } from '#server/identity/documents/document-keys.ts';
import type { Identity } from '#server/identity/identity.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { About } from '#server/operator-work/about.ts';

/** The dependencies of the operators' services. */
export interface Operators {
  /** Connects as `izi_console`, which may only call functions of the schema console. */
  readonly db: Database;
  /** For reads that may miss what was written a moment ago: a standby, where there is one. */
  readonly readDb: Database;
  /** For reports, whose statements may take half a minute. It has few connections, so that reports leave most of the database to others. */
  readonly reportDb: Database;
  readonly identity: Pick<Identity, 'security' | 'personKey' | 'factorKeys' | 'commonPasswords' | 'forget'>;
  readonly documents: DocumentKeys;
  readonly mode: 'demo' | 'production';
  /** Where operators reach the console: passkeys belong to its host, and writes come from nowhere else. */
  readonly consoleUrl: () => string;
  /** The time zone of the timetable; the console shows times in it. */
  readonly timeZone: string;
  /** The software of this console. */
  readonly about: () => Promise<About>;
  /** The beacons that draws are verified with. */
  readonly beaconChains: readonly BeaconChain[];
}

/** The operator who calls. */
export interface Operator {
  readonly id: number;
  readonly name: string;
  readonly roles: readonly OperatorRole[];
  readonly demo: boolean;
  /** The secret of the session. It is shown to the database with every act, which looks itself whose it is. */
  readonly session: string;
}

/** Refuses an operator without a right, where the call's own roles are not all that it asks for. A refusal is a line of the audit. */
export async function requireRight(
  { db }: Pick<Operators, 'db'>,
  { roles, session }: Operator,
  right: Right,
  call: string,
): Promise<void> {
  if (may(roles, right)) return;
  await db.query('select console.note_refusal($1, $2, $3)', [session, call, 'role']);
  throw new Refusal('not_allowed');
}

/** The SQLSTATE with which the database refuses an operator who lost the session or the role since the call came in. */
const insufficientPrivilege = '42501';

/** The result of an act, and the number of its line in the audit: null where it changed nothing. */
export type Acted<T> = T & { readonly audit: number | null };

/** Runs an act in a transaction of its own, and says which line of the audit it left. @throws Refusal as `actAs` */
export function actAndTell<T extends object>(
  operators: Pick<Operators, 'db'>,
  act: (tx: Transaction) => Promise<T>,
): Promise<Acted<T>> {
  return actAs(operators, async (tx) => {
    const done = await act(tx);
    const [line] = await tx.query<{ audit: number | null }>(
      `select nullif(current_setting('console.line', true), '')::bigint as audit`,
    );
    return { ...done, audit: line!.audit };
  });
}

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

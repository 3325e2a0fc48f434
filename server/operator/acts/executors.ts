import type { Transaction } from '#database/connect.ts';
import type { Identity } from '#server/identity/identity.ts';
import type { Origin } from '#server/identity/security-log.ts';
import { startReset } from '#server/identity/started-reset.ts';

/** What two operators have signed, as it is stored. */
export interface ApprovedRequest {
  readonly id: string;
  readonly number: number;
  readonly kind: string;
  readonly subject: string;
  readonly newValues: Readonly<Record<string, unknown>>;
  readonly oldValues: Readonly<Record<string, unknown>>;
  readonly reason: string;
  readonly evidence: string | null;
  /** Names of operators. */
  readonly askedBy: string;
  readonly approvedBy: string;
}

/**
 * Carries out one kind of request, in the transaction `tx` and from the stored row alone. What it calls in the database begins
 * with `console.require_approved` and ends with `console.finish_request`. A request that cannot be carried out throws: a
 * `Refusal`, or a `raise` of the database, whose sentence the operators read.
 */
export type Executor = (tx: Transaction, request: ApprovedRequest) => Promise<void>;

/** By kind. */
export type Executors = Readonly<Record<string, Executor>>;

/** What carrying out needs besides the database. */
export interface ExecutorDeps {
  readonly identity: Pick<Identity, 'sending' | 'security' | 'forget'>;
}

/** Every kind that two operators can have done. A kind of the table `console.kind` has its line here. */
export function createExecutors({ identity }: ExecutorDeps): Executors {
  const ofClient =
    (act: Executor): Executor =>
    async (tx, request) => {
      await act(tx, request);
      const clientId = clientOf(request);
      await identity.security.record(tx, fromWorker, {
        clientId,
        kind: 'operator_acted',
        detail: { operator: request.approvedBy, act: request.kind },
      });
      tx.afterCommit(() => identity.forget(clientId));
    };

  return {
    start_reset: ofClient(async (tx, request) => {
      await tx.query(`select console.require_approved($1, 'start_reset')`, [request.id]);
      await startReset(identity, tx, clientOf(request), fromWorker);
      await tx.query('select console.finish_request($1)', [request.id]);
    }),
    lift_undo: ofClient(bySql('console.execute_lift_undo')),
    clear_match: ofClient(bySql('console.execute_clear_match')),
    operator_add: bySql('console.execute_operator_add'),
    operator_roles: bySql('console.execute_operator_roles'),
    operator_passkey: bySql('console.execute_operator_passkey'),
    start_sales: bySql('console.execute_start_sales'),
    call_off_draw: bySql('console.execute_call_off_draw'),
    timetable: bySql('console.execute_timetable'),
  };
}

/** A kind that a function of the database carries out whole. @param name of a function that takes the request's id */
export function bySql(name: `console.execute_${string}`): Executor {
  return async (tx, { id }) => void (await tx.query(`select ${name}($1)`, [id]));
}

/** No caller: what is carried out comes from no network. */
const fromWorker: Origin = { address: 'operators', userAgent: undefined };

/** The client whom a request is about. @throws Error for another subject */
export function clientOf({ subject }: Pick<ApprovedRequest, 'subject'>): number {
  const id = /^client (\d{1,15})$/.exec(subject)?.[1];
  if (id === undefined) throw new Error(`"${subject}" is no client`);
  return Number(id);
}

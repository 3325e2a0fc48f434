import type { Transaction } from '#database/connect.ts';

/** A request that two operators have signed, as it is stored. */
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
 * with `console.require_approved` and ends with `console.finish_request`, which no process may call by itself. A request that cannot be carried out throws: a
 * `Refusal`, or a `raise` of the database, whose sentence the operators read.
 */
export type Executor = (tx: Transaction, request: ApprovedRequest) => Promise<void>;

import type { AnswerOf, RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/acts.ts';
import type { Transaction } from '#database/connect.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { Origin } from '#server/identity/security-log/security-log.ts';
import { startReset } from '#server/identity/passwords/started-reset.ts';
import { actAs, type Operator, type Operators } from '#server/operator/door/operators.ts';
import { recordAct } from '#server/operator/door/record-act.ts';

export type RequestKind = AnswerOf<typeof contract.listRequests>['data'][number]['kind'];

/** Asks for an act that another operator has to approve. @returns the request's id @throws Refusal not_found */
export function askFor(
  operators: Operators,
  { session }: Operator,
  kind: RequestKind,
  clientId: number,
  reason: string,
): Promise<string> {
  return actAs(operators, async (tx) => {
    const [row] = await tx.query<{ id: string | null }>('select console.ask($1, $2, $3, $4) as id', [
      session,
      kind,
      clientId,
      reason,
    ]);
    if (row!.id === null) throw new Refusal('not_found');
    return row!.id;
  });
}

interface RequestRow {
  readonly id: string;
  readonly kind: RequestKind;
  readonly client_id: number;
  readonly reason: string;
  readonly asked_by: string;
  readonly asked_at: Date;
  readonly expires_at: Date;
  readonly own: boolean;
}

/** What waits to be approved, the oldest first. */
export async function listRequests(
  operators: Operators,
  { session }: Operator,
): Promise<AnswerOf<typeof contract.listRequests>['data']> {
  const rows = await actAs(operators, (tx) =>
    tx.query<RequestRow>('select * from console.list_requests($1)', [session]),
  );
  return rows.map(({ client_id, asked_by, asked_at, expires_at, ...request }) => ({
    ...request,
    clientId: client_id,
    askedBy: asked_by,
    askedAt: asked_at.toISOString(),
    expiresAt: expires_at.toISOString(),
  }));
}

interface EndedRow {
  readonly outcome: 'approved' | 'refused' | 'not_there' | keyof typeof inTheWay;
  readonly kind: RequestKind;
  readonly client_id: number;
}

const inTheWay = {
  over: 'This request has ended, or its time is over.',
  own: 'You have asked for this. Somebody else has to approve it.',
  too_new: 'A new operator approves nothing for a day.',
} as const;

/**
 * Approves a request and carries it out in the same transaction, or refuses it.
 *
 * @throws Refusal not_found; conflict when it has ended, was asked for by this operator, or is of no use any more; rate_limited,
 *   messages_stopped when a code cannot be sent now
 */
export async function decideRequest(
  operators: Operators,
  operator: Operator,
  id: string,
  { decision, reason }: RequestOf<typeof contract.decideRequest>['body'],
  origin: Origin,
): Promise<'approved' | 'refused'> {
  const { outcome, client_id } = await actAs(operators, async (tx) => {
    const ended = await endRequest(tx, operator, id, decision === 'approve', reason);
    if (ended.outcome === 'not_there') throw new Refusal('not_found');
    if (isInTheWay(ended.outcome)) throw new Refusal('conflict', { detail: inTheWay[ended.outcome] });
    if (ended.outcome === 'approved') {
      if (ended.kind === 'start_reset') await startReset(operators.identity, tx, ended.client_id, origin);
      await recordAct(operators, tx, operator, ended.client_id, ended.kind, origin);
    }
    return { outcome: ended.outcome, client_id: ended.client_id };
  });
  operators.identity.forget(client_id);
  return outcome;
}

/** The SQLSTATE for a match or an undo that is not there any more. */
const nothingToLift = 'P0002';

async function endRequest(
  tx: Transaction,
  { session }: Operator,
  id: string,
  isApproved: boolean,
  reason: string,
): Promise<EndedRow> {
  try {
    const [row] = await tx.query<EndedRow>('select outcome, kind, client_id from console.end_request($1, $2, $3, $4)', [
      session,
      id,
      isApproved,
      reason,
    ]);
    return row!;
  } catch (error) {
    if ((error as { code?: unknown }).code !== nothingToLift) throw error;
    throw new Refusal('conflict', { detail: 'There is nothing to lift any more. Refuse the request.' });
  }
}

function isInTheWay(outcome: string): outcome is keyof typeof inTheWay {
  return Object.hasOwn(inTheWay, outcome);
}

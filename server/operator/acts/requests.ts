import type { AnswerOf, RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/acts.ts';
import { toPage, defaultLimit, readCursor } from '#server/http/paging.ts';
import { Refusal } from '#server/http/refusal.ts';
import { actAndTell, actAs, type Acted, type Operator, type Operators } from '#server/operator/door/operators.ts';
import type { OperatorWords } from '#server/words/en/operators.ts';
import { operatorsIn, type Language } from '#server/words/languages.ts';
import { signatureNeeded, unmet } from './ask-for.ts';
import { useChallenge } from './challenge.ts';

type Listed = AnswerOf<typeof contract.listRequests>['data'][number];

interface ListedRow {
  readonly id: string;
  readonly number: number;
  readonly kind: string;
  readonly subject: string;
  readonly status: Listed['status'];
  readonly reason: string;
  readonly asked_by: string;
  readonly asked_at: Date;
  readonly expires_at: Date;
  readonly ended_at: Date | null;
  readonly own: boolean;
}

/** A page of requests. */
export async function listRequests(
  operators: Operators,
  { session }: Operator,
  { whose, kind, status, subject, cursor, limit = defaultLimit }: RequestOf<typeof contract.listRequests>['query'],
): Promise<AnswerOf<typeof contract.listRequests>> {
  const rows = await actAs(operators, (tx) =>
    tx.query<ListedRow>('select * from console.list_requests($1, $2, $3, $4, $5, $6, $7)', [
      session,
      whose,
      kind ?? null,
      status ?? null,
      subject ?? null,
      readCursor(cursor, /^\d{1,15}$/),
      limit + 1,
    ]),
  );
  return toPage(rows, limit, presentListed, ({ number }) => String(number));
}

function presentListed(row: ListedRow): Listed {
  const { id, number, kind, subject, status, reason, own } = row;
  return {
    id,
    number,
    kind,
    subject,
    status,
    reason,
    askedBy: row.asked_by,
    askedAt: row.asked_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    own,
  };
}

type Opened = AnswerOf<typeof contract.getRequest>['data'];

interface OpenedRow extends ListedRow {
  readonly new_values: Opened['newValues'];
  readonly old_values: Opened['oldValues'];
  readonly evidence: string | null;
  readonly act: Buffer | null;
  readonly asked_with: string | null;
  readonly unsigned: Opened['unsigned'];
  readonly approved_by: string | null;
  readonly approved_at: Date | null;
  readonly approved_because: string | null;
  readonly ended_by: string | null;
  readonly ended_because: string | null;
  readonly may_approve: boolean;
}

interface EventRow {
  readonly number: number;
  readonly at: Date;
  readonly who: string;
  readonly act: string;
  readonly reason: string | null;
}

/** One request as it stands now. @throws Refusal not_found */
export function openRequest(
  operators: Operators,
  { session }: Operator,
  id: string,
  language: Language,
): Promise<Opened> {
  return actAs(operators, async (tx) => {
    const [row] = await tx.query<OpenedRow>('select * from console.open_request($1, $2)', [session, id]);
    if (!row) throw new Refusal('not_found');
    const demands = await tx.query<Opened['demands'][number]>('select * from console.request_demands($1, $2)', [
      session,
      id,
    ]);
    const events = await tx.query<EventRow>('select * from console.request_events($1, $2)', [session, id]);
    return {
      ...presentListed(row),
      newValues: row.new_values,
      oldValues: row.old_values,
      evidence: row.evidence,
      act: row.act?.toString('hex') ?? null,
      askedWith: row.asked_with,
      unsigned: row.unsigned,
      approvedBy: row.approved_by,
      approvedAt: row.approved_at?.toISOString() ?? null,
      approvedBecause: row.approved_because,
      endedBy: row.ended_by,
      endedBecause: row.ended_because,
      mayApprove: row.may_approve,
      demands: demands.map(({ demand, met }) => ({ demand: operatorsIn(language).demand(demand), met })),
      events: events.map((event) => ({ ...event, at: event.at.toISOString() })),
    };
  });
}

type Decision = RequestOf<typeof contract.decideRequest>['body'];
type Status = AnswerOf<typeof contract.decideRequest>['data']['status'];

/**
 * Approves, refuses or withdraws a request. What is approved is carried out by the worker.
 *
 * @throws Refusal signature_needed with the bytes to sign; not_found; not_allowed; conflict when the request is over, is one's
 *   own or somebody else's, or a demand is not met; challenge_over, passkey_unknown, passkey_refused
 */
export async function decideRequest(
  operators: Operators,
  operator: Operator,
  id: string,
  decision: Decision,
): Promise<Acted<{ readonly status: Status }>> {
  switch (decision.decision) {
    case 'approve':
      return approve(operators, operator, id, decision);
    case 'refuse':
      return end(operators, operator, id, 'refused', decision.reason);
    case 'withdraw':
      return end(operators, operator, id, 'withdrawn', decision.reason);
  }
}

type InTheWay =
  | keyof Pick<OperatorWords['request'], 'over' | 'own' | 'not_own' | 'too_new' | 'asker'>
  | 'not_there'
  | 'unmet'
  | 'challenge_over';

async function approve(
  operators: Operators,
  { session }: Operator,
  id: string,
  { reason, signature }: Decision,
): Promise<Acted<{ readonly status: 'approved' }>> {
  if (signature === undefined) {
    const [prepared] = await actAs(operators, (tx) =>
      tx.query<{ outcome: 'sign' | 'demo' | InTheWay; detail: string | null; act: Buffer }>(
        'select * from console.prepare_approval($1, $2)',
        [session, id],
      ),
    );
    const { outcome, detail, act } = prepared!;
    if (outcome === 'sign') throw await signatureNeeded(operators, session, act);
    if (outcome !== 'demo') throw refusalOf(outcome, detail);
  } else {
    await useChallenge(operators, session, 'approve', signature);
  }
  return actAndTell(operators, async (tx) => {
    const [row] = await tx.query<{ outcome: 'approved' | InTheWay; detail: string | null }>(
      'select * from console.approve_request($1, $2, $3, $4)',
      [session, id, reason, signature === undefined ? null : JSON.stringify(signature)],
    );
    const { outcome, detail } = row!;
    if (outcome !== 'approved') throw refusalOf(outcome, detail);
    return { status: outcome };
  });
}

function end(
  operators: Operators,
  { session }: Operator,
  id: string,
  verdict: 'refused' | 'withdrawn',
  reason: string,
): Promise<Acted<{ readonly status: 'refused' | 'withdrawn' }>> {
  return actAndTell(operators, async (tx) => {
    const [row] = await tx.query<{ outcome: typeof verdict | InTheWay }>(
      'select console.end_request($1, $2, $3, $4) as outcome',
      [session, id, verdict, reason],
    );
    const { outcome } = row!;
    if (outcome !== verdict) throw refusalOf(outcome as InTheWay, null);
    return { status: verdict };
  });
}

function refusalOf(outcome: InTheWay, detail: string | null): Refusal {
  switch (outcome) {
    case 'not_there':
      return new Refusal('not_found');
    case 'challenge_over':
      return new Refusal('challenge_over');
    case 'unmet':
      return unmet(detail!);
    default:
      return new Refusal('conflict', { detail: ({ operators: says }) => says.request[outcome] });
  }
}

import type { AnswerOf, RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/acts.ts';
import { Refusal } from '#server/http/refusal.ts';
import { callAct, conflict } from '#server/operator/access/call-act.ts';
import { actAndTell, type Acted, type Operator, type Operators } from '#server/operator/access/operators.ts';
import { callFor, rowOf } from '#server/operator/access/reads.ts';
import type { OperatorWords } from '#server/words/en/operators.ts';
import { signatureNeeded, unmet } from './ask-for.ts';
import { useChallenge } from './challenge.ts';

type Decision = RequestOf<typeof contract.decideRequest>['body'];
type Status = AnswerOf<typeof contract.decideRequest>['data']['status'];

/**
 * Approves, refuses or withdraws a request. What is approved is carried out by the worker.
 *
 * @throws Refusal signature_needed with the bytes to sign; not_found; not_allowed; conflict when the request is over, is one's
 *   own or somebody else's, or a check is not met; challenge_over, passkey_unknown, passkey_refused
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
    const [prepared] = await callFor<{ outcome: 'sign' | 'demo' | InTheWay; detail: string | null; act: Buffer }>(
      operators,
      'console.prepare_approval',
      [session, id],
    );
    const { outcome, detail, act } = prepared!;
    if (outcome === 'sign') throw await signatureNeeded(operators, session, act);
    if (outcome !== 'demo') throw refusalOf(outcome, detail);
  } else {
    await useChallenge(operators, session, 'approve', signature);
  }
  return actAndTell(operators, async (tx) => {
    const values = [session, id, reason, signature && JSON.stringify(signature)];
    const row = await rowOf<{ outcome: 'approved' | InTheWay; detail: string | null }>(
      tx,
      'console.approve_request',
      values,
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
  const values = [session, id, verdict, reason];
  return callAct(operators, 'console.end_request', values, (outcome: typeof verdict | InTheWay) => {
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
      return conflict((says) => says.request[outcome]);
  }
}

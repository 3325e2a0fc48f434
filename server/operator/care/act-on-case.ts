import type { RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/care.ts';
import { Refusal } from '#server/http/refusal.ts';
import { callAct } from '#server/operator/access/call-act.ts';
import type { Acted, Operator, Operators } from '#server/operator/access/operators.ts';
import type { OperatorWords } from '#server/words/en/operators.ts';

/** Calls a function that acts; it answers with null or false where it is a moment too late. @throws Refusal conflict */
function act(
  operators: Operators,
  name: `console.${string}`,
  values: readonly unknown[],
  tooLate: (says: OperatorWords['care']) => string,
): Promise<Acted<{ readonly value: number | true }>> {
  return callAct(operators, name, values, (value: number | boolean | null) => {
    if (value === null || value === false)
      throw new Refusal('conflict', { detail: ({ operators: says }) => tooLate(says.care) });
    return { value };
  });
}

/** @returns the case @throws Refusal not_found, read_first; conflict where the player has an open one */
export async function createCareCase(
  operators: Operators,
  { session }: Operator,
  { clientId, reason }: RequestOf<typeof contract.createCareCase>['body'],
): Promise<Acted<{ readonly id: number }>> {
  const values = [session, clientId, reason, operators.timeZone];
  const { value, audit } = await act(operators, 'console.create_care_case', values, (says) => says.hasOpen);
  return { id: Number(value), audit };
}

/** @throws Refusal not_found, read_first; conflict where this contact is there already, or the case is closed */
export async function noteCareContact(
  operators: Operators,
  { session }: Operator,
  id: number,
  { number, way, reached, text }: RequestOf<typeof contract.noteCareContact>['body'],
): Promise<Acted<{ readonly number: number }>> {
  const values = [session, id, number, way, reached, text];
  const { audit } = await act(operators, 'console.note_care_contact', values, (says) => says.closedOrNoted);
  return { number, audit };
}

/** @throws Refusal not_found, read_first; conflict where it is closed, or nobody of support or compliance has the name */
export async function assignCareCase(
  operators: Operators,
  { session }: Operator,
  id: number,
  to: string,
): Promise<Acted<{ readonly assignedTo: string }>> {
  const { audit } = await act(operators, 'console.assign_care_case', [session, id, to], (says) => says.closedOrNobody);
  return { assignedTo: to, audit };
}

type Closing = RequestOf<typeof contract.closeCareCase>['body'];

/** @throws Refusal not_found, read_first; conflict where it is closed */
export async function closeCareCase(
  operators: Operators,
  { session }: Operator,
  id: number,
  { outcome, reason }: Closing,
): Promise<Acted<Pick<Closing, 'outcome'>>> {
  const values = [session, id, outcome, reason];
  const { audit } = await act(operators, 'console.close_care_case', values, (says) => says.closed);
  return { outcome, audit };
}

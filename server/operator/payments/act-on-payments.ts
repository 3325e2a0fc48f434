import type { RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/payments.ts';
import { Refusal } from '#server/http/refusal.ts';
import { callAct } from '#server/operator/access/call-act.ts';
import type { Acted, Operator, Operators } from '#server/operator/access/operators.ts';
import type { OperatorWords } from '#server/words/en/operators.ts';
import { operatorsIn } from '#server/words/languages.ts';

/** The database's reasons against an act. */
type InTheWay = keyof OperatorWords['payment'];

type Outcome<W extends string> = Acted<{ readonly outcome: W }>;

/** Does one act by a function of the database that answers with a word. @throws Refusal not_found, conflict, not_allowed */
function act<W extends string>(
  operators: Operators,
  name: `console.${string}`,
  values: readonly unknown[],
): Promise<Outcome<W>> {
  return callAct(operators, name, values, (outcome: W | 'not_there' | InTheWay) => {
    if (outcome === 'not_there') throw new Refusal('not_found');
    if (isInTheWay(outcome)) throw new Refusal('conflict', { detail: ({ operators: says }) => says.payment[outcome] });
    return { outcome };
  });
}

function isInTheWay(outcome: string): outcome is InTheWay {
  return Object.hasOwn(operatorsIn('en').payment, outcome);
}

/** Has the worker ask the provider now. @throws Refusal not_found; conflict for a paid and for a held one */
export function askProvider(operators: Operators, { session }: Operator, id: string): Promise<Outcome<'asked'>> {
  return act(operators, 'console.ask_provider', [session, id]);
}

/** Lets a held withdrawal go. @throws Refusal not_found; conflict where it is not held, or takes two */
export function releaseWithdrawal(
  operators: Operators,
  { session }: Operator,
  id: string,
  reason: string,
): Promise<Outcome<'released'>> {
  return act(operators, 'console.release_withdrawal', [session, id, reason]);
}

/** Refuses a held withdrawal. @throws Refusal not_found; conflict where it is not held */
export function refuseWithdrawal(
  operators: Operators,
  { session }: Operator,
  id: string,
  { reason, told }: RequestOf<typeof contract.refuseWithdrawal>['body'],
): Promise<Outcome<'refused'>> {
  return act(operators, 'console.refuse_withdrawal', [session, id, reason, told]);
}

/** @throws Refusal not_found for an unknown operator or account */
export function noteOwnAccount(
  operators: Operators,
  { session }: Operator,
  clientId: number,
  { operator, reason }: RequestOf<typeof contract.noteOwnAccount>['body'],
): Promise<Outcome<'noted'>> {
  return act(operators, 'console.note_own_account', [session, operator, clientId, reason]);
}

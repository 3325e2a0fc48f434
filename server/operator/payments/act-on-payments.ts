import type { RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/payments.ts';
import { Refusal } from '#server/http/refusal.ts';
import { askFor } from '#server/operator/acts/ask-for.ts';
import { actAs, type Operator, type Operators } from '#server/operator/door/operators.ts';
import { openPayment } from './open-payment.ts';

/** What the database says is in the way of an act, in a sentence. */
const inTheWay = {
  paid: 'A paid withdrawal is final: there is nothing to ask.',
  held: 'It is held, so its provider has not heard of it.',
  not_held: 'This withdrawal is not held.',
  decided: 'Somebody has decided about this withdrawal already.',
  payouts_wait: 'The withdrawals of this player wait, because how they sign in was changed.',
  own: 'This account is your own.',
  takes_two: 'With this one the player would withdraw more than 1,000,000 XOF in 24 hours: that takes two. Ask for it.',
} as const;

/** Does one act by a function of the database that answers with a word. @throws Refusal not_found, conflict, not_allowed */
async function act(operators: Operators, sql: string, params: readonly unknown[]): Promise<void> {
  const [row] = await actAs(operators, (tx) => tx.query<{ outcome: string }>(`select ${sql} as outcome`, [...params]));
  const { outcome } = row!;
  if (outcome === 'not_there') throw new Refusal('not_found');
  if (isInTheWay(outcome)) throw new Refusal('conflict', { detail: inTheWay[outcome] });
}

function isInTheWay(outcome: string): outcome is keyof typeof inTheWay {
  return Object.hasOwn(inTheWay, outcome);
}

/** Has the worker ask the provider now. @throws Refusal not_found; conflict for a paid and for a held one */
export async function askProvider(operators: Operators, { session }: Operator, id: string): Promise<'asked'> {
  await act(operators, 'console.ask_provider($1, $2)', [session, id]);
  return 'asked';
}

/** Lets a held withdrawal go. @throws Refusal not_found; conflict where it is not held, or takes two */
export async function releaseWithdrawal(
  operators: Operators,
  { session }: Operator,
  id: string,
  reason: string,
): Promise<'released'> {
  await act(operators, 'console.release_withdrawal($1, $2, $3)', [session, id, reason]);
  return 'released';
}

/** Refuses a held withdrawal. @throws Refusal not_found; conflict where it is not held */
export async function refuseWithdrawal(
  operators: Operators,
  { session }: Operator,
  id: string,
  { reason, told }: RequestOf<typeof contract.refuseWithdrawal>['body'],
): Promise<'refused'> {
  await act(operators, 'console.refuse_withdrawal($1, $2, $3, $4)', [session, id, reason, told]);
  return 'refused';
}

/** @returns the request's id @throws Refusal as `askFor` does, and not_found */
export async function askToRelease(
  operators: Operators,
  operator: Operator,
  id: string,
  { reason, signature }: RequestOf<typeof contract.askToReleaseWithdrawal>['body'],
): Promise<string> {
  const { status, amount, clientId, review } = await openPayment(operators, operator, id);
  const oldValues = { status, amount, client: clientId, withdrawnInADay: review?.withdrawnInADay ?? 0 };
  const newValues = { verdict: 'released' };
  return askFor(
    operators,
    operator,
    { kind: 'release_withdrawal', subject: `payment ${id}`, newValues, oldValues, reason },
    signature,
  );
}

/** @returns the request's id @throws Refusal as `askFor` does, and not_found */
export async function askToDecide(
  operators: Operators,
  operator: Operator,
  id: string,
  { reason, signature, evidence, seen, status, refunded }: RequestOf<typeof contract.askToDecidePayment>['body'],
): Promise<string> {
  const { amount, clientId } = await openPayment(operators, operator, id);
  const newValues = { status, ...(status === 'refunded' && { refunded: refunded ?? amount }) };
  const oldValues = { status: seen, amount, client: clientId };
  return askFor(
    operators,
    operator,
    { kind: 'decide_payment', subject: `payment ${id}`, newValues, oldValues, reason, evidence },
    signature,
  );
}

/** @returns the request's id @throws Refusal as `askFor` does */
export function askToAdjust(
  operators: Operators,
  operator: Operator,
  clientId: number,
  { reason, signature, ...newValues }: RequestOf<typeof contract.askToAdjust>['body'],
): Promise<string> {
  return askFor(
    operators,
    operator,
    { kind: 'adjust', subject: `client ${clientId}`, newValues, oldValues: {}, reason },
    signature,
  );
}

/** @throws Refusal not_found for an unknown operator or account */
export async function noteOwnAccount(
  operators: Operators,
  { session }: Operator,
  clientId: number,
  { operator, reason }: RequestOf<typeof contract.noteOwnAccount>['body'],
): Promise<'noted'> {
  await act(operators, 'console.note_own_account($1, $2, $3, $4)', [session, operator, clientId, reason]);
  return 'noted';
}

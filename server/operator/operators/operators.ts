import { createHash } from 'node:crypto';
import type { AnswerOf, RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/operators.ts';
import { Refusal } from '#server/http/refusal.ts';
import { callAct } from '#server/operator/access/call-act.ts';
import type { Operator, Operators } from '#server/operator/access/operators.ts';
import { newSecret } from '#server/operator/access/sessions.ts';

type Link = AnswerOf<typeof contract.inviteOperator>['data'];

/** Invites somebody, who can do nothing yet. @throws Refusal conflict where the name was used before */
export function inviteOperator(
  operators: Operators,
  { session }: Operator,
  { name, roles, reason }: RequestOf<typeof contract.inviteOperator>['body'],
): Promise<Link> {
  const token = newSecret();
  const values = [session, name, roles, hashOf(token), reason];
  return callAct(operators, 'console.invite', values, (expiresAt: Date | null) => {
    if (expiresAt === null)
      throw new Refusal('conflict', { detail: 'A name is used once, because the audit holds it.' });
    return linkTo(operators, token, expiresAt);
  });
}

/** Makes a new link for an operator. @throws Refusal not_found */
export function makeLink(operators: Operators, { session }: Operator, name: string, reason: string): Promise<Link> {
  const token = newSecret();
  const values = [session, name, hashOf(token), reason];
  return callAct(operators, 'console.renew_link', values, (expiresAt: Date | null) => {
    if (expiresAt === null) throw new Refusal('not_found');
    return linkTo(operators, token, expiresAt);
  });
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

function linkTo({ consoleUrl }: Operators, token: string, expiresAt: Date): Omit<Link, 'audit'> {
  return { link: `${consoleUrl()}/#join=${token}`, expiresAt: expiresAt.toISOString() };
}

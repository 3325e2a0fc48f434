import { createHash } from 'node:crypto';
import type { AnswerOf, RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/operators.ts';
import { readCursor } from '#server/http/paging.ts';
import { Refusal } from '#server/http/refusal.ts';
import { callAct, emptyIfFound } from '#server/operator/access/call-act.ts';
import type { Acted, Operator, Operators } from '#server/operator/access/operators.ts';
import { readPage } from '#server/operator/access/reads.ts';
import { newSecret } from '#server/operator/access/sessions.ts';

/** The operators, by name. The cursor is the name of the last one that was seen. */
export function listOperators(
  operators: Operators,
  { session }: Operator,
  { cursor, limit }: RequestOf<typeof contract.listOperators>['query'],
): Promise<AnswerOf<typeof contract.listOperators>> {
  const values = [session, readCursor(cursor, /^[a-z][a-z0-9.-]{1,39}$/)];
  return readPage(operators, 'console.list_operators', values, limit);
}

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

/** Takes a passkey away from an operator. @throws Refusal not_found */
export function removePasskey(
  operators: Operators,
  { session }: Operator,
  { name, id }: { readonly name: string; readonly id: string },
  reason: string,
): Promise<Acted<object>> {
  return callAct(operators, 'console.remove_passkey', [session, name, id, reason], emptyIfFound);
}

/** Lets another operator do nothing any more. @throws Refusal not_found */
export function disableOperator(
  operators: Operators,
  { session }: Operator,
  name: string,
  reason: string,
): Promise<Acted<object>> {
  return callAct(operators, 'console.disable_operator', [session, name, reason], emptyIfFound);
}

import * as v from 'valibot';
import * as calls from '#contract/calls/operator/operators.ts';
import { describeCalls } from '#contract/endpoint.ts';
import { instant, page, paging, uuid } from '#contract/values.ts';
import { passkeyOfOperator } from './door.ts';
import { operatorRoles } from './roles.ts';
import { acted, asked, asking, askingProblems, because, operatorName, reason, roleList } from './values.ts';

const describe = describeCalls('Operators', calls);

const named = v.object({ name: operatorName });
const approvers = ['compliance', 'admin'] as const;
const takesTwo = 'Compliance or another admin has to approve it within 24 hours.';

const operator = v.object({
  name: v.string(),
  roles: v.array(v.picklist(operatorRoles)),
  demo: v.boolean(),
  createdAt: instant,
  /** Since when the operator can sign in; null until two others have let them in. */
  activeAt: v.nullable(instant),
  disabledAt: v.nullable(instant),
  /** A new operator, one with new roles or a new passkey approves nothing for a day. */
  approvesFrom: instant,
  /** After five wrong tries. */
  lockedUntil: v.nullable(instant),
  password: v.picklist(['none', 'waiting', 'active']),
  /** How many are open. */
  sessions: v.number(),
  passkeys: v.array(passkeyOfOperator),
});

export const listOperators = describe('listOperators', {
  caller: 'operator',
  roles: ['compliance', 'auditor', 'admin'],
  summary: 'The operators, by name.',
  query: v.object({ ...paging }),
  answer: page(operator),
  problems: [],
});

const link = acted({ link: v.string(), expiresAt: instant });

export const inviteOperator = describe('inviteOperator', {
  caller: 'operator',
  roles: ['admin'],
  summary:
    'Invite somebody: a name with roles, and a link of 15 minutes to set passkeys. They can do nothing before two others have let them in. A name is used once (conflict).',
  body: v.strictObject({ name: operatorName, roles: roleList, reason }),
  answer: link,
  problems: ['conflict'],
});

export const makeOperatorLink = describe('makeOperatorLink', {
  caller: 'operator',
  roles: ['admin'],
  summary:
    'Make a new link for an operator, to set other passkeys: the last one was not used, or the devices are lost. What is set waits for two others.',
  params: named,
  body: because,
  answer: link,
  problems: ['not_found'],
});

export const askToLetIn = describe('askToLetIn', {
  caller: 'operator',
  roles: ['admin'],
  approvers,
  summary: `Ask to let an invited operator in, with the passkeys that they have set: compare the fingerprints with them. ${takesTwo}`,
  params: named,
  body: v.strictObject(asking),
  answer: asked,
  problems: [...askingProblems, 'not_found'],
});

export const askToChangeRoles = describe('askToChangeRoles', {
  caller: 'operator',
  roles: ['admin'],
  approvers,
  summary: `Ask to give an operator other roles. ${takesTwo}`,
  params: named,
  body: v.strictObject({ ...asking, roles: roleList }),
  answer: asked,
  problems: [...askingProblems, 'not_found'],
});

export const askForPasskeys = describe('askForPasskeys', {
  caller: 'operator',
  roles: ['admin'],
  approvers,
  summary: `Ask to let the passkeys count that an operator has set, or the password: compare the fingerprints with them. ${takesTwo}`,
  params: named,
  body: v.strictObject(asking),
  answer: asked,
  problems: [...askingProblems, 'not_found'],
});

export const removeOperatorPasskey = describe('removeOperatorPasskey', {
  caller: 'operator',
  roles: approvers,
  summary: 'Take a passkey away from an operator; it signs nothing any more.',
  params: v.object({ ...named.entries, id: uuid }),
  body: because,
  answer: acted({}),
  problems: ['not_found'],
});

export const disableOperator = describe('disableOperator', {
  caller: 'operator',
  roles: approvers,
  summary:
    'Let another operator do nothing any more, at once and for good. Their sessions end, and what they have asked for too.',
  params: named,
  body: because,
  answer: acted({}),
  problems: ['not_found'],
});

export const operatorsEndpoints = [
  listOperators,
  inviteOperator,
  makeOperatorLink,
  askToLetIn,
  askToChangeRoles,
  askForPasskeys,
  removeOperatorPasskey,
  disableOperator,
] as const;

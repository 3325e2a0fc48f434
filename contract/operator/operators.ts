import * as v from 'valibot';
import * as calls from '#contract/calls/operator/operators.ts';
import { instant, page, uuid } from '#contract/values.ts';
import { pagingOrFile } from './csv.ts';
import { describeOperatorCalls } from './describe.ts';
import { passkeyOfOperator } from './access.ts';
import { operatorRoles } from './roles.ts';
import { acted, because, operatorName, reason, roleList } from './values.ts';

const describe = describeOperatorCalls('Operators', calls);

const named = v.object({ name: operatorName });

const operator = v.object({
  name: v.string(),
  roles: v.array(v.picklist(operatorRoles)),
  demo: v.boolean(),
  createdAt: instant,
  /** Since when the operator can sign in; null until two others have admitted them. */
  activeAt: v.nullable(instant),
  disabledAt: v.nullable(instant),
  /** A new operator, one with new roles or a new passkey approves nothing for a day. */
  approvesFrom: instant,
  /** Set after ten wrong passwords. It locks sign-in by password alone. */
  lockedUntil: v.nullable(instant),
  password: v.picklist(['none', 'waiting', 'active']),
  /** How many are open. */
  sessions: v.number(),
  passkeys: v.array(passkeyOfOperator),
});

export const listOperators = describe('listOperators', {
  summary: 'The operators, by name.',
  query: v.object({ ...pagingOrFile }),
  answer: page(operator),
  csv: { name: 'operators' },
});

const link = acted({ link: v.string(), expiresAt: instant });

export const inviteOperator = describe('inviteOperator', {
  summary:
    'Invite somebody: a name with roles, and a link of 15 minutes to set passkeys. They can do nothing before two others have let them in. A name is used once (conflict).',
  body: v.strictObject({ name: operatorName, roles: roleList, reason }),
  answer: link,
  problems: ['conflict'],
});

export const makeOperatorLink = describe('makeOperatorLink', {
  summary:
    'Make a new link for an operator, to set other passkeys: the last one was not used, or the devices are lost. What is set waits for two others.',
  params: named,
  body: because,
  answer: link,
  problems: ['not_found'],
});

export const removeOperatorPasskey = describe('removeOperatorPasskey', {
  summary: 'Take a passkey away from an operator; it signs nothing any more.',
  params: v.object({ ...named.entries, id: uuid }),
  body: because,
  answer: acted({}),
  problems: ['not_found'],
});

export const disableOperator = describe('disableOperator', {
  summary:
    'Let another operator do nothing any more, at once and for good. Their sessions end, and what they have asked for too.',
  params: named,
  body: because,
  answer: acted({}),
  problems: ['not_found'],
});

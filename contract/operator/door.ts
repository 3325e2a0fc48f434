import * as v from 'valibot';
import * as calls from '#contract/calls/operator/door.ts';
import { describeCalls } from '#contract/endpoint.ts';
import { one } from '#contract/values.ts';
import { operatorRoles } from './roles.ts';

const describe = describeCalls('Door', calls);

export const getOperator = describe('getOperator', {
  caller: 'operator',
  summary: 'Who I am.',
  answer: one(v.object({ name: v.string(), roles: v.array(v.picklist(operatorRoles)) })),
  problems: ['unauthenticated'],
});

export const doorEndpoints = [getOperator] as const;

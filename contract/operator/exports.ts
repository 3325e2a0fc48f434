import * as v from 'valibot';
import * as calls from '#contract/calls/operator/exports.ts';
import { describeOperatorCalls } from './describe.ts';
import { uuidId } from './values.ts';

const describe = describeOperatorCalls('Exports', calls);

/** A file of more people than this takes two. */
export const mostPeople = 1_000;

export const getPeopleFile = describe('getPeopleFile', {
  summary: 'The file that two asked for, by the id of the request, for 24 hours. It is written down who took it.',
  params: uuidId,
  answer: v.string(),
  mediaTypes: ['text/csv'],
  problems: ['not_found'],
});

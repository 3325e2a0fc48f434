import * as v from 'valibot';
import { drawStatuses } from '#domain/draw.ts';
import * as calls from './calls/machine.ts';
import type { MachineScope } from './calls/operator/machine-keys.ts';
import { describeCalls, type Endpoint } from './endpoint.ts';
import { getFigures } from './figures.ts';
import { drawSums } from './operator/draws.ts';
import { paymentTerms } from './operator/payments.ts';
import { reportFilters, reportPage } from './operator/reports.ts';
import { account, differenceFilters, differenceWithoutPeople, statement } from './operator/statements.ts';
import { moment, uuidId } from './operator/values.ts';
import { eventOrSpan, isEventOrSpan, replayed } from './operator/webhooks.ts';
import { accountId, paymentDirections, paymentStatuses } from './payments.ts';
import { paging, queryInteger, queryList } from './queries.ts';
import { hex, one, page } from './values.ts';

/* The calls for programs with a key, on a listener of its own. Nothing here is about a person, and nothing moves money. */

const describe = describeCalls('Machines', calls);

/** A call of a program whose key has a scope. */
function withScope<const S extends MachineScope>(scope: S) {
  return { caller: 'machine', scope } as const;
}

const span = { from: v.optional(moment), to: v.optional(moment) };

export const readPayments = describe('readPayments', {
  ...withScope('payments:read'),
  summary: 'Payments, the newest first, without whose they are. `from` and `to` are about when they began.',
  query: v.object({
    ...paging,
    ...span,
    direction: v.optional(v.picklist(paymentDirections)),
    status: v.optional(queryList(paymentStatuses)),
    provider: v.optional(v.pipe(v.string(), v.regex(accountId, 'The id of a provider’s account.'))),
  }),
  answer: page(v.object({ ...paymentTerms, providerRef: v.nullable(v.string()) })),
  problems: [],
});

export const readDraws = describe('readDraws', {
  ...withScope('draws:read'),
  summary: 'Draws, the latest first: results, and what was staked and paid.',
  query: v.object({ ...paging, ...span, status: v.optional(queryList(drawStatuses)) }),
  answer: page(v.object(drawSums)),
  problems: [],
});

export const readFigures = describe('readFigures', {
  ...withScope('figures:read'),
  summary: getFigures.summary,
  query: getFigures.query,
  answer: getFigures.answer,
  problems: [],
});

export const readReport = describe('readReport', {
  ...withScope('reports:read'),
  summary:
    'A page of a report without persons, of a day, month or year of the site’s zone, or of all time. The first page has the totals and what they are held against.',
  params: v.object({ kind: v.picklist(calls.machineReports, `One of ${calls.machineReports.join(', ')}.`) }),
  query: v.object({ ...reportFilters, cursor: paging.cursor, limit: v.optional(queryInteger(1, 500)) }),
  answer: v.object({
    data: reportPage,
    meta: v.object({
      next: v.nullable(v.string()),
      /** SHA-256 of the bytes of `data` in this answer. */
      sha256: hex,
    }),
  }),
  problems: [],
});

export const readStatements = describe('readStatements', {
  ...withScope('statements:read'),
  summary: 'Statements of providers that were uploaded, the newest first, and how far each is.',
  query: v.object({ ...paging, account: v.optional(account) }),
  answer: page(v.omit(statement, ['fileName', 'uploadedBy', 'layout'])),
  problems: [],
});

export const readDifferences = describe('readDifferences', {
  ...withScope('statements:read'),
  summary: 'Where statements and our books differ, the newest first.',
  query: v.object({ ...paging, ...differenceFilters }),
  answer: page(differenceWithoutPeople),
  problems: [],
});

export const resendWebhooks = describe('resendWebhooks', {
  ...withScope('webhooks:replay'),
  summary:
    'Send again what an endpoint of webhooks was sent or has missed, with the same ids: one event (`event`), or those of a span of at most 31 days. Not found where the endpoint is stopped. Sent twice, the events go out twice, with the same ids.',
  params: uuidId,
  body: v.pipe(
    v.strictObject(replayed),
    v.check((body) => isEventOrSpan(body), eventOrSpan),
  ),
  answer: one(v.object({ events: v.number() })),
  problems: ['not_found'],
});

/** Every call of the listener of programs. */
export const machineEndpoints: readonly Endpoint[] = [
  readPayments,
  readDraws,
  readFigures,
  readReport,
  readStatements,
  readDifferences,
  resendWebhooks,
];

import * as v from 'valibot';
import * as calls from '#contract/calls/operator/audit.ts';
import { hex, instant, one, page, uuid } from '#contract/values.ts';
import { csvColumns, pagingOrFile } from './csv.ts';
import { describeOperatorCalls } from './describe.ts';
import { day, moment, numberText } from './values.ts';

const describe = describeOperatorCalls('Audit', calls);

/** One act and its author, in the words of its record. */
const line = {
  number: v.number(),
  at: instant,
  /** The name of an operator, or `worker`. */
  who: v.string(),
  act: v.string(),
  /** `client 42`, `draw <id>`, `payment <id>`, `operator jo`, `line 17`. */
  subject: v.nullable(v.string()),
  before: v.nullable(v.unknown()),
  after: v.nullable(v.unknown()),
  reason: v.nullable(v.string()),
  /** The request, for acts that took two. */
  request: v.nullable(v.object({ id: uuid, number: v.number(), kind: v.string() })),
  hash: hex,
};

const asJson = (value: unknown) => (value === null ? null : JSON.stringify(value));

/** A list, or with a minus before it all but these: `sign_in,sign_out`, `-sign_in`. */
const someOf = (of: RegExp, says: string) =>
  v.pipe(
    v.string(),
    v.description(`${says} With a minus before it: all but these.`),
    v.maxLength(400),
    v.regex(of, says),
    v.transform((text) => ({ isNot: text.startsWith('-'), values: text.replace(/^-/, '').split(',') })),
  );

const who = someOf(/^-?[a-z][a-z0-9.-]{1,39}$/, 'The name of an operator, or worker.');
const acts = someOf(/^-?[a-z_]+(,[a-z_]+)*$/, 'Acts, separated by commas.');
const oneSubject = v.pipe(v.string(), v.maxLength(80), v.regex(/^[a-z]+ \S+$/, 'Such as client 42.'));
const subjects = v.pipe(v.string(), v.maxLength(80), v.regex(/^[a-z]+( \S+)?$/, 'Such as client 42, or operator.'));

const filters = {
  who: v.optional(who),
  act: v.optional(acts),
  /** One, such as `client 42`, or all of a kind, such as `operator`. */
  subject: v.optional(subjects),
  /** In the time zone of the console. */
  day: v.optional(day),
  from: v.optional(moment),
  to: v.optional(moment),
  /** Only acts that take two. */
  two: v.optional(v.literal('true')),
};

export const listAudit = describe('listAudit', {
  summary:
    'What operators did, the newest first. Auditors and compliance see all of it, an admin what concerns operators, everybody what they did themselves.',
  query: v.object({ ...pagingOrFile, ...filters }),
  answer: page(v.object(line)),
  csv: {
    name: 'audit',
    columns: csvColumns(v.object(line), 'line at who act subject before after reason request hash', {
      line: ({ number }) => number,
      before: ({ before }) => asJson(before),
      after: ({ after }) => asJson(after),
      request: ({ request }) => request && `R-${request.number}`,
    }),
  },
});

export const getAuditLine = describe('getAuditLine', {
  summary: 'One line, with the bytes that its hash is made from: SHA-256 of the hash before it, then the record.',
  params: v.object({ number: numberText('The number of a line.') }),
  answer: one(
    v.object({
      ...line,
      session: v.nullable(v.string()),
      address: v.nullable(v.string()),
      hashBefore: hex,
      /** JSON in UTF-8, in hex. */
      record: hex,
    }),
  ),
  problems: ['not_found'],
});

export const getAuditHead = describe('getAuditHead', {
  summary:
    'The newest line, the newest signed one, and how the last look over the whole chain ended. A hash that somebody kept is looked for: a chain that does not hold it was changed.',
  query: v.object({
    known: v.optional(v.pipe(v.string(), v.toLowerCase(), v.regex(/^[0-9a-f]{64}$/, '64 digits of a hash.'))),
  }),
  answer: one(
    v.object({
      number: v.number(),
      hash: hex,
      signed: v.nullable(
        v.object({ number: v.number(), hash: hex, at: instant, key: hex, signature: hex, message: hex }),
      ),
      checked: v.nullable(
        v.object({
          at: instant,
          lines: v.number(),
          tookMs: v.number(),
          /** The first line that is wrong, and why; null where all are right. */
          wrong: v.nullable(v.object({ number: v.number(), because: v.string() })),
        }),
      ),
      /** The line with the wanted hash; null if there is none, or no hash was given. */
      knownNumber: v.nullable(v.number()),
    }),
  ),
});

export const listViews = describe('listViews', {
  summary: 'Who looked at whom, the newest first. Auditors and compliance see all of it, everybody their own.',
  query: v.object({
    ...pagingOrFile,
    who: v.optional(who),
    subject: v.optional(oneSubject),
    day: v.optional(day),
  }),
  answer: page(
    v.object({
      id: v.number(),
      at: instant,
      who: v.string(),
      subject: v.string(),
      what: v.string(),
      why: v.nullable(v.string()),
    }),
  ),
  csv: { name: 'looks' },
});

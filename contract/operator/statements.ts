import * as v from 'valibot';
import * as calls from '#contract/calls/operator/statements.ts';
import { queryInteger } from '#contract/queries.ts';
import { francs, hex, instant, line, one, page, signedFrancs, uuid } from '#contract/values.ts';
import { pagingOrFile } from './csv.ts';
import { describeOperatorCalls } from './describe.ts';
import { acted, because, day, numberText, queryChoice } from './values.ts';

const describe = describeOperatorCalls('Statements of providers', calls);

/** An account at a provider, as payments have it. */
export const account = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9_]{0,31}$/, 'The name of an account.'));

const numberId = numberText('A number.');

const head = line(1, 100);
const points = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10_000));

/** How a file is read. */
const layout = v.strictObject({
  /** The head of each column that means something. */
  columns: v.pipe(
    v.strictObject({
      at: head,
      amount: head,
      ourRef: v.optional(head),
      theirRef: v.optional(head),
      kind: v.optional(head),
      fee: v.optional(head),
      currency: v.optional(head),
      status: v.optional(head),
      balance: v.optional(head),
      phone: v.optional(head),
    }),
    v.check(({ ourRef, theirRef }) => ourRef !== undefined || theirRef !== undefined, 'A column with a reference.'),
    v.check((columns) => new Set(Object.values(columns)).size === Object.keys(columns).length, 'Each column once.'),
  ),
  /** The offset of days, and of times that say none: `+00:00`. */
  offset: v.pipe(v.string(), v.regex(/^[+-](0\d|1[0-4]):(00|30|45)$/, 'Such as +00:00.')),
  /** The provider's fee for a deposit and for a payout, in hundredths of a percent. Fees of others are not compared. */
  fees: v.strictObject({ deposit: v.optional(points), payout: v.optional(points) }),
});

const state = v.picklist(calls.statementStates);

export const statement = v.object({
  id: v.number(),
  account: v.string(),
  fileName: v.string(),
  sha256: hex,
  bytes: v.number(),
  from: instant,
  until: instant,
  state,
  /** From 0 to 1: a third each for arriving, being read, and being compared. */
  progress: v.number(),
  lines: v.number(),
  /** How many of its differences are open, up to a hundred. */
  open: v.number(),
  uploadedBy: v.string(),
  begunAt: instant,
  endedAt: v.nullable(instant),
  /** Line 0 is the file as a whole. */
  failure: v.nullable(v.object({ line: v.number(), code: v.picklist(calls.statementFailures) })),
  /** Null where the file has no balances. */
  balances: v.nullable(
    v.object({
      opening: signedFrancs,
      moved: signedFrancs,
      closing: signedFrancs,
      addsUp: v.boolean(),
      /** The balance of the account by our books, at the end of the days. */
      books: v.nullable(signedFrancs),
    }),
  ),
  days: v.array(
    v.object({
      day: v.string(),
      both: v.number(),
      onlyThere: v.number(),
      onlyHere: v.number(),
      differs: v.number(),
      /** Fees and what fills the account. */
      noPayment: v.number(),
    }),
  ),
  layout,
});

export const listStatements = describe('listStatements', {
  summary: 'Statements of providers that were uploaded, the newest first, and how far each is.',
  query: v.object({ ...pagingOrFile, account: v.optional(account) }),
  answer: page(statement),
  csv: { name: 'statements' },
});

export const getStatementAccounts = describe('getStatementAccounts', {
  summary: 'The accounts that a statement can be of: those that had a payment.',
  answer: one(
    v.array(
      v.object({
        account: v.string(),
        /** How the last statement was read. */
        layout: v.nullable(layout),
        /** Until when statements were compared. */
        until: v.nullable(instant),
      }),
    ),
  ),
});

const uploading = one(v.object({ id: v.number(), state, pieces: v.number() }));

export const beginStatement = describe('beginStatement', {
  summary:
    'Begin to upload a statement, or go on with one of the same file: its pieces follow from number `pieces` on. The state of a file that came whole is not `uploading`: it is not taken again.',
  body: v.strictObject({
    account,
    fileName: line(1, 120),
    sha256: v.pipe(hex, v.length(64)),
    bytes: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(calls.mostStatementBytes)),
    /** The first and the last day that it covers. The last one is over since an hour at least. */
    from: day,
    until: day,
    layout,
  }),
  answer: uploading,
  problems: ['conflict'],
});

export const putStatementPiece = describe('putStatementPiece', {
  summary: `A piece of the file: ${calls.pieceBytes} bytes, the last one shorter. Sent again it changes nothing. After the last one the file is read by itself.`,
  params: v.object({
    id: numberId,
    number: v.pipe(v.string(), v.regex(/^\d{1,3}$/, 'A number from 0.'), v.transform(Number)),
  }),
  file: { mediaTypes: ['text/csv'], mostBytes: calls.pieceBytes },
  answer: uploading,
  problems: ['not_found', 'conflict', 'payload_too_large', 'unsupported_media_type'],
});

/** The content of a line. */
const theirs = v.object({
  ref: v.nullable(v.string()),
  kind: v.picklist(['deposit', 'payout', 'refund', 'reversal', 'fee', 'funding', 'other']),
  amount: francs,
  fee: v.nullable(signedFrancs),
  currency: v.string(),
  status: v.picklist(['succeeded', 'pending', 'failed', 'other']),
  /** The last two digits. */
  phoneEnd: v.nullable(v.string()),
});

/** The payment as it is now. */
const ours = v.object({
  client: v.number(),
  direction: v.picklist(['deposit', 'withdrawal']),
  amount: francs,
  status: v.string(),
  account: v.string(),
  country: v.string(),
  method: v.string(),
});

const difference = v.object({
  id: v.number(),
  account: v.string(),
  statement: v.number(),
  /** In the file, whose head is line 1. */
  line: v.nullable(v.number()),
  kind: v.picklist(calls.differenceKinds),
  at: instant,
  payment: v.nullable(uuid),
  theirs: v.nullable(theirs),
  ours: v.nullable(ours),
  /** `agrees`: both sides are alike by now. */
  state: v.picklist(calls.differenceStates),
  closedAt: v.nullable(instant),
  closedBy: v.nullable(v.string()),
  note: v.nullable(v.string()),
});

/** A difference without people: no player, no end of a phone, nothing that an operator wrote. */
export const differenceWithoutPeople = v.object({
  ...v.omit(difference, ['closedBy', 'note']).entries,
  theirs: v.nullable(v.omit(theirs, ['phoneEnd'])),
  ours: v.nullable(v.omit(ours, ['client'])),
});

export const differenceFilters = {
  account: v.optional(account),
  statement: v.optional(queryInteger(1, 999_999_999)),
  kind: v.optional(queryChoice(calls.differenceKinds)),
  state: v.optional(v.picklist(calls.differenceStates)),
};

export const listStatementDifferences = describe('listStatementDifferences', {
  summary: 'Where statements and our books differ, the newest first.',
  query: v.object({ ...pagingOrFile, ...differenceFilters }),
  answer: page(difference),
  csv: { name: 'statement_differences' },
});

export const getStatementDifference = describe('getStatementDifference', {
  summary:
    'A difference. For a line that names no payment: those of its amount near its time, which no other line names. A person says whether it is one of them.',
  params: v.object({ id: numberId }),
  answer: one(
    v.object({
      ...difference.entries,
      /** How much of the payment the account gave back in all, where it gave back more than we did. */
      givenBack: v.nullable(francs),
      suggestions: v.array(
        v.object({
          payment: uuid,
          client: v.number(),
          amount: francs,
          at: instant,
          status: v.string(),
          method: v.string(),
          country: v.string(),
        }),
      ),
    }),
  ),
  problems: ['not_found'],
});

export const closeStatementDifference = describe('closeStatementDifference', {
  summary: 'Close a difference with a note. It moves no money, and no other file opens it again.',
  params: v.object({ id: numberId }),
  body: because,
  answer: acted({ outcome: v.literal('closed') }),
  problems: ['not_found', 'conflict'],
});

export const matchStatementLine = describe('matchStatementLine', {
  summary: 'Say which payment a line is about that names none. The two are compared at once.',
  params: v.object({ id: numberId }),
  body: v.strictObject({ payment: uuid }),
  answer: acted({ outcome: v.literal('matched') }),
  problems: ['not_found', 'conflict'],
});

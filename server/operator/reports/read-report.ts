import { createHash } from 'node:crypto';
import type { AnswerOf, RequestOf } from '#contract/endpoint.ts';
import * as french from '#contract/operator/report-kinds.fr.ts';
import * as english from '#contract/operator/report-kinds.ts';
import {
  cellTypeOf,
  reportKinds,
  type ReportKind,
  type ReportName,
  type ReportWords,
} from '#contract/operator/report-kinds.ts';
import { may, rights } from '#contract/operator/rights.ts';
import type * as contract from '#contract/operator/reports.ts';
import type { Transaction } from '#database/connect.ts';
import { readClock } from '#database/clock.ts';
import { toPage, type Page } from '#server/http/paging.ts';
import { Refusal } from '#server/http/refusal.ts';
import { actAs, requireRight, type Operator, type Operators } from '#server/operator/access/operators.ts';
import { readOne, readPage } from '#server/operator/access/reads.ts';
import type { Language } from '#server/words/languages.ts';
import { presentRow, presentTotals, type Cells, type StakesByType } from './cells.ts';
import { presentBooks, type HeldAgainst } from './compare-with-books.ts';
import { periodOf } from './period.ts';

/** The software that made a report, as it was when this process started. */
export interface MadeWith {
  readonly version: string;
  readonly code: string;
}

type Answer = AnswerOf<typeof contract.getReport>;
export type Report = Answer['data'];
export type ReportHead = Omit<Report, 'rows' | 'totals' | 'bands' | 'books'>;
/** The kind, period and filters of a report, without its author. */
type ReportFrame = Omit<ReportHead, 'operator' | 'version' | 'code' | 'madeBy'>;
export type Asked = Pick<RequestOf<typeof contract.getReport>['query'], 'period' | 'day'>;

interface Sums {
  readonly totals: Cells;
  /** Where the totals have to say what the rules make of the stakes. */
  readonly stakes?: StakesByType;
  readonly bands?: Report['bands'];
  readonly books: readonly HeldAgainst[];
  readonly testAccounts: number;
}

/** The functions of the database that read a report, and what they want to see first: a session, or a key. */
export interface ReportSource {
  readonly rows: 'console.report_rows' | 'console.machine_report_rows';
  readonly sums: 'console.report_sums' | 'console.machine_report_sums';
  readonly shown: string;
}

export const ofOperator = ({ session }: Operator): ReportSource => ({
  rows: 'console.report_rows',
  sums: 'console.report_sums',
  shown: session,
});

export const usualLimit = 100;
const cursorForm = /^[A-Za-z0-9_.:-]{1,200}$/;

/** The words of a report in a language: its title, its sentence, and the heads of its columns. */
function wordsOf(kind: ReportName, language: Language) {
  const words = language === 'en' ? english : french;
  const { title, says, heads }: ReportWords = words.reportKinds[kind];
  return { title, says, heads: { ...words.columnHeads, ...heads } };
}

export function listReports({ roles }: Operator, language: Language): AnswerOf<typeof contract.listReports>['data'] {
  return (Object.entries(reportKinds) as [ReportName, ReportKind][])
    .filter(([, { right }]) => may(roles, right))
    .map(([kind, { definition, right, isOfNow }]) => ({
      kind,
      title: wordsOf(kind, language).title,
      says: wordsOf(kind, language).says,
      definition,
      roles: [...rights[right].roles],
      isOfNow: isOfNow ?? false,
    }));
}

/**
 * A page of a report. Its line in the audit is written in the same transaction, so nothing is given that it does not have.
 *
 * @throws Refusal not_allowed for a role that does not see this report; invalid_request
 */
export async function getReport(
  operators: Operators,
  operator: Operator,
  madeWith: MadeWith,
  kind: ReportName,
  query: RequestOf<typeof contract.getReport>['query'],
  language: Language,
): Promise<Answer> {
  const { cursor, limit = usualLimit } = query;
  await requireRight(operators, operator, reportKinds[kind].right, `getReport ${kind}`);
  const { head, page, sums } = await actAs({ db: operators.reportDb }, async (tx) => {
    const begun = await beginReport(operators, operator, madeWith, kind, query, tx, language);
    return { head: begun, ...(await readFirst(tx, ofOperator(operator), begun, cursor ?? null, limit)) };
  });
  const data: Report = presentPage(head, { page, sums }, cursor, language);
  const bytes = Buffer.from(JSON.stringify(data));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const given = { format: 'json', after: cursor ?? null, rows: data.rows.length, bytes: bytes.length, sha256 };
  const audit = await noteReport(operators, operator, data, given);
  return { data, meta: { next: page.meta.next, sha256, audit } };
}

/** A page of a report in the contract's shape. */
export function presentPage<Head extends ReportFrame>(
  head: Head,
  { page, sums }: First,
  cursor: string | undefined,
  language: Language,
): Head & Pick<Report, 'rows' | 'totals' | 'bands' | 'books'> {
  return {
    ...head,
    filters: { ...head.filters, after: cursor ?? null },
    testAccounts: sums.testAccounts,
    rows: page.data.map((row) => presentRow(head.kind, row)),
    totals: cursor === undefined ? sums.totals : null,
    bands: sums.bands ?? null,
    books: cursor === undefined ? presentBooks(sums.books, language) : null,
  };
}

/** The head of a report: who made it, when, and for which period. @throws Refusal invalid_request for a period that the report has not */
export async function beginReport(
  operators: Operators,
  { name }: Operator,
  { version, code }: MadeWith,
  kind: ReportName,
  asked: Asked,
  tx: Transaction,
  language: Language,
): Promise<ReportHead> {
  const { kind: _, title, definition, ...frame } = await frameReport(operators, kind, asked, tx, language);
  const operator = `Izi, ${operators.consoleUrl()}`;
  // A file lists them in this order.
  return { kind, title, definition, operator, version, code, ...frame, madeBy: name };
}

/** The frame of a report, without who made it. @throws Refusal invalid_request for a period that the report has not */
export async function frameReport(
  { timeZone, mode }: Pick<Operators, 'timeZone' | 'mode'>,
  kind: ReportName,
  { period, day }: Asked,
  tx: Transaction,
  language: Language,
): Promise<ReportFrame> {
  const { title, heads } = wordsOf(kind, language);
  const { definition, columns, isOfNow }: ReportKind = reportKinds[kind];
  const madeAt = await readClock(tx);
  const { from, to, isUnfinished } = periodOf({ period, day }, timeZone, madeAt.getTime());
  if (isOfNow && !isUnfinished) {
    throw new Refusal('invalid_request', {
      errors: [{ path: 'day', message: ({ operators: says }) => says.report.ofNow }],
    });
  }
  return {
    kind,
    title,
    definition,
    period,
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    zone: timeZone,
    isUnfinished,
    isDemo: mode === 'demo',
    testAccounts: 0,
    madeAt: madeAt.toISOString(),
    filters: { period, day: day ?? null, after: null },
    columns: columns.map((column) => ({ name: column, type: cellTypeOf(kind, column), head: heads[column] })),
  };
}

interface First {
  readonly page: Page<Cells>;
  readonly sums: Sums;
}

/** A page and the sums, of one snapshot: what moves meanwhile is in both or in neither. */
export async function readFirst(
  tx: Transaction,
  { rows: rowsOf, sums: sumsOf, shown }: ReportSource,
  { kind, from, to, zone }: ReportFrame,
  after: string | null,
  limit: number,
): Promise<First> {
  requireCursor(after);
  const [found] = await tx.query<{ rows: readonly { item: Cells; cursor: string }[]; sums: Sums | null }>(
    `select coalesce((
         select jsonb_agg(r order by r.cursor collate "C")
         from ${rowsOf}($1, $2, $3, $4, $5, $6, $7) r
       ), '[]') as rows, case when $6::text is null then ${sumsOf}($1, $2, $3, $4, $5) end as sums`,
    [shown, kind, from, to, zone, after, limit + 1],
  );
  const { rows, sums } = found!;
  const page = toPage(
    rows,
    limit,
    ({ item }) => item,
    (row) => row.cursor,
  );
  if (sums === null) return { page, sums: { totals: {}, books: [], testAccounts: 0 } };
  return { page, sums: { ...sums, totals: presentTotals(kind, sums.totals, sums.stakes) } };
}

/** A page after the first. */
export function readNext(
  { reportDb }: Operators,
  { session }: Operator,
  { kind, from, to, zone }: ReportHead,
  after: string,
  limit: number,
): Promise<Page<Cells>> {
  return readPage({ db: reportDb }, 'console.report_rows', [session, kind, from, to, zone, after], limit);
}

function requireCursor(after: string | null): void {
  if (after !== null && !cursorForm.test(after)) throw new Refusal('invalid_request');
}

/** Records what is given out, before it is. @returns the number of the line */
export async function noteReport(
  operators: Operators,
  { session }: Operator,
  { kind, definition, version, code, from, to, zone, filters: { period, day } }: ReportHead,
  given: object,
): Promise<number> {
  const line = { definition, version, code, period, day, from, to, zone, ...given };
  return readOne(operators, 'console.note_report', [session, kind, JSON.stringify(line)]);
}

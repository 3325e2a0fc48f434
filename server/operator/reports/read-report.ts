import { createHash } from 'node:crypto';
import type { AnswerOf, RequestOf } from '#contract/endpoint.ts';
import { reportKinds as french } from '#contract/operator/report-kinds.fr.ts';
import { reportKinds, type ReportKind, type ReportName } from '#contract/operator/report-kinds.ts';
import type * as contract from '#contract/operator/reports.ts';
import type { Transaction } from '#database/connect.ts';
import { readClock } from '#database/clock.ts';
import { Refusal } from '#server/http/refusal.ts';
import { actAs, type Operator, type Operators } from '#server/operator/door/operators.ts';
import type { Language } from '#server/words/languages.ts';
import { presentRow, presentTotals, type Cells } from './cells.ts';
import { presentBooks, type HeldAgainst } from './held-against.ts';
import { periodOf } from './period.ts';

/** What a report says of the software that made it, as it was when this process started. */
export interface MadeWith {
  readonly version: string;
  readonly code: string;
}

type Answer = AnswerOf<typeof contract.getReport>;
export type Report = Answer['data'];
export type ReportHead = Omit<Report, 'rows' | 'totals' | 'books'>;
export type Asked = Pick<RequestOf<typeof contract.getReport>['query'], 'period' | 'day'>;

interface Row {
  readonly key: string;
  readonly cells: Cells;
}

interface Sums {
  readonly totals: Cells;
  readonly books: readonly HeldAgainst[];
  readonly testAccounts: number;
}

/** A page as it was found: `next` is the key of its last row where more follow. */
export interface Page {
  readonly rows: readonly Cells[];
  readonly next: string | null;
}

const usualLimit = 100;
const cursorForm = /^[A-Za-z0-9_.:-]{1,200}$/;

/** The words of a report in a language: its title, its sentence, and the heads of its columns. */
function wordsOf(kind: ReportName, language: Language) {
  const { title, says, columns }: ReportKind = reportKinds[kind];
  if (language === 'en')
    return { title, says, heads: Object.fromEntries(columns.map(([name, , head]) => [name, head])) };
  return french[kind] as Omit<(typeof french)[ReportName], 'heads'> & {
    readonly heads: Readonly<Record<string, string>>;
  };
}

export function listReports({ roles }: Operator, language: Language): AnswerOf<typeof contract.listReports>['data'] {
  return (Object.entries(reportKinds) as [ReportName, ReportKind][])
    .filter(([, kind]) => kind.roles.some((role) => roles.includes(role)))
    .map(([kind, { definition, roles: seen, isOfNow }]) => ({
      kind,
      title: wordsOf(kind, language).title,
      says: wordsOf(kind, language).says,
      definition,
      roles: [...seen],
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
  await requireRole(operators, operator, kind, 'getReport');
  return actAs({ db: operators.reportDb }, async (tx) => {
    const head = await beginReport(operators, operator, madeWith, kind, query, tx, language);
    const { page, sums } = await readFirst(tx, operator, head, cursor ?? null, limit);
    const data: Report = {
      ...head,
      filters: { ...head.filters, after: cursor ?? null },
      testAccounts: sums.testAccounts,
      rows: page.rows.map((row) => presentRow(kind, row)),
      totals: cursor === undefined ? presentTotals(kind, sums.totals) : null,
      books: cursor === undefined ? presentBooks(sums.books, language) : null,
    };
    const bytes = Buffer.from(JSON.stringify(data));
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const audit = await noteReport(tx, operator, data, {
      format: 'json',
      after: cursor ?? null,
      rows: data.rows.length,
      bytes: bytes.length,
      sha256,
    });
    return { data, meta: { next: page.next, sha256, audit } };
  });
}

/** Who may not see this report is refused, and that is a line of the audit; the database asks again. */
export async function requireRole(
  { db }: Operators,
  { roles, session }: Operator,
  kind: ReportName,
  call: string,
): Promise<void> {
  if (reportKinds[kind].roles.some((role) => roles.includes(role))) return;
  await db.query('select console.note_refusal($1, $2, $3)', [session, `${call} ${kind}`, 'role']);
  throw new Refusal('not_allowed');
}

/** What stands above a report, whatever it holds. @throws Refusal invalid_request for a period that the report has not */
export async function beginReport(
  { consoleUrl, timeZone, mode }: Operators,
  { name }: Operator,
  { version, code }: MadeWith,
  kind: ReportName,
  { period, day }: Asked,
  tx: Transaction,
  language: Language,
): Promise<ReportHead> {
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
    operator: `Izi, ${consoleUrl()}`,
    version,
    code,
    period,
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    zone: timeZone,
    isUnfinished,
    isDemo: mode === 'demo',
    testAccounts: 0,
    madeAt: madeAt.toISOString(),
    madeBy: name,
    filters: { period, day: day ?? null, after: null },
    columns: columns.map(([column, type]) => ({ name: column, type, head: heads[column]! })),
  };
}

/** A page and the sums, of one snapshot: what moves meanwhile is in both or in neither. */
export async function readFirst(
  tx: Transaction,
  { session }: Operator,
  { kind, from, to, zone }: ReportHead,
  after: string | null,
  limit: number,
): Promise<{ readonly page: Page; readonly sums: Sums }> {
  requireCursor(after);
  const [found] = await tx.query<{ rows: readonly Row[]; sums: Sums | null; tests: number }>(
    `select coalesce((
         select jsonb_agg(jsonb_build_object('key', r.key, 'cells', r.cells) order by r.key collate "C")
         from console.report_rows($1, $2, $3, $4, $5, $6, $7) r
       ), '[]') as rows, case when $6::text is null then console.report_sums($1, $2, $3, $4, $5) end as sums`,
    [session, kind, from, to, zone, after, limit + 1],
  );
  const { rows, sums } = found!;
  return { page: pageOf(rows, limit), sums: sums ?? { totals: {}, books: [], testAccounts: 0 } };
}

/** A page after the first. */
export async function readNext(
  { reportDb }: Operators,
  { session }: Operator,
  { kind, from, to, zone }: ReportHead,
  after: string,
  limit: number,
): Promise<Page> {
  const rows = await actAs({ db: reportDb }, (tx) =>
    tx.query<Row>('select * from console.report_rows($1, $2, $3, $4, $5, $6, $7)', [
      session,
      kind,
      from,
      to,
      zone,
      after,
      limit + 1,
    ]),
  );
  return pageOf(rows, limit);
}

function pageOf(rows: readonly Row[], limit: number): Page {
  const page = rows.slice(0, limit);
  return { rows: page.map(({ cells }) => cells), next: rows.length > limit ? page.at(-1)!.key : null };
}

function requireCursor(after: string | null): void {
  if (after !== null && !cursorForm.test(after)) throw new Refusal('invalid_request');
}

/** Writes down what is given out. @returns the number of the line */
export async function noteReport(
  tx: Transaction,
  { session }: Operator,
  { kind, definition, version, code, from, to, zone, filters: { period, day } }: ReportHead,
  given: object,
): Promise<number> {
  const line = { definition, version, code, period, day, from, to, zone, ...given };
  const [row] = await tx.query<{ number: number }>('select console.note_report($1, $2, $3) as number', [
    session,
    kind,
    JSON.stringify(line),
  ]);
  return row!.number;
}

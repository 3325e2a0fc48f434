import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { reportKinds, type ReportName } from '#contract/operator/report-kinds.ts';
import { csvLine, mostCsvLines } from '#server/http/csv.ts';
import type { Page } from '#server/http/paging.ts';
import { actAs, requireRight, type Operator, type Operators } from '#server/operator/access/operators.ts';
import { sendCsv } from '#server/operator/exports/export-list.ts';
import { presentRow, type Cells } from './cells.ts';
import { presentBooks } from './compare-with-books.ts';
import {
  beginReport,
  noteReport,
  ofOperator,
  readFirst,
  readNext,
  type Asked,
  type MadeWith,
  type Report,
  type ReportHead,
} from './read-report.ts';

const linesAtOnce = 500;

/**
 * A report as CSV. One that is read in one go is hashed and recorded before its first byte leaves. Of a longer one it is
 * recorded before that somebody takes it, and its hash before the last lines leave.
 *
 * A file is for programs and archives, so it is in English whoever takes it.
 *
 * @throws Refusal as getReport
 */
export async function exportReport(
  operators: Operators,
  operator: Operator,
  madeWith: MadeWith,
  kind: ReportName,
  asked: Asked,
  reply: FastifyReply,
): Promise<FastifyReply> {
  await requireRight(operators, operator, reportKinds[kind].right, `getReport as=csv ${kind}`);
  const { begun, page, sums } = await actAs({ db: operators.reportDb }, async (tx) => {
    const head = await beginReport(operators, operator, madeWith, kind, asked, tx, 'en');
    return { begun: head, ...(await readFirst(tx, ofOperator(operator), head, null, linesAtOnce)) };
  });
  const head = { ...begun, testAccounts: sums.testAccounts };
  const first = [...headLines(head), ...rowLines(head, page)].join('');
  const last = endLines(sums.totals, presentBooks(sums.books, 'en'), head);
  const send = (content: Readable) => sendCsv(reply, `report_${kind}`, content);
  if (page.meta.next !== null) {
    await noteReport(operators, operator, head, { format: 'csv', isWhole: false });
    return send(Readable.from(writeOn(operators, operator, head, first, page, last)));
  }
  const whole = page.data.length === 0 ? `${first}${csvLine(['row', 'No activity'])}${last}` : first + last;
  const sha256 = createHash('sha256').update(whole).digest('hex');
  const given = { format: 'csv', isWhole: true, rows: page.data.length, bytes: Buffer.byteLength(whole), sha256 };
  await noteReport(operators, operator, head, given);
  return send(Readable.from([whole]));
}

async function* writeOn(
  operators: Operators,
  operator: Operator,
  head: ReportHead,
  first: string,
  firstPage: Page<Cells>,
  last: string,
): AsyncGenerator<string> {
  const hash = createHash('sha256').update(first);
  let rows = firstPage.data.length;
  let bytes = Buffer.byteLength(first);
  yield first;
  for (let { next } = firstPage.meta; next !== null && rows < mostCsvLines;) {
    const page = await readNext(operators, operator, head, next, Math.min(linesAtOnce, mostCsvLines - rows));
    const lines = rowLines(head, page).join('');
    hash.update(lines);
    rows += page.data.length;
    bytes += Buffer.byteLength(lines);
    next = page.meta.next;
    yield lines;
  }
  const sha256 = hash.update(last).digest('hex');
  const given = { format: 'csv', isWhole: true, rows, bytes: bytes + Buffer.byteLength(last), sha256 };
  await noteReport(operators, operator, head, given);
  yield last;
}

function headLines({ columns, filters, ...head }: ReportHead): string[] {
  return [
    csvLine(['part', 'name', 'value']),
    ...Object.entries({ ...head, day: filters.day }).map(([name, value]) => csvLine(['head', name, value])),
    csvLine(['columns', ...columns.map(({ name }) => name)]),
  ];
}

function rowLines({ kind, columns }: ReportHead, { data }: Page<Cells>): string[] {
  return data.map((row) => {
    const cells = presentRow(kind, row);
    return csvLine(['row', ...columns.map(({ name }) => cells[name]!)]);
  });
}

function endLines(totals: Cells, books: NonNullable<Report['books']>, { columns }: ReportHead): string {
  return [
    csvLine(['total', ...columns.map(({ name }) => totals[name] ?? null)]),
    csvLine(['against', 'what', 'says', 'report', 'leftOut', 'books', 'difference']),
    ...books.heldAgainst.map(({ what, says, report, leftOut, books: other, difference }) =>
      csvLine(['books', what, says, report, leftOut, other, difference]),
    ),
    csvLine(['books', 'isEqual', books.isEqual]),
  ].join('');
}

import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { CsvColumn, CsvFile } from '#contract/endpoint.ts';
import { mostPeople } from '#contract/operator/exports.ts';
import { csvLine, mostCsvLines } from '#server/http/csv.ts';
import { Refusal } from '#server/http/refusal.ts';
import { actAs, type Operator, type Operators } from '#server/operator/access/operators.ts';

/** A page of a list; `next` is the cursor of the page after it. */
interface Page {
  readonly rows: readonly unknown[];
  readonly next: string | null;
}

/** Which page: the first one where there is no cursor. */
export interface AskedPage {
  readonly cursor?: string;
  readonly limit: number;
}

interface Exported {
  /** The subject in the form of the audit, such as `client 42`. */
  readonly subject: string | null;
  readonly filters: object;
  /** A page of the list, with the same filters. */
  readonly read: (page: AskedPage) => Promise<Page>;
}

const linesAtOnce = 500;

/**
 * A list as CSV, read page by page while it is sent. It is recorded who takes it before the first line leaves.
 *
 * @throws Refusal not_allowed; conflict for more people than one operator may take out
 */
export async function exportList(
  operators: Operators,
  { session }: Operator,
  { name, ofPeople, columns }: CsvFile,
  { subject, filters, read }: Exported,
  reply: FastifyReply,
): Promise<FastifyReply> {
  // Read first, so that a list that is refused leaves no line.
  const first = await read({ limit: ofPeople ? mostPeople : linesAtOnce });
  if (ofPeople && first.next !== null) throw tooManyPeople();
  await actAs(operators, (tx) =>
    tx.query('select console.note_export($1, $2, $3, $4)', [session, name, subject, JSON.stringify(filters)]),
  );
  return sendCsv(reply, name, Readable.from(writePages(columns, first, read)));
}

async function* writePages(columns: readonly CsvColumn[], first: Page, read: Exported['read']): AsyncGenerator<string> {
  yield csvLine(columns.map(({ name }) => name));
  let page = first;
  for (let lines = 0; ;) {
    const items = page.rows.slice(0, mostCsvLines - lines);
    yield items.map((item) => csvLine(columns.map((column) => column.read(item)))).join('');
    lines += items.length;
    const { next } = page;
    if (next === null || lines >= mostCsvLines) return;
    page = await read({ cursor: next, limit: linesAtOnce });
  }
}

export function sendCsv(reply: FastifyReply, name: string, content: Readable): FastifyReply {
  return reply
    .type('text/csv; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="izi-${name.replaceAll('_', '-')}.csv"`)
    .send(content);
}

function tooManyPeople(): Refusal {
  return new Refusal('conflict', {
    detail: ({ operators: says }) => says.manyPeople(mostPeople),
  });
}

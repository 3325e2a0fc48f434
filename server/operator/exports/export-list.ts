import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { GenericSchema } from 'valibot';
import { mostPeople } from '#contract/operator/exports.ts';
import { csvLine, mostCsvLines } from '#server/http/csv.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { Operator, Operators } from '#server/operator/door/operators.ts';
import { columnsOf } from './columns.ts';
import { noteExport } from './note-export.ts';

interface Page {
  readonly data: readonly unknown[];
  readonly meta: { readonly next: string | null };
}

interface Exported {
  /** Of the file and of the line in the audit: `draws`. */
  readonly name: string;
  /** As in the audit, such as `client 42`. */
  readonly subject?: string;
  readonly filters: object;
  /** Of people, only so many leave without a second operator. */
  readonly ofPeople?: boolean;
  /** The answer of the list, which says what an item has. */
  readonly answer: GenericSchema;
  /** A page of the list, with the same filters. */
  readonly read: (page: { readonly cursor?: string; readonly limit: number }) => Promise<Page>;
}

const linesAtOnce = 500;

/**
 * A list as CSV, read page by page while it is sent. It is written down who takes it before the first line leaves.
 *
 * @throws Refusal not_allowed; conflict for more people than one operator may take out
 */
export async function exportList(
  operators: Operators,
  operator: Operator,
  { name, subject, filters, ofPeople = false, answer, read }: Exported,
  reply: FastifyReply,
): Promise<FastifyReply> {
  // Read first, so that a list that is refused leaves no line.
  const first = await read({ limit: ofPeople ? mostPeople : linesAtOnce });
  if (ofPeople && first.meta.next !== null) throw tooManyPeople();
  await noteExport(operators, operator, name, filters, subject);
  return sendCsv(reply, name, Readable.from(writePages(columnsOf(answer), first, read)));
}

async function* writePages(
  columns: ReturnType<typeof columnsOf>,
  first: Page,
  read: Exported['read'],
): AsyncGenerator<string> {
  yield csvLine(columns.map(({ name }) => name));
  let page = first;
  for (let lines = 0; ;) {
    const items = page.data.slice(0, mostCsvLines - lines);
    yield items.map((item) => csvLine(columns.map((column) => column.read(item)))).join('');
    lines += items.length;
    const { next } = page.meta;
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

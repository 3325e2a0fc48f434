import { Panel, Section } from '#console/kit/Panel.tsx';
import { Status } from '#console/kit/Status.tsx';
import { Table, type Column } from '#console/kit/Table.tsx';
import { amount, difference } from '#console/values/amounts.ts';
import { words } from '#console/words/en/reports.ts';
import type { Report } from './reports.ts';

type Books = NonNullable<Report['books']>;
type Line = Books['heldAgainst'][number];

const says = words.books;
const columns: readonly Column<Line>[] = [
  { key: 'what', head: says.what, width: 420, whole: true, cell: (line) => line.says },
  { key: 'report', head: says.report, align: 'right', cell: ({ report }) => amount(report) },
  { key: 'leftOut', head: says.leftOut, align: 'right', cell: ({ leftOut }) => amount(leftOut) },
  { key: 'books', head: says.books, align: 'right', cell: ({ books }) => amount(books) },
  {
    key: 'difference',
    head: says.difference,
    align: 'right',

    cell: (line) => (line.difference === 0 ? '0' : <Status is="bad">{difference(line.difference)}</Status>),
  },
];

/** The lines that compare a report with the books: equal, or the difference. */
export function AgainstBooks({ of: { isEqual, heldAgainst } }: { readonly of: Books }) {
  return (
    <Panel
      title={says.title}
      beside={<Status is={isEqual ? 'ok' : 'bad'}>{isEqual ? says.equal : says.differs}</Status>}
    >
      <Section bare>
        <Table label={says.title} columns={columns} rows={heldAgainst} rowId={({ what }) => what} density={25} />
      </Section>
    </Panel>
  );
}

import { Panel, Section } from '#console/kit/Panel.tsx';
import { Status } from '#console/kit/Status.tsx';
import { Table, type Column } from '#console/kit/Table.tsx';
import { difference } from '#console/values/amounts.ts';
import { words } from '#console/words/en/reports.ts';
import type { Report } from './reports.ts';

type Books = NonNullable<Report['books']>;
type Line = Books['heldAgainst'][number];

const says = words.books;
const columns: readonly Column<Line, typeof says>[] = [
  { key: 'what', width: 420, whole: true, cell: (line) => line.says },
  { key: 'report', amount: ({ report }) => report },
  { key: 'leftOut', amount: ({ leftOut }) => leftOut },
  { key: 'books', amount: ({ books }) => books },
  {
    key: 'difference',
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
        <Table
          label={says.title}
          heads={says}
          columns={columns}
          rows={heldAgainst}
          rowId={({ what }) => what}
          density={25}
        />
      </Section>
    </Panel>
  );
}

import { listAudit } from '#contract/calls/operator/audit.ts';
import type { Filter } from '#console/kit/filter.ts';
import { FilterBar, NothingFound } from '#console/kit/FilterBar.tsx';
import { ListPanel } from '#console/kit/ListPanel.tsx';
import { Subject } from '#console/kit/Subject.tsx';
import type { Column } from '#console/kit/Table.tsx';
import { useAddress } from '#console/kit/useAddress.ts';
import { useList, type RowOf } from '#console/kit/useList.ts';
import { sayFields } from '#console/values/stored.ts';
import { words } from '#console/words/en/audit.ts';
import { AuditScreen } from './AuditScreen.tsx';
import { Line } from './Line.tsx';
import styles from './Audit.module.css';

type Row = RowOf<typeof listAudit>;

const filters: readonly Filter[] = [
  { name: 'day', label: words.filters.day, kind: 'day' },
  { name: 'who', label: words.filters.who, kind: 'text', hint: words.filters.whoHint },
  { name: 'act', label: words.filters.act, kind: 'text', hint: words.filters.actHint },
  { name: 'subject', label: words.filters.subject, kind: 'text', hint: words.filters.subjectHint },
  {
    name: 'two',
    label: words.filters.two,
    kind: 'one',
    rare: true,
    options: [{ value: 'true', label: words.filters.yes }],
  },
];

const columns: readonly Column<Row, typeof words.columns>[] = [
  { key: 'at', width: 150, time: ({ at }) => at },
  {
    key: 'who',
    width: 130,
    whole: true,
    cell: ({ who }) => <span className={who === 'worker' ? 'quiet' : undefined}>{who}</span>,
    filter: { name: 'who', value: ({ who }) => who },
  },
  {
    key: 'act',
    width: 140,
    whole: true,
    cell: ({ act }) => words.act(act),
    filter: { name: 'act', value: ({ act }) => act },
    copy: ({ act }) => act,
  },
  {
    key: 'subject',
    width: 190,
    cell: ({ subject, request }) =>
      subject === null ? null : <Subject of={request ? `request R-${request.number}` : subject} />,
    copy: ({ subject }) => subject ?? '',
  },
  { key: 'change', spare: true, cell: (row) => <span className="small quiet">{sayChange(row)}</span> },
  { key: 'line', width: 64, amount: ({ number }) => number },
  {
    key: 'hash',
    width: 104,
    whole: true,
    cell: ({ hash, act }) => (
      <span className={styles.link} data-signed={act === 'head_signed' || undefined}>
        <span className="mono quiet">
          {hash.slice(0, 4)} {hash.slice(4, 8)}
        </span>
      </span>
    ),
    copy: ({ hash }) => hash,
  },
];

/** The lines of the audit, and the open one beside. */
export function Lines() {
  const address = useAddress();
  const { day, who, act, subject, two } = address.filters;
  const list = useList(
    listAudit,
    { query: { day, who, act, subject, two: two === 'true' ? 'true' : undefined } },
    { rowId: ({ number }) => String(number), every: 5_000 },
  );
  return (
    <AuditScreen heard={list}>
      <FilterBar filters={filters} list={list} />
      <ListPanel
        size="narrow"
        label={words.title}
        list={list}
        fold={['act', 'subject', 'who', 'at']}
        heads={words.columns}
        columns={columns}
        empty={<NothingFound says={words.none} filters={filters} />}
        beside={address.open === null ? null : <Line key={address.open} number={address.open} />}
      />
    </AuditScreen>
  );
}

/** The change in one line: values before and after where they are plain, and the reason. */
function sayChange({ before, after, reason }: Row): string {
  const parts = [sayValues(before), sayValues(after)].filter((part) => part !== '');
  return [parts.join(' → '), reason].filter(Boolean).join(' · ');
}

function sayValues(values: unknown): string {
  return typeof values === 'object' && values !== null ? sayFields(values) : '';
}

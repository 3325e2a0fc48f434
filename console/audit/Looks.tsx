import { listViews } from '#contract/calls/operator/audit.ts';
import type { Filter } from '#console/kit/filter.ts';
import { FilterBar, NothingFound } from '#console/kit/FilterBar.tsx';
import { ListPanel } from '#console/kit/ListPanel.tsx';
import { Subject } from '#console/kit/Subject.tsx';
import type { Column } from '#console/kit/Table.tsx';
import { useAddress } from '#console/kit/useAddress.ts';
import { useList, type RowOf } from '#console/kit/useList.ts';
import { lookName } from '#console/values/names.ts';
import { words } from '#console/words/en/audit.ts';
import { AuditScreen } from './AuditScreen.tsx';

type Row = RowOf<typeof listViews>;

const filters: readonly Filter[] = [
  { name: 'day', label: words.filters.day, kind: 'day' },
  { name: 'who', label: words.filters.who, kind: 'text', hint: words.filters.whoHint },
  { name: 'subject', label: words.filters.subject, kind: 'text', hint: words.filters.subjectHint },
];

const columns: readonly Column<Row>[] = [
  { key: 'at', width: 150, time: ({ at }) => at },
  { key: 'who', width: 130, whole: true, cell: ({ who }) => who, filter: { name: 'who', value: ({ who }) => who } },
  {
    key: 'subject',
    head: words.looks.subject,
    width: 160,
    cell: ({ subject }) => <Subject of={subject} />,
    copy: ({ subject }) => subject,
  },
  { key: 'what', width: 200, cell: ({ what }) => lookName(what) },
  { key: 'why', cell: ({ why }) => why },
];

/** The log of views: which operator looked at which player. */
export function Looks() {
  const { day, who, subject } = useAddress().filters;
  const query = { day, who, subject };
  const list = useList(listViews, { query }, { every: 15_000 });
  return (
    <AuditScreen heard={list}>
      <FilterBar filters={filters} list={list} />
      <ListPanel
        label={words.views.looks}
        list={list}
        fold={['who', 'subject', 'what why', 'at']}
        columns={columns}
        empty={<NothingFound says={words.noLooks} filters={filters} />}
      />
    </AuditScreen>
  );
}

import { Link } from 'wouter';
import { navigate } from '#console/kit/navigate.ts';
import { listRequests } from '#contract/calls/operator/acts.ts';
import { Screen } from '#console/frame/Screen.tsx';
import { chosenOf } from '#console/kit/address.ts';
import type { Filter } from '#console/kit/filter.ts';
import { FilterBar, NothingFound } from '#console/kit/FilterBar.tsx';
import { named } from '#console/kit/named.ts';
import { Panel } from '#console/kit/Panel.tsx';
import { Status } from '#console/kit/Status.tsx';
import { ListTable, type Column } from '#console/kit/Table.tsx';
import { useAddress } from '#console/kit/useAddress.ts';
import { useList, type RowOf } from '#console/kit/useList.ts';
import { amount } from '#console/values/amounts.ts';
import { Opens } from '#console/kit/Figure.tsx';
import { Subject, screenOf } from '#console/kit/Subject.tsx';
import { useNow } from '#console/clock/clock.ts';
import { words } from '#console/words/en/requests.ts';
import { EndReason } from './EndReason.tsx';
import { clockOf, closedThemselves, states, tones } from './states.ts';

type Row = RowOf<typeof listRequests>;

const every = 5_000;

const kinds = Object.keys(words.kinds);

const filters: readonly Filter[] = [
  { name: 'status', label: words.filters.status, kind: 'choice', options: named(words.short, states) },
  {
    name: 'kind',
    label: words.filters.kind,
    kind: 'choice',
    options: kinds.map((value) => ({ value, label: words.kind(value) })),
  },
  { name: 'subject', label: words.filters.subject, kind: 'text', hint: words.filters.subjectHint },
];

const columns: readonly Column<Row, typeof words.columns>[] = [
  {
    key: 'number',
    width: 90,
    cell: ({ id, number }) => <Link to={`/requests/${id}`}>{words.number(amount(number))}</Link>,
  },
  {
    key: 'status',
    width: 110,
    cell: ({ status }) => <Status is={tones[status]}>{words.short[status]}</Status>,
    filter: { name: 'status', value: ({ status }) => status },
  },
  {
    key: 'kind',
    width: 200,
    cell: ({ kind }) => words.kind(kind),
    filter: { name: 'kind', value: ({ kind }) => kind },
    copy: ({ kind }) => kind,
  },
  { key: 'subject', width: 130, cell: (request) => <About of={request} /> },
  {
    key: 'reason',
    spare: true,
    cell: (request) => (request.status === 'failed' ? <EndReason of={request} /> : request.reason),
  },
  { key: 'askedBy', width: 110, cell: ({ askedBy }) => askedBy },
  { key: 'asked', width: 90, time: ({ askedAt }) => askedAt },
  { key: 'ends', width: 90, time: ({ expiresAt, endedAt }) => endedAt ?? expiresAt },
];

/** The draw by its time; any other subject as it is stored. */
function About({ of: { subject, drawsAt } }: { readonly of: Row }) {
  const now = useNow();
  if (drawsAt === null) return <Subject of={subject} />;
  return <Opens to={screenOf(subject)!}>{words.drawOf(clockOf(drawsAt, now))}</Opens>;
}

export function RequestList() {
  const { filters: set } = useAddress();
  const { whose, status, kind, subject } = set;
  const query = {
    whose: whose === 'mine' ? ('mine' as const) : ('all' as const),
    status: status && chosenOf(status, states).join(','),
    kind: kind && chosenOf(kind, kinds).join(','),
    subject,
  };
  const list = useList(listRequests, { query }, { every });
  const views = [
    { name: words.views.all, search: '' },
    { name: words.views.mine, search: 'whose=mine' },
    { name: words.views.closedThemselves, search: `status=${closedThemselves.join(',')}` },
  ];
  return (
    <Screen title={words.title} views={views} heard={list} rows="auto minmax(0, 1fr)">
      <FilterBar filters={filters} list={list} />
      <Panel fills>
        <ListTable
          label={words.title}
          list={list}
          fold={['kind', 'subject', 'number askedBy asked', 'status']}
          heads={words.columns}
          columns={columns}
          opens={false}
          onOpen={(id) => navigate(`/requests/${id}`)}
          empty={<NothingFound says={words.none.other} filters={filters} />}
        />
      </Panel>
    </Screen>
  );
}

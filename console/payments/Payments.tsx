import { countOperatorPayments, listOperatorPayments } from '#contract/calls/operator/payments.ts';
import { useApi } from '#console/api/queries.ts';
import { useNow } from '#console/clock/clock.ts';
import { Screen } from '#console/frame/Screen.tsx';
import type { Filter } from '#console/kit/filter.ts';
import { FilterBar, NothingFound } from '#console/kit/FilterBar.tsx';
import { Opens } from '#console/kit/Figure.tsx';
import { Panel } from '#console/kit/Panel.tsx';
import { Split } from '#console/kit/Split.tsx';
import { Status } from '#console/kit/Status.tsx';
import { ListTable, type Column } from '#console/kit/Table.tsx';
import { useAddress } from '#console/kit/useAddress.ts';
import { useList } from '#console/kit/useList.ts';
import { difference } from '#console/values/amounts.ts';
import { Time } from '#console/values/Time.tsx';
import { formatSpan } from '#console/values/time.ts';
import { providerName } from '#console/values/names.ts';
import { words } from '#console/words/en/payments.ts';
import { directions, shortId, shortStandingOf, statuses, toQuery, views, type Listed } from './payment.ts';
import { OpenPayment } from './PaymentView.tsx';

const every = 5_000;

const filters: readonly Filter[] = [
  {
    name: 'status',
    label: words.filters.status,
    kind: 'choice',
    options: statuses.map((value) => ({ value, label: words.statuses[value] })),
  },
  {
    name: 'direction',
    label: words.filters.direction,
    kind: 'choice',
    options: directions.map((value) => ({ value, label: words.ways[value] })),
  },
  { name: 'day', label: words.filters.day, kind: 'day' },
  { name: 'provider', label: words.filters.provider, kind: 'text', hint: words.filters.providerHint, rare: true },
  { name: 'client', label: words.filters.client, kind: 'text', hint: words.filters.clientHint, rare: true },
];

const columns: readonly Column<Listed>[] = [
  // First, because a phone shows the beginning of a row.
  {
    key: 'amount',
    align: 'right',
    width: 96,
    cell: (row) => <b>{difference(row.direction === 'deposit' ? row.amount : -row.amount)}</b>,
    copy: (row) => String(row.amount),
  },
  { key: 'since', width: 150, cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    key: 'status',
    width: 110,
    whole: true,
    cell: (row) => {
      const { is, says } = shortStandingOf(row);
      return <Status is={is}>{says}</Status>;
    },
    filter: { name: 'status', value: ({ status }) => status },
  },
  {
    key: 'way',
    head: words.columns.way,
    width: 52,
    whole: true,
    cell: ({ direction }) => <span className="quiet">{words.ways[direction]}</span>,
    filter: { name: 'direction', value: ({ direction }) => direction },
  },
  {
    key: 'provider',
    width: 84,
    spare: true,
    cell: ({ provider }) => <span className="quiet">{providerName(provider)}</span>,
    filter: { name: 'provider', value: ({ provider }) => provider },
  },
  {
    key: 'age',
    head: words.columns.age,
    align: 'right',
    width: 80,
    cell: (row) => <Age payment={row} />,
  },
  {
    key: 'payment',
    head: words.columns.payment,
    width: 90,
    spare: true,
    cell: ({ id }) => <span className="mono">{shortId(id)}</span>,
    copy: ({ id }) => id,
  },
];

const ended: readonly Listed['status'][] = ['succeeded', 'paid', 'failed', 'expired'];

/** How long a payment has waited; empty for one that has ended. */
function Age({ payment: { createdAt, status, mismatch } }: { readonly payment: Listed }) {
  const now = useNow();
  if (ended.includes(status) && mismatch === null) return <span className="quiet">–</span>;
  return <>{formatSpan(Math.max(0, now - Date.parse(createdAt)))}</>;
}

/** The queues of payments, worst and oldest first, and all of them; the open one beside. */
export default function Payments() {
  const { view, filters: set, open } = useAddress();
  const query = toQuery(view, set);
  const list = useList(listOperatorPayments, { query }, { rowId: ({ id }) => id, every });
  const { data: counted } = useApi(countOperatorPayments, {}, { refetchInterval: every });
  const counts: Readonly<Record<string, number>> = counted?.data ?? {};
  return (
    <Screen
      title={words.title}
      heard={list}
      rows="auto minmax(0, 1fr)"
      views={views.map((name) => ({
        name: words.views[name],
        search: name === 'open' ? '' : `view=${name}`,
        count: counts[name],
      }))}
    >
      <FilterBar filters={filters} list={list} />
      <Split
        list={
          <Panel fills>
            <ListTable
              label={words.title}
              list={list}
              columns={columns}
              rowId={({ id }) => id}
              empty={
                <NothingFound
                  says={words.nothing[query.view ?? 'open']}
                  filters={filters}
                  last={query.view !== 'all' && <Opens to="/payments?view=all">{words.seeAll}</Opens>}
                />
              }
            />
          </Panel>
        }
        beside={open === null ? null : <OpenPayment key={open} id={open} />}
      />
    </Screen>
  );
}

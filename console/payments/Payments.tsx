import { countOperatorPayments, listOperatorPayments, sumOperatorPayments } from '#contract/calls/operator/payments.ts';
import type { OperatorAnswer } from '#contract/operator/endpoints.ts';
import { useApi } from '#console/api/queries.ts';
import { useMay } from '#console/api/useMay.ts';
import { useNow } from '#console/clock/clock.ts';
import { Screen, type View } from '#console/frame/Screen.tsx';
import type { Filter } from '#console/kit/filter.ts';
import { FilterBar, NothingFound } from '#console/kit/FilterBar.tsx';
import { Opens } from '#console/kit/Figure.tsx';
import { ListPanel } from '#console/kit/ListPanel.tsx';
import { named } from '#console/kit/named.ts';
import { Status } from '#console/kit/Status.tsx';
import type { Column } from '#console/kit/Table.tsx';
import { useAddress } from '#console/kit/useAddress.ts';
import { useList } from '#console/kit/useList.ts';
import { amount, difference } from '#console/values/amounts.ts';
import { formatSpan } from '#console/values/time.ts';
import { methodName, networks, providerName } from '#console/values/names.ts';
import { lazySheet } from '#console/kit/lazy-sheet.tsx';
import { words } from '#console/words/en/payments.ts';
import { directions, networkOf, shortId, shortStandingOf, statuses, toQuery, views, type Listed } from './payment.ts';
import { OpenPayment } from './PaymentView.tsx';

const Networks = lazySheet(async () => (await import('#console/charts/Networks.tsx')).Networks);
const Routes = lazySheet(async () => (await import('./Routes.tsx')).Routes);
const SlowNote = lazySheet(async () => (await import('./SlowNote.tsx')).SlowNote);
const PaymentCharts = lazySheet(async () => (await import('#console/charts/Networks.tsx')).PaymentCharts);

const every = 5_000;
const sumsEvery = 20_000;

const filters: readonly Filter[] = [
  { name: 'status', label: words.filters.status, kind: 'choice', options: named(words.statuses, statuses) },
  { name: 'direction', label: words.filters.direction, kind: 'choice', options: named(words.directions, directions) },
  {
    name: 'network',
    label: words.filters.network,
    kind: 'one',
    options: networks.map((value) => ({ value, label: methodName(value) })),
  },
  { name: 'amount', label: words.filters.amount, kind: 'amounts' },
  { name: 'player', label: words.filters.player, kind: 'text', hint: words.filters.playerHint },
  { name: 'day', label: words.filters.day, kind: 'days' },
  { name: 'provider', label: words.filters.provider, kind: 'text', hint: words.filters.providerHint, rare: true },
];

function Standing({ of }: { readonly of: Listed }) {
  const { is, says } = shortStandingOf(of);
  return <Status is={is}>{says}</Status>;
}

const columns: readonly Column<Listed>[] = [
  { key: 'at', width: 88, time: ({ createdAt }) => createdAt },
  {
    key: 'status',
    width: 112,
    whole: true,
    cell: (row) => <Standing of={row} />,
    filter: { name: 'status', value: ({ status }) => status },
  },
  {
    key: 'type',
    head: words.columns.type,
    width: 88,
    whole: true,
    spare: true,
    cell: ({ direction }) => words.directions[direction],
    filter: { name: 'direction', value: ({ direction }) => direction },
  },
  {
    key: 'amount',
    width: 92,
    difference: (row) => (row.direction === 'deposit' ? row.amount : -row.amount),
    look: 'bold',
    copy: (row) => String(row.amount),
  },
  {
    key: 'player',
    folded: ({ name, clientId }) => name ?? `#${clientId}`,
    width: 150,
    cell: (row) => <Player of={row} />,
    copy: ({ clientId }) => `#${clientId}`,
  },
  { key: 'phone', width: 150, whole: true, spare: true, cell: ({ phone }) => phone ?? '–', look: 'quiet' },
  {
    key: 'network',
    width: 120,
    cell: ({ method }) => methodName(method),
    filter: { name: 'network', value: ({ method }) => networkOf(method) },
  },
  {
    key: 'provider',
    width: 96,
    spare: true,
    cell: ({ provider }) => providerName(provider),
    look: 'quiet',
    filter: { name: 'provider', value: ({ provider }) => provider },
  },
  { key: 'took', head: words.columns.took, align: 'right', width: 92, spare: true, cell: (row) => <Took of={row} /> },
  { key: 'reference', width: 84, spare: true, cell: ({ id }) => shortId(id), look: 'mono', copy: ({ id }) => id },
];

/** The player, whom those who may open one open from here. */
function Player({ of: { clientId, name } }: { readonly of: Listed }) {
  const may = useMay('getPlayer');
  const says = name ?? `#${clientId}`;
  return may ? <Opens to={`/players/${clientId}`}>{says}</Opens> : says;
}

const ended: readonly Listed['status'][] = ['succeeded', 'paid', 'failed', 'expired'];

/** How long a payment took; in bold how long it has waited so far. What failed took nothing. */
function Took({ of: { createdAt, updatedAt, status, mismatch } }: { readonly of: Listed }) {
  const now = useNow();
  if (!ended.includes(status) || mismatch !== null) return <b>{formatSpan(now - Date.parse(createdAt))}</b>;
  const moved = status === 'succeeded' || status === 'paid';
  return moved ? formatSpan(Date.parse(updatedAt) - Date.parse(createdAt)) : <span className="quiet">–</span>;
}

/** The health of the networks; or the queues of payments. */
export default function Payments() {
  const { view } = useAddress();
  const { data: counted } = useApi(countOperatorPayments, {}, { refetchInterval: every });
  const counts: Readonly<Record<string, number>> = counted?.data ?? {};
  const tabs = [
    ...views.map((name) => ({
      name: words.views[name],
      search: name === 'open' ? '' : `view=${name}`,
      count: counts[name],
    })),
    { name: words.networks, search: 'view=networks' },
  ];
  if (view !== 'networks') return <Queues tabs={tabs} />;
  return (
    <Screen title={words.title} views={tabs}>
      <div className="panels scrolls">
        <Routes>
          <Networks note={SlowNote} />
        </Routes>
      </div>
    </Screen>
  );
}

/** The queues of payments, worst and oldest first, and all of them, with the charts above; the open one beside. */
function Queues({ tabs }: { readonly tabs: readonly View[] }) {
  const { view, filters: set, open } = useAddress();
  const query = toQuery(view, set);
  // A queue is worked through item by item, and the open payment beside it needs the height.
  const withCharts = query.view === 'all' && open === null;
  const list = useList(listOperatorPayments, { query }, { every });
  const { data: sums } = useApi(sumOperatorPayments, { query }, { refetchInterval: sumsEvery });
  return (
    <Screen
      title={words.title}
      heard={list}
      rows={withCharts ? 'auto auto minmax(0, 1fr)' : 'auto minmax(0, 1fr)'}
      views={tabs}
    >
      {withCharts && <PaymentCharts />}
      <FilterBar filters={filters} list={list} sums={sums && <Sums of={sums.data} />} />
      <ListPanel
        label={words.title}
        list={list}
        fold={['player', 'amount', 'type network at', 'status']}
        columns={columns}
        empty={
          <NothingFound
            says={words.nothing[query.view ?? 'open']}
            filters={filters}
            last={query.view !== 'all' && <Opens to="/payments?view=all">{words.seeAll}</Opens>}
          />
        }
        beside={open === null ? null : <OpenPayment key={open} id={open} />}
      />
    </Screen>
  );
}

/** The number of payments that the filters find, and their sum. */
function Sums({
  of: { count, hasMore, in: paidIn, out },
}: {
  readonly of: OperatorAnswer<typeof sumOperatorPayments>['data'];
}) {
  if (hasMore) return words.moreThan(amount(count));
  return (
    <span title={words.withoutFailed}>
      {words.count(count, amount(count))} · <b>{difference(paidIn)}</b> ·{' '}
      <b>{difference(out === null ? null : -out)}</b>
    </span>
  );
}

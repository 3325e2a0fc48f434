import { useEffect } from 'react';
import { listDraws } from '#contract/calls/operator/draws.ts';
import { serverNow } from '#console/clock/clock.ts';
import { Screen } from '#console/frame/Screen.tsx';
import type { Filter } from '#console/kit/filter.ts';
import { FilterBar, NothingFound } from '#console/kit/FilterBar.tsx';
import { Panel } from '#console/kit/Panel.tsx';
import { Split } from '#console/kit/Split.tsx';
import { ListTable, type Column } from '#console/kit/Table.tsx';
import { useAddress } from '#console/kit/useAddress.ts';
import { useList } from '#console/kit/useList.ts';
import { amount, difference } from '#console/values/amounts.ts';
import { Time } from '#console/values/Time.tsx';
import { dayOf } from '#console/values/time.ts';
import { words } from '#console/words/en/draws.ts';
import { DrawStatus, LateStep, type ListedDraw } from './late.tsx';
import { OpenDraw } from './OpenDraw.tsx';

const statuses = ['open', 'closed', 'drawn', 'settled', 'void'] as const;
const lateSteps = ['closed', 'sealed', 'round', 'drawn', 'listed', 'paid'] as const;
const kinds = [1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30, 60];

const filters: readonly Filter[] = [
  { name: 'day', label: words.filters.day, kind: 'day' },
  {
    name: 'kind',
    label: words.filters.kind,
    kind: 'choice',
    options: kinds.map((minutes) => ({ value: String(minutes), label: words.kind(minutes) })),
  },
  {
    name: 'status',
    label: words.filters.status,
    kind: 'choice',
    options: statuses.map((value) => ({ value, label: words.statuses[value] })),
  },
  {
    name: 'late',
    label: words.filters.late,
    kind: 'choice',
    options: lateSteps.map((value) => ({ value, label: words.steps[value] })),
  },
  {
    name: 'needs',
    label: words.filters.needs,
    kind: 'one',
    options: [{ value: 'somebody', label: words.needs }],
    rare: true,
  },
];

const columns: readonly Column<ListedDraw>[] = [
  { key: 'draws', head: words.columns.draw, width: 150, orders: true, cell: ({ drawsAt }) => <Time at={drawsAt} /> },
  {
    key: 'status',
    width: 88,
    whole: true,
    cell: (draw) => <DrawStatus of={draw} />,
    filter: { name: 'status', value: ({ status }) => status },
  },
  { key: 'staked', align: 'right', width: 84, cell: ({ staked }) => amount(staked) },
  { key: 'paid', align: 'right', width: 84, cell: ({ paid }) => amount(paid) },
  { key: 'net', head: words.columns.net, align: 'right', width: 84, cell: ({ net }) => difference(net) },
  {
    key: 'late',
    head: words.columns.late,
    whole: true,
    cell: (draw) => <LateStep of={{ ...draw, calledOff: draw.calledOff || null }} />,
    filter: { name: 'late', value: ({ late }) => late?.step ?? '' },
  },
];

const rowId = ({ id }: ListedDraw) => id;
const renewedEvery = 5_000;

/** All draws, and the open one beside. */
export default function Draws() {
  const address = useAddress();
  const today = dayOf(serverNow());
  const views = [
    { name: words.views.needs, search: 'needs=somebody' },
    { name: words.views.today, search: `day=${today}&status=-open` },
    { name: words.views.onSale, search: 'status=open&order=draws' },
    { name: words.views.late, search: `late=${lateSteps.join(',')}` },
    { name: words.views.void, search: 'status=void' },
  ];
  useTodayFirst(today);
  const { day, kind, status, late, needs } = address.filters;
  const query = {
    day,
    kind,
    status,
    late,
    needs: needs === undefined ? undefined : ('somebody' as const),
    order: address.order === 'draws' ? ('draws' as const) : undefined,
  };
  const list = useList(listDraws, { query }, { rowId, every: renewedEvery });
  return (
    <Screen title={words.title} views={views} heard={list} rows="auto minmax(0, 1fr)">
      <FilterBar filters={filters} list={list} />
      <Split
        list={
          <Panel fills>
            <ListTable
              label={words.title}
              columns={columns}
              rowId={rowId}
              list={list}
              empty={<NothingFound says={words.nothing} filters={filters} />}
            />
          </Panel>
        }
        beside={address.open === null ? null : <OpenDraw key={address.open} id={address.open} />}
      />
    </Screen>
  );
}

/** Without a filter the list starts with the draws of today, not with those on sale a week ahead. */
function useTodayFirst(today: string): void {
  const { filters: set, order, open, change } = useAddress();
  const isBare = Object.keys(set).length === 0 && order === null;
  useEffect(() => {
    if (isBare && open === null) change({ filters: { day: today, status: '-open' } }, { inPlace: true });
    // Only when the address becomes bare.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isBare]);
}

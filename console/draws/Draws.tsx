import { useEffect } from 'react';
import { listDraws } from '#contract/calls/operator/draws.ts';
import { serverNow, useNow } from '#console/clock/clock.ts';
import { Screen } from '#console/frame/Screen.tsx';
import { Balls } from '#console/kit/Balls.tsx';
import { showsView } from '#console/kit/address.ts';
import type { Filter } from '#console/kit/filter.ts';
import { FilterBar, NothingFound } from '#console/kit/FilterBar.tsx';
import { named } from '#console/kit/named.ts';
import { useApi } from '#console/api/queries.ts';
import { lazySheet } from '#console/kit/lazy-sheet.tsx';
import { Panel } from '#console/kit/Panel.tsx';
import { Split } from '#console/kit/Split.tsx';
import { Tag } from '#console/kit/Status.tsx';
import { ListTable, type Column } from '#console/kit/Table.tsx';
import { useAddress } from '#console/kit/useAddress.ts';
import { useList } from '#console/kit/useList.ts';
import { amount, difference, percent } from '#console/values/amounts.ts';
import { Time } from '#console/values/Time.tsx';
import { dayOf, formatLeft } from '#console/values/time.ts';
import { words } from '#console/words/en/draws.ts';
import { GoToTime } from './GoToTime.tsx';
import { DrawStatus, LateStep, type ListedDraw } from './late.tsx';
import { OpenDraw } from './OpenDraw.tsx';

const statuses = ['open', 'closed', 'drawn', 'settled', 'void'] as const;
const lateSteps = ['closed', 'sealed', 'round', 'drawn', 'listed', 'paid'] as const;
const kinds = [1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30, 60];

const filters: readonly Filter[] = [
  { name: 'day', label: words.filters.day, kind: 'days' },
  {
    name: 'kind',
    label: words.filters.kind,
    kind: 'choice',
    options: kinds.map((minutes) => ({ value: String(minutes), label: words.kind(minutes) })),
  },
  { name: 'status', label: words.filters.status, kind: 'choice', options: named(words.statuses, statuses) },
  { name: 'staked', label: words.filters.staked, kind: 'amounts' },
  { name: 'net', label: words.filters.net, kind: 'amounts' },
  { name: 'late', label: words.filters.late, kind: 'choice', options: named(words.steps, lateSteps) },
  {
    name: 'needs',
    label: words.filters.needs,
    kind: 'one',
    options: [{ value: 'somebody', label: words.needs }],
    rare: true,
  },
];

const share = ({ paid, staked }: ListedDraw) => percent(paid === null || staked === 0 ? null : paid / staked);

const columns: readonly Column<ListedDraw, typeof words.columns>[] = [
  { key: 'draws', head: words.columns.draw, width: 76, orders: true, time: ({ drawsAt }) => drawsAt },
  {
    key: 'status',
    width: 88,
    whole: true,
    cell: (draw) => <DrawStatus of={draw} />,
    filter: { name: 'status', value: ({ status }) => status },
  },
  {
    key: 'result',
    folded: (draw) => (draw.net === null ? <Outcome of={draw} /> : words.stakedOf(amount(draw.staked))),
    width: 204,
    whole: true,
    spare: true,
    cell: (draw) => <Outcome of={draw} />,
  },
  { key: 'tickets', width: 64, amount: ({ tickets }) => tickets },
  { key: 'players', align: 'right', width: 64, spare: true, cell: ({ players }) => <Players of={players} /> },
  { key: 'staked', width: 84, amount: ({ staked }) => staked, look: 'bold' },
  { key: 'worst', width: 92, spare: true, amount: ({ worst }) => worst },
  { key: 'paid', width: 84, amount: ({ paid }) => paid },
  {
    key: 'net',
    folded: ({ net, staked }) => (net === null ? amount(staked) : difference(net)),
    width: 84,
    difference: ({ net }) => net,
  },
  { key: 'share', align: 'right', width: 64, spare: true, cell: share },
  {
    key: 'late',
    head: words.columns.note,
    whole: true,
    spare: true,
    cell: remarkOf,
    filter: { name: 'late', value: ({ late }) => late?.step ?? '' },
  },
];

/** The result; before the draw, the close of sales. */
function Outcome({ of: { result, status, closesAt } }: { readonly of: ListedDraw }) {
  const now = useNow();
  if (result !== null) return <Balls of={result.map(Number)} />;
  if (status !== 'open' || Date.parse(closesAt) < now) return <span className="quiet">–</span>;
  return (
    <span className="quiet">
      {words.closesIn} <b>{formatLeft(Date.parse(closesAt) - now)}</b>
    </span>
  );
}

/** A list counts the players of draws that are not very large. */
function Players({ of: players }: { readonly of: number | null }) {
  return players === null ? <span className="quiet">{words.notCounted}</span> : amount(players);
}

/** The late step; else how much of a cap is used, or when the result was published. */
function remarkOf(draw: ListedDraw) {
  const { late, calledOff, ofCap, publishedAt } = draw;
  if (late !== null || calledOff) return <LateStep of={{ ...draw, calledOff: calledOff || null }} />;
  if (ofCap !== null && ofCap >= 0.7)
    return <Tag tone={ofCap >= 0.9 ? 'bad' : 'wait'}>{words.ofCap(percent(ofCap, 0))}</Tag>;
  if (publishedAt === null) return null;
  return (
    <span className="quiet">
      {words.published} <Time at={publishedAt} show="time" />
    </span>
  );
}

const HouseChart = lazySheet(async () => (await import('#console/charts/HouseChart.tsx')).HouseChart);
const renewedEvery = 5_000;

/** All draws, and the open one beside. */
export default function Draws() {
  const address = useAddress();
  const today = dayOf(serverNow());
  const ofToday = `day=${today}&status=-open`;
  const views = [
    { name: words.views.needs, search: 'needs=somebody' },
    { name: words.views.today, search: ofToday },
    { name: words.views.onSale, search: 'status=open&order=draws' },
    { name: words.views.late, search: `late=${lateSteps.join(',')}` },
    { name: words.views.void, search: 'status=void' },
  ];
  useTodayFirst(today);
  const { day, kind, status, late, needs, staked, net } = address.filters;
  const query = {
    day,
    kind,
    status,
    late,
    staked,
    net,
    needs: needs === undefined ? undefined : ('somebody' as const),
    order: address.order === 'draws' ? ('draws' as const) : undefined,
  };
  const list = useList(listDraws, { query }, { every: renewedEvery });
  const isToday = showsView(address, ofToday) && !list.isCut;
  const next = useNext(isToday).filter(({ id }) => !list.rows.some((one) => one.id === id));
  return (
    <Screen
      title={words.title}
      views={views}
      heard={list}
      rows={address.open === null ? 'auto auto minmax(0, 1fr)' : 'auto minmax(0, 1fr)'}
    >
      {address.open === null && <HouseChart />}
      <FilterBar filters={filters} list={list} end={<GoToTime />} />
      <Split
        list={
          <Panel fills>
            <ListTable
              label={words.title}
              fold={['draws', 'net', 'result late', 'status']}
              heads={words.columns}
              columns={columns}
              list={isToday ? { ...list, rows: [...next, ...list.rows] } : list}
              {...(isToday && { groupOf })}
              empty={<NothingFound says={words.nothing} filters={filters} />}
            />
          </Panel>
        }
        beside={address.open === null ? null : <OpenDraw key={address.open} id={address.open} />}
      />
    </Screen>
  );
}

const groupOf = ({ status }: ListedDraw) => words.groups[status === 'open' ? 'onSale' : 'closed'];

/** The next draws on sale, which stand above those of today. */
function useNext(isToday: boolean): readonly ListedDraw[] {
  const query = { status: 'open', order: 'draws', limit: '4' } as const;
  const { data } = useApi(listDraws, { query }, { enabled: isToday, refetchInterval: renewedEvery });
  return (isToday && data?.data) || [];
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

import { careKinds, getCareFigures, listCareCases, listCareSigns } from '#contract/calls/operator/care.ts';
import { useApi } from '#console/api/queries.ts';
import { useMay } from '#console/api/useMay.ts';
import { Screen, type View } from '#console/frame/Screen.tsx';
import { Figure, Figures, Opens } from '#console/kit/Figure.tsx';
import { FilterBar, NothingFound } from '#console/kit/FilterBar.tsx';
import type { Filter } from '#console/kit/filter.ts';
import { ListPanel } from '#console/kit/ListPanel.tsx';
import { named } from '#console/kit/named.ts';
import { Panel } from '#console/kit/Panel.tsx';
import { Status, Tag } from '#console/kit/Status.tsx';
import { useAddress } from '#console/kit/useAddress.ts';
import { useList } from '#console/kit/useList.ts';
import { amount } from '#console/values/amounts.ts';
import { words } from '#console/words/en/care.ts';
import { OneCase } from './OneCase.tsx';
import { Thresholds } from './Thresholds.tsx';

const filters: readonly Filter[] = [
  { name: 'kind', label: words.kind, kind: 'choice', options: named(words.kinds, careKinds) },
];
const renewedEvery = 30_000;

/** Whether I see signs and figures: support sees only its own cases. */
function useSeesAll(): boolean {
  return useMay('listCareSigns');
}

function useViews(): readonly View[] {
  const { views } = words;
  return [
    { name: views.all, search: '' },
    { name: views.open, search: 'state=open' },
    { name: views.mine, search: 'whose=mine' },
    { name: views.closed, search: 'state=closed' },
    ...(useSeesAll()
      ? [
          { name: views.signs, search: 'view=signs' },
          { name: views.thresholds, search: 'view=thresholds' },
        ]
      : []),
  ];
}

/** Cases of care, one of them beside, and the players with a sign that play harms them. */
export default function Care() {
  const { view } = useAddress();
  const views = useViews();
  if (!useSeesAll()) return <CaseList />;
  if (view === 'thresholds') return <Thresholds views={views} />;
  return view === 'signs' ? <SignList /> : <CaseList />;
}

function CaseList() {
  const seesAll = useSeesAll();
  const { filters: set, open } = useAddress();
  const state = set['state'] === 'open' || set['state'] === 'closed' ? set['state'] : undefined;
  const whose = set['whose'] === 'mine' ? ('mine' as const) : undefined;
  const list = useList(listCareCases, { query: { state, whose, kind: set['kind'] } }, { every: renewedEvery });
  const { columns } = words;
  return (
    <Screen
      title={words.title}
      views={useViews()}
      heard={list}
      rows={seesAll ? 'auto auto minmax(0, 1fr)' : 'auto minmax(0, 1fr)'}
    >
      {seesAll && <Sums />}
      <FilterBar filters={filters} list={list} />
      <ListPanel
        beside={open === null ? null : <OneCase key={open} id={open} />}
        label={words.title}
        list={list}
        empty={<NothingFound says={words.none} filters={filters} />}
        fold={['player', 'opened', 'signs', 'end']}
        heads={columns}
        columns={[
          { key: 'player', cell: ({ name, clientId }) => <Named name={name} id={clientId} />, width: 200 },
          { key: 'opened', time: (row) => row.openedAt, width: 150 },
          { key: 'signs', cell: ({ kinds }) => kinds.map((one) => words.kinds[one]).join(' · ') },
          { key: 'whose', cell: ({ assignedTo }) => assignedTo ?? '–', width: 120, spare: true },
          {
            key: 'contacts',
            cell: ({ contacts, reached }) => (reached ? words.reached(contacts) : contacts),
            width: 110,
            spare: true,
          },
          {
            key: 'end',
            cell: ({ outcome }) =>
              outcome === null ? (
                <Status is="wait">{words.open}</Status>
              ) : (
                <Status is="ok">{words.outcomes[outcome]}</Status>
              ),
            width: 120,
          },
          { key: 'number', look: 'quiet', cell: ({ id }) => id, align: 'right', width: 64 },
        ]}
      />
    </Screen>
  );
}

/** A player by name, with the number behind it. */
function Named({ name, id }: { readonly name: string | null; readonly id: number }) {
  return (
    <>
      {name !== null && <b>{name}</b>} <span className="quiet">#{id}</span>
    </>
  );
}

function Sums() {
  const { figures } = words;
  const { data } = useApi(getCareFigures, {}, { refetchInterval: renewedEvery, select: (answer) => answer.data });
  const names = ['opened', 'tried', 'reached', 'limited', 'paused'] as const;
  return (
    <Panel>
      <Figures>
        <Figure label={figures.waiting} value={amount(data?.waiting)} note={figures.now} />
        {names.map((name) => (
          <Figure key={name} label={figures[name]} value={amount(data?.[name])} note={figures.note} />
        ))}
      </Figures>
    </Panel>
  );
}

function SignList() {
  const { filters: set } = useAddress();
  const list = useList(listCareSigns, { query: { kind: set['kind'] } }, { every: renewedEvery });
  const { columns } = words;
  return (
    <Screen title={words.title} views={useViews()} heard={list} rows="auto minmax(0, 1fr)">
      <FilterBar filters={filters} list={list} />
      <ListPanel
        label={words.views.signs}
        list={list}
        empty={<NothingFound says={words.noSign} filters={filters} />}
        fold={['player', 'at', 'signs', 'case']}
        columns={[
          {
            key: 'player',
            cell: ({ name, id }) => <Named name={name} id={id} />,
            to: ({ id }) => `/players/${id}?view=care`,
            width: 200,
          },
          {
            key: 'signs',
            // The player's usual value, in brackets.
            head: `${columns.signs} (${words.sign.usual.toLowerCase()})`,
            cell: ({ indicators }) =>
              indicators.map(({ kind, value, usual, level }) => (
                <Tag key={kind} tone={level === 2 ? 'bad' : 'wait'}>
                  {words.kinds[kind]}: {amount(value)} ({amount(Math.round(usual))})
                </Tag>
              )),
          },
          { key: 'at', head: columns.measured, time: ({ measuredAt }) => measuredAt, width: 150 },
          {
            key: 'case',
            head: columns.case,
            cell: ({ openCase }) => (openCase === null ? '–' : <Opens to={`/care?open=${openCase}`}>{openCase}</Opens>),
            width: 80,
          },
        ]}
      />
    </Screen>
  );
}

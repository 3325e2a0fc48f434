import { useState } from 'react';
import { Route, Switch } from 'wouter';
import { decideRequest, listRequests } from '#contract/calls/operator/acts.ts';
import { Screen } from '#console/frame/Screen.tsx';
import { useApi } from '#console/api/queries.ts';
import { BarChart } from '#console/charts/BarChart.tsx';
import { ActSheet } from '#console/kit/ActSheet.tsx';
import { Balls } from '#console/kit/Balls.tsx';
import { Button } from '#console/kit/Button.tsx';
import { Events } from '#console/kit/Events.tsx';
import { Facts } from '#console/kit/Facts.tsx';
import { Figure, Figures, Opens } from '#console/kit/Figure.tsx';
import type { Filter } from '#console/kit/filter.ts';
import { FilterBar, NothingFound } from '#console/kit/FilterBar.tsx';
import { Histogram } from '#console/kit/Histogram.tsx';
import { LineChart } from '#console/kit/LineChart.tsx';
import { Meter } from '#console/kit/Meter.tsx';
import { OpenPanel } from '#console/kit/OpenPanel.tsx';
import { Panel, Scroll, Section } from '#console/kit/Panel.tsx';
import { Split } from '#console/kit/Split.tsx';
import { Status, Tag, type Tone } from '#console/kit/Status.tsx';
import { ListTable, Table, type Column } from '#console/kit/Table.tsx';
import { useAct } from '#console/kit/useAct.ts';
import { useAddress } from '#console/kit/useAddress.ts';
import { useList, type RowOf } from '#console/kit/useList.ts';
import { amount, difference, percent } from '#console/values/amounts.ts';
import { Time } from '#console/values/Time.tsx';

/** Every part of the kit, on a page that is only built by its tests. */
export function Kit() {
  return (
    <Switch>
      <Route path="/charts" component={Charts} />
      <Route component={Lists} />
    </Switch>
  );
}

type Row = RowOf<typeof listRequests>;

const tones: Readonly<Record<Row['status'], Tone>> = {
  asked: 'wait',
  approved: 'run',
  done: 'ok',
  refused: 'idle',
  withdrawn: 'idle',
  expired: 'idle',
  failed: 'bad',
};

const filters: readonly Filter[] = [
  {
    name: 'status',
    label: 'status',
    kind: 'choice',
    options: Object.keys(tones).map((value) => ({ value, label: value })),
  },
  { name: 'day', label: 'day', kind: 'day' },
  { name: 'subject', label: 'subject', kind: 'text', hint: 'client 42', rare: true },
];

const columns: readonly Column<Row>[] = [
  { key: 'number', head: 'Request', align: 'right', width: 80, cell: ({ number }) => amount(number) },
  { key: 'askedAt', head: 'Asked', width: 150, orders: true, cell: ({ askedAt }) => <Time at={askedAt} /> },
  {
    key: 'status',
    head: 'Status',
    width: 100,
    cell: ({ status }) => <Status is={tones[status]}>{status}</Status>,
    filter: { name: 'status', value: ({ status }) => status },
  },
  { key: 'subject', head: 'Subject', cell: ({ subject }) => <span className="mono">{subject}</span> },
  { key: 'askedBy', head: 'Asked by', width: 90, cell: ({ askedBy }) => askedBy },
];

function Lists() {
  const address = useAddress();
  const list = useList(
    listRequests,
    {
      query: {
        status: address.filters.status,
        subject: address.filters.subject,
        order: address.order ?? undefined,
      } as never,
    },
    { every: 300 },
  );
  return (
    <Screen
      title="Lists"
      views={[
        { name: 'All', search: '' },
        { name: 'Waiting', search: 'status=asked', count: 3 },
      ]}
      heard={list}
      rows="auto minmax(0, 1fr)"
    >
      <FilterBar filters={filters} list={list} />
      <Split
        list={
          <Panel fills>
            <ListTable
              label="Requests"
              list={list}
              columns={columns}
              fold={['subject', 'number', 'kind', 'status']}
              empty={<NothingFound says="No such request" filters={filters} />}
            />
          </Panel>
        }
        beside={address.open === null ? null : <Opened id={address.open} isStale={list.isStale} />}
      />
    </Screen>
  );
}

const at = Date.parse('2026-11-20T18:30:00Z');

function Opened({ id, isStale }: { readonly id: string; readonly isStale: boolean }) {
  const [isAsking, setIsAsking] = useState(false);
  const act = useAct(decideRequest, {
    done: ({ data }) => ({ says: `Said: ${data.status}.` }),
    onDone: () => setIsAsking(false),
  });
  return (
    <OpenPanel
      isStale={isStale}
      title="Draw 20/11/2026 18:30:00"
      beside={<Status is="ok">settled</Status>}
      end={<Tag tone="wait">late</Tag>}
    >
      <Section>
        <Facts
          of={[
            ['Result', <Balls key="balls" of={[4, 9, 1, 7, 2, 8, 5, 3, 6]} />],
            ['Staked', <Opens key="opens" to="/charts">{`${amount(2_104_200)} XOF`}</Opens>],
            [
              'Request',
              <span key="id" className="mono">
                {id}
              </span>,
            ],
          ]}
        />
      </Section>
      <Scroll>
        <Section title="Events" end="gap to the step before on hover">
          <Events
            of={[
              { at: '2026-11-20T18:11:07.204Z', says: 'Asked by the player', note: 'winnings 61 000 → held' },
              { at: '2026-11-20T18:11:37.811Z', says: 'No answer in 30 s: unknown', tone: 'wait' },
              { at: '2026-11-20T18:36:07Z', says: 'Next time the worker asks', tone: 'next' },
            ]}
          />
        </Section>
        <Section>
          <Button kind="opens danger" keys="d" onPress={() => setIsAsking(true)}>
            Decide by hand…
          </Button>
        </Section>
      </Scroll>
      <ActSheet
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title="Submit: resolve this payment manually"
        needsTwo
        intro="Nothing moves until risk or compliance approves."
        before={<Status is="bad">unknown</Status>}
        after={<Status is="ok">paid</Status>}
        facts={[['Touches', 'one player']]}
        typed={{ label: 'Type the amount', value: amount(61_000) }}
        demands={[{ says: 'Status is still unknown', isMet: true, note: 'until 18:36:07' }]}
        ends="Ends 21/11 18:31 if nobody answers"
        act={act}
        onSign={({ reason }) => void act.run({ params: { id }, body: { decision: 'approve', reason } })}
      />
    </OpenPanel>
  );
}

const minute = 60_000;
const line = Array.from({ length: 90 }, (_, index) => ({
  at: at + index * minute,
  value: 450_000 + Math.round(60_000 * Math.sin(index / 9)),
}));

function Charts() {
  // One call, for the state of a panel whose call fails.
  const failed = useApi(listRequests, { query: { kind: 'failing' } });
  return (
    <Screen title="Charts" rows="auto auto auto minmax(0, 1fr)">
      <Panel>
        <Figures>
          <Figure label="Staked" value={amount(2_871_800)} to="/" note="3 480 tickets" />
          <Figure label="Net" value={difference(-43_900)} note="in − out − here" />
          <Figure label="Against last week" value={percent(0.09)} quiet />
        </Figures>
      </Panel>
      <div className="row">
        <div className="grow">
          <LineChart
            title="Sales a minute"
            unit="XOF"
            names={{ line: 'today', last: 'Fri 13/11', bars: 'single minutes' }}
            span={[at, at + 150 * minute]}
            line={line}
            last={line.map(({ at: when, value }) => ({ at: when, value: value - 80_000 }))}
            bars={line.map(({ at: when, value }, index) => ({
              at: when,
              value: value * (index % 4 === 0 ? 1.5 : 0.7),
            }))}
            now={line.at(-1)!.at}
          />
        </div>
        <div className="grow">
          <Histogram
            title="Payout in each result"
            names={{ nothing: 'pays nothing', pale: 'at most what was staked', dark: 'more' }}
            axes={{ count: 'results of 362 880', chance: 'chance (log scale)', value: 'paid out, XOF (log scale)' }}
            nothing={12_000}
            whole={362_880}
            bins={[9, 1_200, 8_000, 45_000, 100_000, 96_000, 52_000, 2_100, 310, 70, 4, 0, 0, 190, 110].map(
              (count, index) => ({
                from: 1_000_000 * 1.12 ** index,
                to: 1_000_000 * 1.12 ** (index + 1),
                count,
                isDark: index > 6,
              }),
            )}
            marks={[
              { value: 1_917_369, label: 'mean 1 917 369' },
              { value: 2_100_000, label: 'staked 2 100 000' },
              { value: 6_000_000, label: 'cap 6 000 000', tone: 'bad' },
            ]}
            strip={[4_200_000, 5_400_000]}
          />
        </div>
      </div>
      <BarChart
        title="House result"
        says="House result of ten draws"
        head="Draw"
        series={[{ name: 'net', tone: 'sign' }]}
        bars={[90, 80, 900, 70, -50, 90, -400, 80, -60, 70].map((net, index) => ({
          key: String(index),
          label: `18:${10 + index}`,
          values: [net * 1_000],
        }))}
      />
      <Panel title="Caps" fills>
        <Table
          label="Caps"
          density={25}
          rows={[
            { type: 'IziOrder', used: 0.73 },
            { type: 'IziOne', used: 0.92 },
            { type: 'IziTwo', used: 0.31 },
          ]}
          rowId={({ type }) => type}
          columns={[
            { key: 'type', head: 'Bet type', cell: ({ type }) => type },
            { key: 'used', head: 'Used', width: 200, cell: ({ type, used }) => <Meter label={type} value={used} /> },
          ]}
          total={{ type: 'Whole draw', used: '= the worst case' }}
        />
        {failed.error && <p role="alert">{failed.error.message}</p>}
      </Panel>
    </Screen>
  );
}

import { listFigureDraws, listFigures } from '#contract/calls/operator/money.ts';
import type { OperatorAnswer } from '#contract/operator/endpoints.ts';
import { addressOfFile } from '#console/api/call.ts';
import { useApi } from '#console/api/queries.ts';
import { useNow } from '#console/clock/clock.ts';
import { ListFile } from '#console/kit/ListFile.tsx';
import { Empty } from '#console/kit/Empty.tsx';
import type { Filter } from '#console/kit/filter.ts';
import { FilterBar } from '#console/kit/FilterBar.tsx';
import { OpenPanel } from '#console/kit/OpenPanel.tsx';
import { Panel, Scroll } from '#console/kit/Panel.tsx';
import { NoAnswer, Problem } from '#console/kit/Problem.tsx';
import { DrawLink } from '#console/kit/Subject.tsx';
import { Split } from '#console/kit/Split.tsx';
import { Table, type Column } from '#console/kit/Table.tsx';
import { useAddress } from '#console/kit/useAddress.ts';
import { useList } from '#console/kit/useList.ts';
import { amount, difference, percent } from '#console/values/amounts.ts';
import { addDays, dayOf, formatDay } from '#console/values/time.ts';
import { words as kitWords } from '#console/words/en/kit.ts';
import { words } from '#console/words/en/money.ts';
import { MoneyScreen } from './MoneyScreen.tsx';

type Figure = OperatorAnswer<typeof listFigures>['data'][number];
type FigureDraw = OperatorAnswer<typeof listFigureDraws>['data'][number];

const days = 31;
const filters: readonly Filter[] = [
  { name: 'day', label: words.draws.month, kind: 'day', unset: kitWords.today.toLowerCase() },
];
const figureId = ({ day, betType }: Pick<Figure, 'day' | 'betType'>) => `${day}.${betType}`;

const sums: readonly Column<Figure | FigureDraw, typeof words.draws>[] = [
  { key: 'tickets', amount: ({ tickets }) => tickets },
  { key: 'stakes', amount: ({ stakes }) => stakes },
  { key: 'won', spare: true, amount: ({ won }) => won },
  { key: 'payouts', amount: ({ payouts }) => payouts },
  { key: 'ggr', difference: ({ ggr }) => ggr },
];

/** Stakes, payouts and gross gaming revenue by the day on which draws were settled and by bet type; a line opens its draws. */
export function Draws() {
  const { filters: set, open, link } = useAddress();
  const today = dayOf(useNow());
  const to = set['day'] ?? today;
  const query = { from: addDays(to, 1 - days), to };
  const asked = useApi(listFigures, { query }, { refetchInterval: 60_000 });
  const figures = asked.data?.data;
  const opened = figures?.find((figure) => figureId(figure) === open);
  const columns: readonly Column<Figure, typeof words.draws>[] = [
    {
      key: 'day',
      width: 110,
      whole: true,
      cell: (row) => formatDay(row.day),
      to: (row) => link({ open: figureId(row) }),
    },
    { key: 'betType', width: 90, whole: true, cell: ({ betType }) => betType },
    { key: 'draws', spare: true, amount: (row) => row.draws },
    ...sums,
    { key: 'share', align: 'right', spare: true, width: 80, cell: ({ payouts, stakes }) => percent(payouts / stakes) },
  ];
  const sum = (name: 'draws' | 'tickets' | 'stakes' | 'won' | 'payouts' | 'ggr') =>
    (figures ?? []).reduce((total, figure) => total + figure[name], 0);
  return (
    <MoneyScreen rows="auto minmax(0, 1fr)">
      <FilterBar filters={filters} list={{ file: addressOfFile(listFigures, { query }) }} />
      <Split
        size="wide"
        list={
          <Panel fills>
            <NoAnswer of={asked} />
            {figures?.length === 0 ? (
              <Empty says={words.draws.none} />
            ) : (
              <Scroll>
                <Table
                  label={words.views.figures}
                  heads={words.draws}
                  columns={columns}
                  isNarrow={opened !== undefined}
                  rows={figures}
                  rowId={figureId}
                  density={27}
                  open={open}
                  skeleton={20}
                  total={{
                    day: words.draws.total,
                    tickets: amount(sum('tickets')),
                    stakes: amount(sum('stakes')),
                    won: amount(sum('won')),
                    payouts: amount(sum('payouts')),
                    ggr: difference(sum('ggr')),
                    share: percent(sum('payouts') / sum('stakes')),
                  }}
                />
              </Scroll>
            )}
          </Panel>
        }
        beside={opened ? <DrawsOf key={figureId(opened)} figure={opened} /> : null}
      />
    </MoneyScreen>
  );
}

function DrawsOf({ figure: { from, to, betType, day } }: { readonly figure: Figure }) {
  const list = useList(listFigureDraws, { query: { from, to, betType } }, { rowId: ({ drawId }) => drawId });
  const columns: readonly Column<FigureDraw, typeof words.draws>[] = [
    { key: 'draw', head: words.draws.drawsAt, cell: ({ drawId, drawsAt }) => <DrawLink id={drawId} at={drawsAt} /> },
    { key: 'settled', time: ({ finishedAt }) => finishedAt, show: 'time' },
    ...sums,
  ];
  return (
    <OpenPanel title={words.draws.drawsOf(betType, formatDay(day))} end={<ListFile of={list} size="head" />}>
      {list.error && <Problem error={list.error} again={list.again} />}
      <Scroll>
        <Table
          label={words.draws.drawsOf(betType, formatDay(day))}
          heads={words.draws}
          columns={columns}
          rows={list.isLoading ? undefined : list.rows}
          rowId={({ drawId }) => drawId}
          density={25}
          skeleton={10}
          end={
            list.hasMore ? (
              <button type="button" onClick={list.more}>
                {words.draws.draws} …
              </button>
            ) : undefined
          }
        />
      </Scroll>
    </OpenPanel>
  );
}

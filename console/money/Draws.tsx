import { listFigureDraws, listFigures } from '#contract/calls/operator/money.ts';
import type { OperatorAnswer } from '#contract/operator/endpoints.ts';
import { addressOfFile } from '#console/api/call.ts';
import { useApi } from '#console/api/queries.ts';
import { useNow } from '#console/clock/clock.ts';
import { ListFile } from '#console/kit/ListFile.tsx';
import { Empty } from '#console/kit/Empty.tsx';
import { Opens } from '#console/kit/Figure.tsx';
import type { Filter } from '#console/kit/filter.ts';
import { FilterBar } from '#console/kit/FilterBar.tsx';
import { OpenPanel } from '#console/kit/OpenPanel.tsx';
import { Panel, Scroll } from '#console/kit/Panel.tsx';
import { Problem } from '#console/kit/Problem.tsx';
import { DrawLink } from '#console/kit/Subject.tsx';
import { Split } from '#console/kit/Split.tsx';
import { Table, type Column } from '#console/kit/Table.tsx';
import { useAddress } from '#console/kit/useAddress.ts';
import { useList } from '#console/kit/useList.ts';
import { amount, difference, percent } from '#console/values/amounts.ts';
import { Time } from '#console/values/Time.tsx';
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

const sums: readonly Column<Figure | FigureDraw>[] = [
  { key: 'tickets', cell: ({ tickets }) => amount(tickets) },
  { key: 'stakes', head: words.draws.stakes, cell: ({ stakes }) => amount(stakes) },
  { key: 'won', spare: true, cell: ({ won }) => amount(won) },
  { key: 'payouts', head: words.draws.payouts, cell: ({ payouts }) => amount(payouts) },
  { key: 'ggr', head: words.draws.ggr, cell: ({ ggr }) => difference(ggr) },
];
const sumColumns = sums.map((column): Column<Figure | FigureDraw> => ({ ...column, align: 'right' }));

/** Stakes, payouts and gross gaming revenue by the day on which draws were settled and by bet type; a line opens its draws. */
export function Draws() {
  const { filters: set, open, link } = useAddress();
  const today = dayOf(useNow());
  const to = set['day'] ?? today;
  const query = { from: addDays(to, 1 - days), to };
  const { data, error, refetch } = useApi(listFigures, { query }, { refetchInterval: 60_000 });
  const figures = data?.data;
  const opened = figures?.find((figure) => figureId(figure) === open);
  const columns: readonly Column<Figure>[] = [
    {
      key: 'day',
      head: words.draws.day,
      width: 110,
      whole: true,
      cell: (row) => <Opens to={link({ open: figureId(row) })}>{formatDay(row.day)}</Opens>,
    },
    { key: 'betType', head: words.draws.betType, width: 90, whole: true, cell: ({ betType }) => betType },
    { key: 'draws', head: words.draws.draws, align: 'right', spare: true, cell: (row) => amount(row.draws) },
    ...sumColumns,
    {
      key: 'share',
      align: 'right',
      spare: true,
      width: 80,
      cell: ({ payouts, stakes }) => percent(payouts / stakes),
    },
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
            {error && <Problem error={error} again={() => void refetch()} />}
            {figures?.length === 0 ? (
              <Empty says={words.draws.none} />
            ) : (
              <Scroll>
                <Table
                  label={words.views.figures}
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
  const columns: readonly Column<FigureDraw>[] = [
    {
      key: 'draw',
      head: words.draws.drawsAt,
      cell: ({ drawId, drawsAt }) => <DrawLink id={drawId} at={drawsAt} />,
    },
    { key: 'settled', head: words.draws.settled, cell: ({ finishedAt }) => <Time at={finishedAt} show="time" /> },
    ...sumColumns,
  ];
  return (
    <OpenPanel title={words.draws.drawsOf(betType, formatDay(day))} end={<ListFile of={list} size="head" />}>
      {list.error && <Problem error={list.error} again={list.again} />}
      <Scroll>
        <Table
          label={words.draws.drawsOf(betType, formatDay(day))}
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

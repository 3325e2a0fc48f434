import type { getReport } from '#contract/calls/operator/reports.ts';
import type { OperatorAnswer } from '#contract/operator/endpoints.ts';
import { betNames, betTypes, type BetName } from '#domain/bet-types.ts';
import { useMay } from '#console/api/useMay.ts';
import { BarChart, halfSize } from './BarChart.tsx';
import chart from '#console/kit/Chart.module.css';
import { ChartPanel } from '#console/kit/ChartPanel.tsx';
import { Figure, Figures } from '#console/kit/Figure.tsx';
import { Panel } from '#console/kit/Panel.tsx';
import { Picture } from '#console/kit/Picture.tsx';
import { linear } from '#console/kit/scales.ts';
import { Status } from '#console/kit/Status.tsx';
import { amount, difference, none, percent } from '#console/values/amounts.ts';
import { formatDay } from '#console/values/time.ts';
import { words } from '#console/words/en/report-charts.ts';
import { DailyChart } from './DailyChart.tsx';
import styles from './Charts.module.css';

/** Rows of the report of returns: each day (or month) and bet type. */
interface ReturnChartsProps {
  readonly rows: readonly Cells[];
  readonly totals: Cells | null;
  readonly bands: readonly Band[];
  /** Whether it agrees with the books. */
  readonly isEqual: boolean;
  /** The day that the report is of; null for one of more days. */
  readonly day: string | null;
}

type Band = NonNullable<OperatorAnswer<typeof getReport>['data']['bands']>[number];

type Cells = Readonly<Record<string, string | number | null>>;

interface Sum {
  readonly name: string;
  readonly stakes: number;
  readonly payouts: number;
}

/** The sums of the rows with the same value of a column, in the order in which the values come first. */
function sumBy(rows: ReturnChartsProps['rows'], column: 'from' | 'betType'): readonly Sum[] {
  const sums = new Map<string, Sum>();
  for (const row of rows) {
    const name = String(row[column]);
    const { stakes, payouts } = sums.get(name) ?? { stakes: 0, payouts: 0 };
    sums.set(name, { name, stakes: stakes + Number(row['stakes']), payouts: payouts + Number(row['payouts']) });
  }
  return [...sums.values()];
}

/** The sums of the period; the return of each bet type against its theory; and stakes with GGR in them: a day among those before it. */
export function ReturnCharts({ rows, totals, bands, isEqual, day }: ReturnChartsProps) {
  const seesFigures = useMay('listFigures');
  const days = sumBy(rows, 'from').toSorted((one, other) => one.name.localeCompare(other.name));
  return (
    <>
      {totals && <Totals of={totals} band={bands.find(({ betType }) => betType === null) ?? null} isEqual={isEqual} />}
      <div className={styles.charts}>
        <AgainstTheory of={sumBy(rows, 'betType')} bands={bands} />
        {day !== null && seesFigures ? <DailyChart day={day} /> : days.length > 1 && <StakesADay of={days} />}
      </div>
    </>
  );
}

interface TotalsProps {
  readonly of: Cells;
  readonly band: Band | null;
  readonly isEqual: boolean;
}

function Totals({ of: totals, band, isEqual }: TotalsProps) {
  const value = (name: string) => Number(totals[name]);
  const where = placeOf(band);
  return (
    <Panel>
      <Figures>
        <Figure label={words.stakes} value={amount(value('stakes'))} />
        <Figure
          label={words.payouts}
          value={amount(value('payouts'))}
          note={words.expected(amount(value('expected')))}
        />
        <Figure
          label={words.ggrAlone}
          value={difference(value('stakes') - value('payouts'))}
          note={words.againstExpected(difference(-value('difference')))}
        />
        <Figure
          label={words.return}
          value={percent(value('return'), 2)}
          note={words.inTheory(percent(value('theoretical'), 2))}
        />
        <Figure
          label={words.isInside}
          value={where === 'outside' ? <Status is="wait">{words.no}</Status> : where === 'inside' ? words.yes : none}
          note={where === 'none' ? words.places.none : words.oftenIn(sayBand(band))}
        />
        <Figure
          label={words.books}
          value={<Status is={isEqual ? 'ok' : 'bad'}>{isEqual ? words.agree : words.differ}</Status>}
          note={words.toTheFranc}
        />
      </Figures>
    </Panel>
  );
}

function StakesADay({ of: days }: { readonly of: readonly Sum[] }) {
  const [stakes, ggr] = [sum(days, ({ stakes: staked }) => staked), sum(days, ggrOf)];
  return (
    <BarChart
      title={words.aDay}
      says={words.aDaySays(String(days.length), amount(stakes), difference(ggr))}
      head={words.from}
      size={halfSize}
      series={[
        { name: words.stakes, tone: 'pale' },
        { name: words.ggr, tone: 'dark' },
      ]}
      bars={days.map((day) => ({
        key: day.name,
        label: formatDay(day.name).slice(0, 5),
        values: [day.stakes, ggrOf(day)],
      }))}
    />
  );
}

const ggrOf = ({ stakes, payouts }: Sum) => stakes - payouts;
const sum = (of: readonly Sum[], value: (one: Sum) => number) => of.reduce((total, one) => total + value(one), 0);

/** Both ends of the band as shares of the stakes; null where the tickets are too few for one. */
function endsOf(band: Band | null): readonly [low: number, high: number] | null {
  if (!band || band.low === null || band.high === null) return null;
  return [band.low / band.stakes, band.high / band.stakes];
}

/** Where what was paid lies: outside its band, or *none* where there is no band. */
function placeOf(band: Band | null): 'inside' | 'outside' | 'none' {
  if (!band || band.low === null || band.high === null) return 'none';
  return band.payouts < band.low || band.payouts > band.high ? 'outside' : 'inside';
}

function sayBand(band: Band | null): string {
  const ends = endsOf(band);
  return ends ? words.range(percent(ends[0]), percent(ends[1])) : none;
}

interface Return {
  readonly name: BetName;
  readonly share: number;
  readonly theory: number;
  readonly band: Band | null;
}

/** The returns of what was played. The dot of a bet type is about the same draws as its band. */
function returnsOf(sums: readonly Sum[], bands: readonly Band[]): readonly Return[] {
  return betNames.flatMap((name) => {
    const band = bands.find(({ betType }) => betType === name) ?? null;
    const found = band ?? sums.find((one) => one.name === name);
    const [part, whole] = betTypes[name].rtp;
    return found && found.stakes > 0 ? [{ name, share: found.payouts / found.stakes, theory: part / whole, band }] : [];
  });
}

const line = 26;
const width = halfSize.width;
/** The height of a band. */
const bandHeight = 14;

interface AgainstTheoryProps {
  readonly of: readonly Sum[];
  readonly bands: readonly Band[];
}

/** A dot shows the return, a tick the return by the rules, and a pale band where fair returns lie 19 times in 20. */
function AgainstTheory({ of, bands }: AgainstTheoryProps) {
  const returns = returnsOf(of, bands);
  const most = Math.max(1, ...returns.flatMap(({ share, band }) => [share, ...(endsOf(band) ?? [])]));
  const step = most > 2 ? Math.ceil(most / 4) : most > 1 ? 0.5 : 0.25;
  const ticks = Array.from({ length: Math.ceil(most / step) + 1 }, (_, index) => index * step);
  const x = linear([0, ticks.at(-1)!], [90, width - 175]);
  const bottom = returns.length * line + 8;
  const measured = bands.find(({ betType }) => betType === null);
  const isPart = measured !== undefined && measured.stakes !== sum(of, ({ stakes }) => stakes);
  return (
    <ChartPanel
      title={words.theory}
      keys={
        <>
          <i className={chart.keyDark} /> {words.period} · <b aria-hidden>|</b> {words.byRules} ·{' '}
          <i className={chart.keyBand} /> {words.often}
        </>
      }
      picture={
        <>
          <Picture
            width={width}
            height={bottom + 26}
            says={returns
              .map(({ name, share, theory, band }) =>
                words.theorySays(name, percent(share), percent(theory), words.places[placeOf(band)], sayBand(band)),
              )
              .join(' ')}
          >
            {ticks.map((tick) => (
              <g key={tick}>
                <line x1={x(tick)} x2={x(tick)} y1={0} y2={bottom} className={chart.grid} />
                <text x={x(tick)} y={bottom + 18} textAnchor="middle">
                  {percent(tick, 0)}
                </text>
              </g>
            ))}
            {returns.map(({ name, share, theory, band }, index) => {
              const y = index * line + line / 2 + 4;
              const place = placeOf(band);
              const ends = endsOf(band);
              return (
                <g key={name}>
                  <text x={80} y={y + 4} textAnchor="end">
                    {name}
                  </text>
                  {ends && (
                    <rect
                      x={x(ends[0])}
                      y={y - bandHeight / 2}
                      width={x(ends[1]) - x(ends[0])}
                      height={bandHeight}
                      rx={3}
                      className={chart.nothing}
                    />
                  )}
                  <line x1={x(theory)} x2={x(theory)} y1={y - 9} y2={y + 9} className={chart.now} />
                  <circle cx={x(share)} cy={y} r={5} className={place === 'outside' ? chart.stripWait : chart.dark} />
                  <text x={width - 115} y={y + 4} textAnchor="end" className={chart.cut}>
                    {percent(share)}
                  </text>
                  <text x={width - 107} y={y + 4}>
                    {words.places[place]}
                  </text>
                </g>
              );
            })}
          </Picture>
          {isPart && <p className={`quiet small ${styles.below}`}>{words.measured(amount(measured.stakes))}</p>}
        </>
      }
      rows={returns}
      rowId={({ name }) => name}
      heads={words}
      columns={[
        { key: 'betType', cell: ({ name }) => name },
        { key: 'return', align: 'right', cell: ({ share }) => percent(share, 2) },
        { key: 'byRules', align: 'right', cell: ({ theory }) => percent(theory, 2) },
        { key: 'often', align: 'right', cell: ({ band }) => sayBand(band) },
        { key: 'isInside', cell: ({ band }) => words.places[placeOf(band)] },
      ]}
    />
  );
}

import { betNames, betTypes } from '#domain/bet-types.ts';
import { BarChart } from './BarChart.tsx';
import chart from '#console/kit/Chart.module.css';
import { ChartPanel } from '#console/kit/ChartPanel.tsx';
import { Figure, Figures } from '#console/kit/Figure.tsx';
import { Panel } from '#console/kit/Panel.tsx';
import { linear } from '#console/kit/scales.ts';
import { Table } from '#console/kit/Table.tsx';
import { amount, difference, percent } from '#console/values/amounts.ts';
import { formatDay } from '#console/values/time.ts';
import { words } from '#console/words/en/report-charts.ts';
import styles from './Charts.module.css';

/** Rows of the report of returns: each day (or month) and bet type. */
interface ReturnChartsProps {
  readonly rows: readonly Cells[];
  readonly totals: Cells | null;
}

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

/** The sums of the period; the return of each bet type against its theory; and, of more than one day, stakes with GGR in them. */
export function ReturnCharts({ rows, totals }: ReturnChartsProps) {
  const days = sumBy(rows, 'from').toSorted((one, other) => one.name.localeCompare(other.name));
  return (
    <>
      {totals && <Totals of={totals} />}
      <div className={styles.charts}>
        <AgainstTheory of={sumBy(rows, 'betType')} />
        {days.length > 1 && <StakesADay of={days} />}
      </div>
    </>
  );
}

function Totals({ of: totals }: { readonly of: Cells }) {
  const value = (name: string) => Number(totals[name]);
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

const line = 26;
const width = 768;

/** A dot shows the return, and a tick the return by the rules. */
function AgainstTheory({ of }: { readonly of: readonly Sum[] }) {
  const returns = betNames.flatMap((name) => {
    const found = of.find((one) => one.name === name);
    const [part, whole] = betTypes[name].rtp;
    return found && found.stakes > 0 ? [{ name, share: found.payouts / found.stakes, theory: part / whole }] : [];
  });
  const most = Math.max(1, ...returns.map(({ share }) => share));
  const step = most > 2 ? Math.ceil(most / 4) : most > 1 ? 0.5 : 0.25;
  const ticks = Array.from({ length: Math.ceil(most / step) + 1 }, (_, index) => index * step);
  const x = linear([0, ticks.at(-1)!], [90, 660]);
  const bottom = returns.length * line + 8;
  return (
    <ChartPanel
      title={words.theory}
      keys={
        <>
          <i className={chart.keyDark} /> {words.period} · <b aria-hidden>|</b> {words.byRules}
        </>
      }
      picture={
        <svg
          className={chart.chart}
          viewBox={`0 0 ${width} ${bottom + 26}`}
          role="img"
          aria-label={returns
            .map(({ name, share, theory }) => words.theorySays(name, percent(share), percent(theory)))
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
          {returns.map(({ name, share, theory }, index) => {
            const y = index * line + line / 2 + 4;
            return (
              <g key={name}>
                <text x={80} y={y + 4} textAnchor="end">
                  {name}
                </text>
                <line x1={x(theory)} x2={x(theory)} y1={y - 9} y2={y + 9} className={chart.now} />
                <circle cx={x(share)} cy={y} r={5} className={chart.dark} />
                <text x={680} y={y + 4}>
                  {percent(share)}
                </text>
              </g>
            );
          })}
        </svg>
      }
      table={
        <Table
          label={words.theory}
          density={25}
          rows={returns}
          rowId={({ name }) => name}
          columns={[
            { key: 'name', head: words.betType, cell: ({ name }) => name },
            { key: 'share', align: 'right', cell: ({ share }) => percent(share, 2) },
            { key: 'theory', head: words.byRules, align: 'right', cell: ({ theory }) => percent(theory, 2) },
          ]}
        />
      }
    />
  );
}

import type { ReactNode } from 'react';
import { amount, difference, shortAmount } from '#console/values/amounts.ts';
import styles from '#console/kit/Chart.module.css';
import { ChartPanel } from '#console/kit/ChartPanel.tsx';
import { navigate } from '#console/kit/navigate.ts';
import { Grid, Picture, useChart, type ChartSize } from '#console/kit/Picture.tsx';
import { linear, roundTicks } from '#console/kit/scales.ts';

/** A bar: its place on the axis, and a value for each series. */
export interface Bar {
  readonly key: string;
  /** Below the axis, such as 18:35. */
  readonly label: string;
  readonly values: readonly number[];
  /** The values as its table says them, where a bar shows their other side. */
  readonly said?: readonly number[];
}

interface BarChartProps {
  readonly title: string;
  /** The chart in a sentence, for screen readers. */
  readonly says: string;
  /** The head of the table's first column. */
  readonly head: string;
  /** A series is drawn over the one before it. `sign`: pale above zero, dark below. */
  readonly series: readonly { readonly name: string; readonly tone: 'pale' | 'dark' | 'sign' }[];
  readonly bars: readonly Bar[];
  /** The meaning of the colours, and the sums. */
  readonly keys?: ReactNode;
  /** Chooses what the chart shows, such as its period. */
  readonly choice?: ReactNode;
  /** Inside a panel, as a section of it. */
  readonly inside?: boolean;
  /** Said after the meaning of the colours. */
  readonly note?: string;
  /** The bar that the screen is about. */
  readonly current?: string | undefined;
  /** Where a bar leads, by its key. */
  readonly addressOf?: (key: string) => string;
  /** Its place in px: the picture is scaled to it. */
  readonly size?: ChartSize;
}

/** For two charts side by side: a wider one would be scaled down, and its letters too. */
export const halfSize = { width: 580, height: 180 };

/** A line of a number, in px. */
const numberHeight = 14;
const margin = { left: 52, right: 8, top: 8, bottom: 24 };

/** Bars around zero, over places in order. A bar that is more than three times as long as all but a few is cut open, and says its number. */
export function BarChart({
  title,
  says,
  head,
  series,
  bars,
  keys,
  choice,
  inside = false,
  note,
  current,
  addressOf,
  size = { width: 768, height: 180 },
}: BarChartProps) {
  const { width, height, plot } = useChart(size, margin);
  const [least, most] = limitsOf(bars.flatMap(({ values }) => values));
  const step = roundTicks(most - least, height < 160 ? 2 : 4)[1]!;
  const [down, up] = [-least, most].map((length) => Math.ceil(length / step - 1e-9)) as [number, number];
  const ticks = Array.from({ length: down + 1 + up }, (_, index) => (index - down) * step);
  const y = linear([ticks[0]!, ticks.at(-1)!], [plot.bottom, plot.top]);
  const each = (plot.right - plot.left) / Math.max(1, bars.length);
  const x = (index: number) => plot.left + index * each;
  const wide = Math.max(1, Math.min(26, each * 0.7));
  const every = Math.ceil(bars.length / (width < 500 ? 3 : 7));
  const toneOf = (tone: 'pale' | 'dark' | 'sign', value: number) =>
    styles[tone === 'sign' ? (value < 0 ? 'dark' : 'pale') : tone];
  return (
    <ChartPanel
      title={title}
      inside={inside}
      choice={choice}
      keys={
        keys ?? (
          <>
            {series.map(({ name, tone }) => (
              <Key key={name} name={name} tone={tone} />
            ))}{' '}
            {note}
          </>
        )
      }
      picture={
        // The letters of a wide one stay as large as they are: in a narrow place it scrolls.
        <Picture width={width} height={height} says={says} minWidth={width > 768 ? width * 0.9 : undefined}>
          <Grid ticks={ticks} y={y} left={plot.left} right={plot.right} />
          {bars.map(({ key, label, values }, index) => (
            <g key={key}>
              {values.map((value, place) => {
                const edge = Math.max(ticks[0]!, Math.min(ticks.at(-1)!, value));
                const isCut = edge !== value;
                // The number stands between the end of the bar and the edge.
                const end = isCut ? y(edge) + Math.sign(value) * numberHeight : y(edge);
                return (
                  <g key={series[place]!.name}>
                    <rect
                      x={x(index) + (each - wide) / 2}
                      y={Math.min(y(0), end)}
                      width={wide}
                      height={Math.abs(end - y(0))}
                      className={toneOf(series[place]!.tone, value)}
                    />
                    {isCut && (
                      <text
                        x={x(index) + each / 2}
                        y={value > 0 ? end - 4 : end + 11}
                        textAnchor="middle"
                        className={styles.cut}
                      >
                        {shortAmount(value)}
                      </text>
                    )}
                  </g>
                );
              })}
              {key === current && (
                <rect
                  x={x(index) + 0.5}
                  y={plot.top}
                  width={each - 1}
                  height={plot.bottom - plot.top}
                  rx={3}
                  className={styles.current}
                />
              )}
              {addressOf && (
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the table has links
                <rect
                  x={x(index)}
                  y={plot.top}
                  width={each}
                  height={plot.bottom - plot.top}
                  className={styles.opens}
                  data-opens={key}
                  onClick={() => navigate(addressOf(key))}
                >
                  <title>
                    {[label, ...values.map((value, place) => `${series[place]!.name} ${amount(value)}`)].join(' · ')}
                  </title>
                </rect>
              )}
              {index % every === 0 && (
                <text x={x(index) + each / 2} y={height - 8} textAnchor="middle">
                  {label}
                </text>
              )}
            </g>
          ))}
        </Picture>
      }
      rows={bars.toReversed()}
      rowId={({ key }) => key}
      columns={[
        { key: 'place', head, cell: ({ label }) => label, ...(addressOf && { to: ({ key }: Bar) => addressOf(key) }) },
        ...series.map(({ name, tone }, place) => ({
          key: name,
          head: name,
          align: 'right' as const,
          cell: ({ values, said = values }: Bar) => (tone === 'sign' ? difference : amount)(said[place]),
        })),
      ]}
    />
  );
}

function Key({ name, tone }: { readonly name: string; readonly tone: string }) {
  return (
    <>
      <i className={tone === 'dark' ? styles.keyDark : styles.keyPale} /> {name}
    </>
  );
}

/** The ends of the axis. One bar that is far longer than the others does not make all others flat. */
function limitsOf(values: readonly number[]): readonly [number, number] {
  return [-limitOf(values.map((value) => -value)), limitOf(values)];
}

function limitOf(values: readonly number[]): number {
  const above = values.filter((value) => value > 0).toSorted((one, other) => other - one);
  const usual = above[Math.ceil(above.length / 20)] ?? above[0] ?? 0;
  return above[0] !== undefined && above[0] > 3 * usual ? 1.5 * usual : (above[0] ?? 0);
}

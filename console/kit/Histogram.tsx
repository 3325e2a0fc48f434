import { amount, shortAmount } from '#console/values/amounts.ts';
import styles from './Chart.module.css';
import { ChartPanel } from './ChartPanel.tsx';
import { Grid, Picture, useChart, type ChartSize } from './Picture.tsx';
import { decades, logarithmic, placeLabels } from './scales.ts';

export interface Bin {
  readonly from: number;
  readonly to: number;
  readonly count: number;
  /** Dark: beyond the dividing value, such as the stakes. */
  readonly isDark: boolean;
}

export interface Mark {
  readonly value: number;
  readonly label: string;
  readonly tone?: 'plain' | 'bad' | 'quiet';
}

interface HistogramProps {
  readonly title: string;
  readonly bins: readonly Bin[];
  /** How many have no size: they stand left of the axis, which has no place for zero. */
  readonly nothing: number;
  /** How many there are in all: the chances are of these. */
  readonly whole: number;
  readonly marks?: readonly Mark[];
  /** The meaning of the bars. */
  readonly names: { readonly nothing: string; readonly pale: string; readonly dark: string };
  /** The two axes of the picture, *chance* and *payout*, and how many there are, for its table. */
  readonly axes: { readonly count: string; readonly chance: string; readonly value: string };
  /** A strip on the axis: amber from the first value, red from the second. */
  readonly strip?: readonly [number, number];
  /** A press on a bar opens its rows. */
  readonly onOpen?: (bin: Bin) => void;
  readonly size?: ChartSize;
  /** The key that goes between picture and table. */
  readonly tableKey?: string | undefined;
}

/** The greatest width of a bold character of 11 px, in any font of an operator's system. */
const charWidth = 6.9;
/** Where the bar of zero stands, and the axis is broken behind it. */
const zero = { left: 62, right: 88 };
const margin = { left: 106, right: 12, top: 62, bottom: 38 };

/** How likely each size is, both axes logarithmic, with marks that never cross. Its table has the same data. */
export function Histogram({
  title,
  bins,
  nothing,
  whole,
  marks = [],
  names,
  axes,
  strip,
  onOpen,
  size = { width: 768, height: 300 },
  tableKey,
}: HistogramProps) {
  const { width, height, plot } = useChart(size, margin);
  const values = [...bins.flatMap(({ from, to }) => [from, to]), ...marks.map(({ value }) => value)].filter(
    (one) => one > 0,
  );
  const span = [Math.min(...values, 1e9) * 0.8, Math.max(...values, 10) * 1.15] as const;
  const most = Math.max(10, nothing, ...bins.map(({ count }) => count));
  // The smallest chance on the axis is that of one.
  const chances = decades(1, whole).filter((one) => one > 1 && whole / one <= most);
  const x = logarithmic(span, [plot.left, plot.right]);
  const y = logarithmic([0.6, most * 1.2], [plot.bottom, plot.top]);
  const sorted = marks.toSorted((one, other) => one.value - other.value);
  const labels = placeLabels(
    sorted.map(({ value, label }) => ({ x: x(value), width: label.length * charWidth })),
    [plot.left, plot.right],
  );
  const topOf = (index: number) => 12 + (2 - labels[index]!.level) * 15;
  const picture = (
    <Picture width={width} height={height} says={title} fills>
      <Grid
        ticks={chances}
        y={(one) => y(whole / one)}
        left={zero.left}
        right={plot.right}
        label={(one) => `1/${amount(one)}`}
      />
      <line x1={zero.left} x2={zero.right} y1={plot.bottom} y2={plot.bottom} className={styles.axis} />
      <text x={(zero.right + plot.left) / 2} y={plot.bottom + 4} textAnchor="middle">
        {'//'}
      </text>
      <text x={(zero.left + zero.right) / 2} y={plot.bottom + 16} textAnchor="middle">
        0
      </text>
      {nothing > 0 && (
        <rect
          x={zero.left + 1}
          y={y(nothing)}
          width={zero.right - zero.left - 2}
          height={plot.bottom - y(nothing)}
          className={styles.nothing}
        >
          <title>{`${names.nothing}: ${amount(nothing)}`}</title>
        </rect>
      )}
      <line x1={plot.left} x2={plot.right} y1={plot.bottom} y2={plot.bottom} className={styles.axis} />
      {decades(span[0], span[1], span[1] / span[0] < 5_000 ? [1, 2, 5] : [1]).map((tick) => (
        <text key={tick} x={x(tick)} y={plot.bottom + 16} textAnchor="middle">
          {shortAmount(tick)}
        </text>
      ))}
      <text x={0} y={height - 6}>
        {axes.chance}
      </text>
      <text x={plot.right} y={height - 6} textAnchor="end">
        {axes.value}
      </text>
      {strip && (
        <>
          <rect
            x={x(strip[0])}
            y={plot.bottom - 1.5}
            width={Math.max(0, plot.right - x(strip[0]))}
            height={3}
            className={styles.stripWait}
          />
          <rect
            x={x(strip[1])}
            y={plot.bottom - 1.5}
            width={Math.max(0, plot.right - x(strip[1]))}
            height={3}
            className={styles.stripBad}
          />
        </>
      )}
      {bins
        .filter(({ count }) => count > 0)
        .map((bin) => (
          <rect
            key={bin.from}
            x={x(bin.from) + 1}
            y={y(bin.count)}
            width={Math.max(1, x(bin.to) - x(bin.from) - 2)}
            height={plot.bottom - y(bin.count)}
            className={bin.isDark ? styles.dark : styles.pale}
            onClick={onOpen && (() => onOpen(bin))}
          >
            <title>{`${amount(bin.from)} – ${amount(bin.to)}: ${amount(bin.count)}`}</title>
          </rect>
        ))}
      {sorted.map(({ value, label, tone = 'plain' }, index) => (
        <g key={label} data-tone={tone} className={styles.mark}>
          <line x1={x(value)} x2={x(value)} y1={topOf(index) - 9} y2={plot.bottom} />
        </g>
      ))}
      {/* Above the lines of all: a label is beside its line, and the next line may cross it. */}
      {sorted.map(({ label, tone = 'plain' }, index) => (
        <g key={label} data-tone={tone} className={styles.mark}>
          <text x={labels[index]!.start} y={topOf(index)}>
            {label}
          </text>
        </g>
      ))}
    </Picture>
  );
  return (
    <ChartPanel
      title={title}
      tableKey={tableKey}
      keys={
        <>
          <i className={styles.keyNothing} /> {names.nothing} <i className={styles.keyPale} /> {names.pale}{' '}
          <i className={styles.keyDark} /> {names.dark}
        </>
      }
      picture={picture}
      rows={[{ from: 0, to: 1, count: nothing, isDark: false }, ...bins].filter(({ count }) => count > 0)}
      rowId={({ from }) => String(from)}
      {...(onOpen && { onOpen: (_: string, bin: Bin) => onOpen(bin) })}
      columns={[
        { key: 'from', amount: ({ from }) => from },
        { key: 'to', amount: ({ to }) => to },
        { key: 'count', head: axes.count, amount: ({ count }) => count },
      ]}
    />
  );
}

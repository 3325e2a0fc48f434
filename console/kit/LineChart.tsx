import type { ReactNode } from 'react';
import { dayOf, formatDay, formatTime } from '#console/values/time.ts';
import styles from './Chart.module.css';
import { ChartPanel } from './ChartPanel.tsx';
import { Grid, Picture, useChart, type ChartSize } from './Picture.tsx';
import { linear, roundTicks } from './scales.ts';

/** A value at a time, in milliseconds since 1970. */
export interface Point {
  readonly at: number;
  readonly value: number;
}

interface LineChartProps {
  readonly title: string;
  /** The meaning of the line, the dashed one and the bars, such as *today* and *Fri 13/11*. */
  readonly names: { readonly line: string; readonly last?: string; readonly bars?: string; readonly band?: string };
  /** The first and the last time, in milliseconds since 1970. */
  readonly span: readonly [number, number];
  /** Ink, 2 px. */
  readonly line: readonly Point[];
  /** Dashed: an earlier period, moved to this one. */
  readonly last?: readonly Point[];
  /** Pale bars, such as single minutes. */
  readonly bars?: readonly Point[];
  /** A pale range behind the lines. */
  readonly band?: readonly { readonly at: number; readonly least: number; readonly most: number }[];
  /** The server's time: a sun point at the end of the line. */
  readonly now?: number;
  /** The red ground: its beginning and end, and its meaning, such as that nothing is sold. */
  readonly shade?: { readonly from: number; readonly says: string };
  /** Content between the head and the chart, such as `Figures`. */
  readonly above?: ReactNode;
  readonly unit?: string;
  /** A step chart: a value holds until the next one. */
  readonly steps?: boolean;
  /** Inside a panel, as a section of it. */
  readonly inside?: boolean;
  /** Its place in px: the picture is scaled to it. */
  readonly size?: ChartSize;
}

/** The values that are columns of its table too. */
const series = ['line', 'last', 'bars'] as const;
/** The end of the axis where all values are zero: the lowest stake. */
const least = 100;
/** The right side has room for half of the last time's label. */
const margin = { left: 44, right: 18, top: 8, bottom: 26 };

/**
 * A value over time: a line, the same a week ago dashed, single values as bars, and the present. Its table has the same
 * data.
 */
export function LineChart({
  title,
  names,
  span,
  line,
  last = [],
  bars = [],
  band = [],
  now,
  shade,
  above,
  unit,
  steps = false,
  inside = false,
  size = { width: 768, height: 220 },
}: LineChartProps) {
  const { width, height, plot } = useChart(size, margin);
  const most = Math.max(
    least,
    ...[...line, ...last, ...bars].map(({ value }) => value),
    ...band.map((one) => one.most),
  );
  const ticks = roundTicks(most, height < 160 ? 2 : 3);
  const x = linear(span, [plot.left, plot.right]);
  const y = linear([0, ticks.at(-1)!], [plot.bottom, plot.top]);
  const path = (points: readonly Point[]) =>
    points
      .map(({ at, value }, index) => {
        const [left, top] = [x(at).toFixed(1), y(value).toFixed(1)];
        return index > 0 && steps ? `H${left}V${top}` : `${index > 0 ? 'L' : 'M'}${left} ${top}`;
      })
      .join('');
  const points = { line, last, bars };
  const times = new Set(series.flatMap((one) => points[one].map(({ at }) => at)));
  const end = line.at(-1);
  const isOfDays = span[1] - span[0] > 2 * day;
  const barWidth = Math.max(1, ((plot.right - plot.left) / Math.max(1, bars.length)) * 0.6);
  const picture = (
    <Picture width={width} height={height} says={`${title}, ${names.line}`}>
      <Grid ticks={ticks} y={y} left={plot.left} right={plot.right} hasAxis={false} />
      {shade && now !== undefined && (
        <>
          <rect
            x={x(shade.from)}
            y={plot.top}
            width={x(now) - x(shade.from)}
            height={plot.bottom - plot.top}
            className={styles.shade}
          />
          <text x={x(shade.from) - 6} y={plot.top + 12} textAnchor="end" className={styles.shadeSays}>
            {shade.says}
          </text>
        </>
      )}
      {timeTicks(span, width < 500 ? 3 : 6).map((at) => (
        <text key={at} x={x(at)} y={height - 8} textAnchor="middle">
          {isOfDays ? formatDay(dayOf(at)).slice(0, 5) : formatTime(at).slice(0, 5)}
        </text>
      ))}
      {bars.map(({ at, value }) => (
        <rect key={at} x={x(at)} y={y(value)} width={barWidth} height={plot.bottom - y(value)} className={styles.bar} />
      ))}
      {band.length > 0 && (
        <path
          d={`${path(band.map(({ at, most: value }) => ({ at, value })))}L${path(band.map(({ at, least: value }) => ({ at, value })).toReversed()).slice(1)}Z`}
          className={styles.band}
        />
      )}
      {last.length > 0 && <path d={path(last)} className={styles.last} />}
      <path d={path(line)} className={styles.line} />
      {now !== undefined && end && (
        <>
          <line x1={x(now)} x2={x(now)} y1={plot.top} y2={plot.bottom} className={styles.now} />
          <circle cx={x(end.at)} cy={y(end.value)} r={4.5} className={styles.point} />
        </>
      )}
    </Picture>
  );
  return (
    <ChartPanel
      title={title}
      inside={inside}
      above={above}
      keys={
        <>
          <i className={styles.keyLine} /> {names.line}
          {names.last && (
            <>
              <i className={styles.keyLast} /> {names.last}
            </>
          )}
          {names.band && (
            <>
              <i className={styles.keyBand} /> {names.band}
            </>
          )}
          {unit && ` · ${unit}`}
        </>
      }
      picture={picture}
      rows={[...times].toSorted((one, other) => other - one)}
      rowId={String}
      columns={[
        { key: 'at', time: (at) => at },
        ...series
          .filter((key) => names[key])
          .map((key) => ({
            key,
            head: names[key],
            amount: (at: number) => points[key].find((point) => point.at === at)?.value,
          })),
      ]}
    />
  );
}

const minute = 60_000;
const day = 24 * 60 * minute;

/** The whole times of an axis. */
function timeTicks([from, to]: readonly [number, number], most: number): readonly number[] {
  const steps = [1, 2, 5, 10, 15, 30, 60, 120, 240, 360, 720, 1_440, 10_080, 43_200].map((minutes) => minutes * minute);
  const step = steps.find((one) => (to - from) / one <= most) ?? to - from;
  const first = Math.ceil(from / step) * step;
  return Array.from({ length: Math.floor((to - first) / step) + 1 }, (_, index) => first + index * step);
}

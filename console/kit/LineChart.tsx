import type { ReactNode } from 'react';
import { amount, shortAmount } from '#console/values/amounts.ts';
import { formatTime } from '#console/values/time.ts';
import { Time } from '#console/values/Time.tsx';
import styles from './Chart.module.css';
import { ChartPanel } from './ChartPanel.tsx';
import { linear, roundTicks } from './scales.ts';
import { Table } from './Table.tsx';

/** A value at a time, in milliseconds since 1970. */
export interface Point {
  readonly at: number;
  readonly value: number;
}

interface LineChartProps {
  readonly title: string;
  /** The meaning of the line, the dashed one and the bars, such as *today* and *Fri 13/11*. */
  readonly names: { readonly line: string; readonly last?: string; readonly bars?: string };
  /** The first and the last time, in milliseconds since 1970. */
  readonly span: readonly [number, number];
  /** Ink, 2 px. */
  readonly line: readonly Point[];
  /** Dashed: an earlier period, moved to this one. */
  readonly last?: readonly Point[];
  /** Pale bars, such as single minutes. */
  readonly bars?: readonly Point[];
  /** The server's time: a sun point at the end of the line. */
  readonly now?: number;
  /** From when until now the ground is red, such as while nothing is sold, and what that is. */
  readonly shade?: { readonly from: number; readonly says: string };
  /** Content between the head and the chart, such as `Figures`. */
  readonly above?: ReactNode;
  readonly unit?: string;
}

const width = 768;
const height = 220;
/** On the right there is room for half of the last time. */
const plot = { left: 44, right: 750, top: 8, bottom: 194 };

/**
 * A value over time: a line, the same a week ago dashed, single values as bars, and the present. Its table has the same
 * data.
 */
export function LineChart({ title, names, span, line, last = [], bars = [], now, shade, above, unit }: LineChartProps) {
  const most = Math.max(1, ...[...line, ...last, ...bars].map(({ value }) => value));
  const ticks = roundTicks(most);
  const x = linear(span, [plot.left, plot.right]);
  const y = linear([0, ticks.at(-1)!], [plot.bottom, plot.top]);
  const path = (points: readonly Point[]) =>
    points.map(({ at, value }, index) => `${index ? 'L' : 'M'}${x(at).toFixed(1)} ${y(value).toFixed(1)}`).join('');
  const end = line.at(-1);
  const barWidth = Math.max(1, ((plot.right - plot.left) / Math.max(1, bars.length)) * 0.6);
  const picture = (
    <svg className={styles.chart} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={`${title}, ${names.line}`}>
      {ticks.map((tick) => (
        <g key={tick}>
          <line x1={plot.left} x2={plot.right} y1={y(tick)} y2={y(tick)} className={styles.grid} />
          <text x={plot.left - 6} y={y(tick) + 4} textAnchor="end">
            {tick === 0 ? '0' : shortAmount(tick)}
          </text>
        </g>
      ))}
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
      {timeTicks(span).map((at) => (
        <text key={at} x={x(at)} y={height - 8} textAnchor="middle">
          {formatTime(at).slice(0, 5)}
        </text>
      ))}
      {bars.map(({ at, value }) => (
        <rect key={at} x={x(at)} y={y(value)} width={barWidth} height={plot.bottom - y(value)} className={styles.bar} />
      ))}
      {last.length > 0 && <path d={path(last)} className={styles.last} />}
      <path d={path(line)} className={styles.line} />
      {now !== undefined && end && (
        <>
          <line x1={x(now)} x2={x(now)} y1={plot.top} y2={plot.bottom} className={styles.now} />
          <circle cx={x(end.at)} cy={y(end.value)} r={4.5} className={styles.point} />
        </>
      )}
    </svg>
  );
  return (
    <ChartPanel
      title={title}
      above={above}
      keys={
        <>
          <i className={styles.keyLine} /> {names.line}
          {names.last && (
            <>
              <i className={styles.keyLast} /> {names.last}
            </>
          )}
          {unit && ` · ${unit}`}
        </>
      }
      picture={picture}
      table={<Values title={title} names={names} line={line} last={last} bars={bars} />}
    />
  );
}

function Values({
  title,
  names,
  line,
  last = [],
  bars = [],
}: Pick<LineChartProps, 'title' | 'names' | 'line' | 'last' | 'bars'>) {
  const valueAt = (points: readonly Point[], at: number) => points.find((point) => point.at === at)?.value;
  const times = [...new Set([...line, ...last, ...bars].map(({ at }) => at))].toSorted((one, other) => other - one);
  return (
    <Table
      label={title}
      density={25}
      rows={times}
      rowId={String}
      columns={[
        { key: 'at', cell: (at) => <Time at={at} /> },
        { key: 'line', head: names.line, align: 'right', cell: (at) => amount(valueAt(line, at)) },
        ...(names.last
          ? [
              {
                key: 'last',
                head: names.last,
                align: 'right' as const,
                cell: (at: number) => amount(valueAt(last, at)),
              },
            ]
          : []),
        ...(names.bars
          ? [
              {
                key: 'bars',
                head: names.bars,
                align: 'right' as const,
                cell: (at: number) => amount(valueAt(bars, at)),
              },
            ]
          : []),
      ]}
    />
  );
}

const minute = 60_000;

/** At most six whole times of an axis. */
function timeTicks([from, to]: readonly [number, number]): readonly number[] {
  const steps = [1, 5, 10, 15, 30, 60, 120, 240, 360, 720, 1_440].map((minutes) => minutes * minute);
  const step = steps.find((one) => (to - from) / one <= 6) ?? to - from;
  const first = Math.ceil(from / step) * step;
  return Array.from({ length: Math.floor((to - first) / step) + 1 }, (_, index) => first + index * step);
}

import type { ReactNode } from 'react';
import { shortAmount } from '#console/values/amounts.ts';
import styles from './Chart.module.css';
import type { Scale } from './scales.ts';
import { useNarrow } from './useNarrow.ts';

export interface ChartSize {
  readonly width: number;
  readonly height: number;
}

/** A picture grows at most so much, so that its letters do not. */
const widest = 1.25;

/**
 * The size of a chart's picture, and the ends of its axes in it. On a phone all of it is in sight: the newest values, on its
 * right, would be beside the window.
 *
 * @param size its place in px: the picture is scaled to it
 * @param margin the room around the axes, in px
 */
export function useChart(size: ChartSize, margin: Readonly<Record<'left' | 'right' | 'top' | 'bottom', number>>) {
  const isPhone = useNarrow('phone');
  const width = isPhone ? Math.min(size.width, 370) : size.width;
  const height = isPhone ? Math.min(size.height, 180) : size.height;
  const { left, top } = margin;
  return { width, height, plot: { left, right: width - margin.right, top, bottom: height - margin.bottom } };
}

interface PictureProps extends ChartSize {
  /** The chart in words, for screen readers. */
  readonly says: string;
  /** As wide as its place, however wide that is. */
  readonly fills?: boolean;
  /** Its least width in px: a narrower place scrolls it. */
  readonly minWidth?: number | undefined;
  readonly children: ReactNode;
}

/** The frame of a chart's picture. */
export function Picture({ width, height, says, fills = false, minWidth, children }: PictureProps) {
  return (
    <svg
      className={width < 500 ? styles.small : styles.chart}
      viewBox={`0 0 ${width} ${height}`}
      style={{ maxWidth: fills ? undefined : width * widest, minWidth }}
      role="img"
      aria-label={says}
    >
      {children}
    </svg>
  );
}

interface GridProps {
  readonly ticks: readonly number[];
  readonly y: Scale;
  /** Both ends of its lines, in px. */
  readonly left: number;
  readonly right: number;
  readonly label?: (tick: number) => string;
  /** Between a label and its line, in px. */
  readonly gap?: number;
  /** Whether the line at zero is an axis. */
  readonly hasAxis?: boolean;
}

/** A line across the picture at each tick, with its label on the left. */
export function Grid({ ticks, y, left, right, label = shortAmount, gap = 6, hasAxis = true }: GridProps) {
  return ticks.map((tick) => (
    <g key={tick}>
      <line
        x1={left}
        x2={right}
        y1={y(tick)}
        y2={y(tick)}
        className={hasAxis && tick === 0 ? styles.axis : styles.grid}
      />
      <text x={left - gap} y={y(tick) + 4} textAnchor="end">
        {label(tick)}
      </text>
    </g>
  ));
}

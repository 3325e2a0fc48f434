import { useNow } from '#web/clock/clock.ts';
import styles from './Curve.module.css';

interface CurveProps {
  /** How much of the time is left, or of the draw is shown: 0 to 1. Without it, the edge is only an edge. */
  left?: number;
  /** Over the yellow hero the line is red, over the night of the stage yellow. */
  tone?: 'sun' | 'night';
}

/** The curved lower edge of the hero: the ground's colour over it, and a line along it that is the clock. */
export function Curve({ left = 0, tone = 'sun' }: CurveProps) {
  return (
    <svg className={styles.curve} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <path className={styles.edge} d="M0 10V8Q50-6 100 8V10Z" />
      {left > 0 && (
        <path
          className={styles.line}
          data-tone={tone}
          d="M0 8Q50-6 100 8"
          style={{ clipPath: `inset(-9px ${100 - left * 100}% -9px 0)` }}
        />
      )}
    </svg>
  );
}

interface ClockCurveProps {
  /** Start and end of the time that the line shows, in milliseconds since 1970. */
  from: number;
  to: number;
}

/** The edge whose line gets shorter with the time that is left, on the server's clock. */
export function ClockCurve({ from, to }: ClockCurveProps) {
  const now = useNow();
  const left = now === null || to <= from ? 0 : (to - now) / (to - from);
  return <Curve left={Math.min(Math.max(left, 0), 1)} />;
}

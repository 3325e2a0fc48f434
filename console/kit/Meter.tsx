import { percent } from '#console/values/amounts.ts';
import styles from './Meter.module.css';

interface MeterProps {
  /** The name of the measure, for screen readers. */
  readonly label: string;
  /** A share: 0.73 is 73 %. */
  readonly value: number;
  /** Without its number, which stands beside it as a figure. */
  readonly bare?: boolean;
}

/** A bar with ticks at 70 and 90 %, where it turns amber and red. */
export function Meter({ label, value, bare = false }: MeterProps) {
  const tone = value >= 0.9 ? 'bad' : value >= 0.7 ? 'wait' : 'plain';
  return (
    <span className={styles.whole}>
      <span
        className={styles.meter}
        data-tone={tone}
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(value * 100)}
      >
        <i style={{ width: `${Math.max(0, Math.min(1, value)) * 100}%` }} />
      </span>
      {!bare && <span className={tone === 'plain' ? 'quiet' : 'strong'}>{percent(value, 0)}</span>}
    </span>
  );
}

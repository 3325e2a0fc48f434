import { percent } from '#console/values/amounts.ts';
import styles from './Meter.module.css';

interface MeterProps {
  /** What it measures, for screen readers. */
  readonly label: string;
  /** A share: 0.73 is 73 %. */
  readonly value: number;
  /** Whether its number is beside it. */
  readonly withNumber?: boolean;
}

/** A bar with ticks at 70 and 90 %, where it turns amber and red. */
export function Meter({ label, value, withNumber = true }: MeterProps) {
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
      {withNumber && <span className={tone === 'plain' ? 'quiet' : 'strong'}>{percent(value, 0)}</span>}
    </span>
  );
}

interface SharesProps {
  readonly label: string;
  /** Parts, from the largest to the smallest. */
  readonly of: readonly { readonly name: string; readonly value: number }[];
}

/** The parts of a whole, as one bar; each is named on hover, and in its text. */
export function Shares({ label, of: parts }: SharesProps) {
  const whole = parts.reduce((sum, { value }) => sum + value, 0) || 1;
  const text = parts.map(({ name, value }) => `${name} ${percent(value / whole, 0)}`).join(', ');
  return (
    <div className={styles.shares} role="img" aria-label={`${label}: ${text}`}>
      {parts.map(({ name, value }, index) => (
        <i
          key={name}
          title={`${name} ${percent(value / whole, 0)}`}
          style={{
            width: `${(value / whole) * 100}%`,
            background: `color-mix(in srgb, var(--series) ${100 - (index * 75) / Math.max(1, parts.length - 1)}%, var(--sunken))`,
          }}
        />
      ))}
    </div>
  );
}

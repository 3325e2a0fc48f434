import { dayOf, formatSpan, formatThousandths, formatTime, formatUtc } from '#console/values/time.ts';
import { words } from '#console/words/en/charts.ts';
import { placeSteps, type PlacedStep, type Step } from './life.ts';
import styles from './LifeLine.module.css';

interface LifeLineProps {
  /** The title: *Life of the draw*. */
  readonly label: string;
  readonly steps: readonly Step[];
  /** A step later than this is late, in milliseconds. */
  readonly tolerance?: number;
  /** The server's time, while the life continues; null where it has ended. */
  readonly now: number | null;
}

const width = 668;
const edge = 46;
const line = 44;

/**
 * A life as a line: steps at equal distances, the planned time above, the actual one below, with the difference. The
 * first late one is amber.
 */
export function LifeLine({ label, steps, tolerance = 3_000, now }: LifeLineProps) {
  const placed = placeSteps(steps, tolerance, now);
  const gap = (width - 2 * edge) / Math.max(1, steps.length - 1);
  const x = (index: number) => edge + index * gap;
  // Times without a date are of the day of the last step: another day is written with its date.
  const day = dayOf(steps.findLast(({ planned }) => planned !== null)?.planned ?? 0);
  return (
    <svg className={styles.life} viewBox={`0 0 ${width} 88`} role="img" aria-label={`${label}. ${sayAll(placed)}`}>
      {placed.slice(1).map(({ name, real }, index) => (
        <line
          key={name}
          x1={x(index)}
          x2={x(index + 1)}
          y1={line}
          y2={line}
          className={real === null ? styles.coming : styles.done}
        />
      ))}
      {placed.map((step, index) => (
        <g key={step.name}>
          <text x={x(index)} y={12} className={styles.name}>
            {step.name}
          </text>
          <text x={x(index)} y={27} className={styles.quiet}>
            {step.planned === null ? '–' : write(step.planned, day, formatTime)}
          </text>
          <line x1={x(index)} x2={x(index)} y1={31} y2={37} className={styles.tick} />
          <Mark step={step} x={x(index)} />
          <text x={x(index)} y={67} className={styles.real}>
            {step.real === null ? '' : write(step.real, day, formatThousandths)}
            {step.real !== null && <title>{formatUtc(step.real)}</title>}
          </text>
          <text x={x(index)} y={82} className={step.state === 'late' ? styles.late : styles.quiet}>
            {sayDifference(step)}
          </text>
        </g>
      ))}
    </svg>
  );
}

function Mark({ step: { state }, x }: { readonly step: PlacedStep; readonly x: number }) {
  if (state === 'late')
    return <rect x={x - 5.5} y={line - 5.5} width={11} height={11} rx={2} className={styles.square} />;
  return <circle cx={x} cy={line} r={state === 'coming' ? 4.5 : 5.5} className={styles[state]} data-mark />;
}

function write(at: number, day: string, format: (at: number) => string): string {
  const own = dayOf(at);
  if (own === day) return format(at);
  // With a date the thousandths would not fit between two steps.
  return `${own.slice(8)}/${own.slice(5, 7)} ${formatTime(at)}`;
}

function sayDifference({ difference, state }: PlacedStep): string {
  if (difference === null) return '';
  const span = formatSpan(difference, true);
  // A step before its time is no fault.
  if (difference < 0) return words.inTime;
  return state === 'late' ? words.late(span) : span;
}

function sayAll(steps: readonly PlacedStep[]): string {
  return steps
    .map(
      (step) => `${step.name} ${step.real === null ? words.notYet : `${formatTime(step.real)} ${sayDifference(step)}`}`,
    )
    .join(', ');
}

import { serverNow } from '#console/clock/clock.ts';
import {
  formatDay,
  dayOf,
  formatFull,
  formatThousandths,
  formatTime,
  formatUtc,
  formatWhen,
  type Instant,
} from './time.ts';

export interface TimeProps {
  readonly at: Instant;
  /**
   * `when`: with its date where it is not today (the default) · `time`: 18:32:41 · `thousandths`: 18:32:41.204 · `full`: with
   * its date · `day`: the date alone.
   */
  readonly show?: 'when' | 'time' | 'thousandths' | 'full' | 'day';
}

/** A moment on the operator's wall clock. The hover tells UTC. */
export function Time({ at, show = 'when' }: TimeProps) {
  const utc = formatUtc(at);
  return (
    <time dateTime={utc} title={`${utc.slice(0, 10)} ${utc.slice(11, 23)} UTC`}>
      {write(at, show)}
    </time>
  );
}

function write(at: Instant, show: NonNullable<TimeProps['show']>): string {
  switch (show) {
    case 'when':
      return formatWhen(at, serverNow());
    case 'time':
      return formatTime(at);
    case 'thousandths':
      return formatThousandths(at);
    case 'full':
      return formatFull(at);
    case 'day':
      return formatDay(dayOf(at));
  }
}

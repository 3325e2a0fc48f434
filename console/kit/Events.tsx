import type { ReactNode } from 'react';
import { serverNow } from '#console/clock/clock.ts';
import { dayOf, formatSpan } from '#console/values/time.ts';
import { Time } from '#console/values/Time.tsx';
import { words } from '#console/words/en/charts.ts';
import styles from './Events.module.css';

export interface Event {
  /** RFC 3339; null for an expected event without a time. */
  readonly at: string | null;
  /** A sentence. */
  readonly says: ReactNode;
  /** One quiet line. */
  readonly note?: ReactNode;
  /** `wait`: late, held, alarming · `next`: expected, and hollow. */
  readonly tone?: 'plain' | 'wait' | 'next';
}

/** Events from top to bottom: time, mark, sentence, one quiet line. Hovering shows the time since the event before. */
export function Events({ of: events }: { readonly of: readonly Event[] }) {
  return (
    <ol className={styles.events}>
      {events.map(({ at, says, note, tone = 'plain' }, index) => {
        const before = events[index - 1]?.at;
        const gap = at && before ? `+${formatSpan(Date.parse(at) - Date.parse(before), true)}` : undefined;
        return (
          <li
            key={index}
            className={styles.event}
            data-tone={tone}
            data-before-next={events[index + 1]?.tone === 'next' || undefined}
            title={gap}
          >
            <span className={styles.time}>
              {at ? <Time at={at} show="time" /> : words.afterwards}
              {at && isOtherDay(at, before) && (
                <span className={styles.day}>
                  <Time at={at} show="day" />
                </span>
              )}
            </span>
            <div className={styles.says}>
              {says}
              {note && <div className="small quiet">{note}</div>}
            </div>
          </li>
        );
      })}
    </ol>
  );
}

/**
 * Whether the date has to be beside a time: it differs from that of the event before, or from today for the first one.
 */
function isOtherDay(at: string, before: string | null | undefined): boolean {
  return dayOf(at) !== dayOf(before ?? serverNow());
}

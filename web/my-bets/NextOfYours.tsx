import type { Ticket } from '#contract/bets.ts';
import { useAtServerTime } from '#web/clock/clock.ts';
import { ClockCurve } from '#web/layout/Curve.tsx';
import { Countdown } from '#web/values/Countdown.tsx';
import { formatTime, useTimeZone } from '#web/values/format.ts';
import { words } from '#web/words/en/my-bets.ts';
import styles from './NextOfYours.module.css';

/** The hero's content: the next draw of the client's tickets and the time until then; the page's title without pending tickets. */
export function NextOfYours({ waiting }: { waiting: readonly Ticket[] | undefined }) {
  const next = waiting?.[0];
  if (!next) {
    return (
      <div key="none" className={styles.next}>
        <p className={styles.time} aria-hidden="true">
          {words.title}
        </p>
        <p className={styles.label}>{waiting ? words.noneWaits : '\u00a0'}</p>
        <p className={styles.lead}>{words.lead}</p>
      </div>
    );
  }
  return (
    <div key="next" className={styles.next}>
      <p className={styles.label}>{words.next}</p>
      <TimeLeft at={next.fullDate} />
      <Lead at={next.fullDate} />
    </div>
  );
}

/** A draw is settled within seconds. After this time, in milliseconds, its tickets say that they are safe. */
const longAfter = 60_000;

function Lead({ at }: { at: string }) {
  const isLong = useAtServerTime((now) => Number(now !== null && now >= Date.parse(at) + longAfter)) === 1;
  return <p className={styles.lead}>{isLong ? words.takesLong : words.lead}</p>;
}

function TimeLeft({ at }: { at: string }) {
  const timeZone = useTimeZone();
  const time = formatTime(at, timeZone);
  const isOver = useAtServerTime((now) => Number(now !== null && now >= Date.parse(at))) === 1;
  return (
    <p className={styles.time}>
      {isOver ? (
        words.drawing(time)
      ) : (
        <>
          {words.nextIn(time)} <Countdown to={at} />
        </>
      )}
    </p>
  );
}

/** The hero's edge: the rest of the time between buying the first ticket of the next draw and that draw. */
export function NextOfYoursCurve({ waiting }: { waiting: readonly Ticket[] }) {
  const { drawId, fullDate } = waiting[0]!;
  const bought = waiting.filter((ticket) => ticket.drawId === drawId).map(({ acceptedAt }) => Date.parse(acceptedAt));
  return <ClockCurve from={Math.min(...bought)} to={Date.parse(fullDate)} />;
}

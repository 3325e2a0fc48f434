import { listResults } from '#contract/calls/draws.ts';
import { useApi } from '#web/api/queries.ts';
import { useUpcomingDraws } from '#web/api/upcoming.ts';
import { Balls } from '#web/tickets/Balls.tsx';
import { Countdown } from '#web/values/Countdown.tsx';
import { formatTime } from '#web/values/format.ts';
import { Link } from '#ui/Link.tsx';
import { words } from '#web/words/en/play.ts';
import styles from './Hero.module.css';

/** On the yellow background: how long the next draw is on sale, and the last result. */
export function Hero() {
  return (
    <>
      <NextDraw />
      <LastResult />
    </>
  );
}

function NextDraw() {
  const { draws, isPending, error } = useUpcomingDraws();
  const next = draws[0];
  const noSales = !next && !isPending && !error;
  return (
    <div>
      <p className={styles.label}>
        {next ? words.salesFor(formatTime(next.fullDate)) : noSales ? words.noSales : words.salesClose}
      </p>
      <p className={styles.clock}>{next ? <Countdown to={next.closesAt} /> : '--:--'}</p>
    </div>
  );
}

function LastResult() {
  const { data, error } = useApi(listResults, { query: { limit: '1' } });
  const last = data?.data[0];
  return (
    <div className={styles.last} aria-live="polite">
      {last ? (
        <>
          <Link className={styles.label} to={`/results/${last.id}`}>
            {words.drawnAt(formatTime(last.fullDate))}
          </Link>
          <div key={last.id} className={styles.fresh}>
            <Balls numbers={last.result} size="s" />
          </div>
        </>
      ) : (
        <>
          <span className={styles.label}>{words.drawn}</span>
          <span className={styles.noBalls}>{data ? words.nothingDrawn : error ? words.drawnUnknown : null}</span>
        </>
      )}
    </div>
  );
}

import type { Ticket } from '#contract/bets.ts';
import { formatFrancs } from '#domain/money.ts';
import { Balls } from '#web/tickets/Balls.tsx';
import { DateTime } from '#web/values/DateTime.tsx';
import { Link } from '#ui/Link.tsx';
import { words } from '#web/words/en/results.ts';
import { litPlaces, sumUp } from './mine.ts';
import styles from './Results.module.css';
import type { ResultDraw } from './useMyTickets.ts';

interface ResultRowProps {
  draw: ResultDraw;
  withDate: boolean;
  /** My tickets on this draw. */
  mine: readonly Ticket[];
}

/** A draw with a result; the places where I had a hit are highlighted. */
export function ResultRow({ draw, withDate, mine }: ResultRowProps) {
  return (
    <li className={styles.row}>
      <Link className={styles.when} to={`/results/${draw.id}`}>
        <DateTime at={draw.fullDate} show={withDate ? 'both' : 'time'} />
      </Link>
      <Balls numbers={draw.result} hits={litPlaces(draw.result, mine)} />
      {mine.length > 0 && <Mine mine={mine} />}
    </li>
  );
}

function Mine({ mine }: { mine: readonly Ticket[] }) {
  const { tickets, won } = sumUp(mine);
  const outcome = won === null ? words.settling : won > 0 ? `+${formatFrancs(won)}` : null;
  return (
    <span className={styles.mine} data-won={won !== null && won > 0}>
      {words.mine(tickets, outcome)}
    </span>
  );
}

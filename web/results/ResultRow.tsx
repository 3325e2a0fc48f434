import type { BetSums } from '#contract/bets.ts';
import type { Draw } from '#contract/draws.ts';
import { formatFrancs } from '#domain/money.ts';
import { Icon } from '#ui/Icon.tsx';
import { Link } from '#ui/Link.tsx';
import { moreIcons } from '#ui/more-icons.ts';
import { Balls } from '#web/tickets/Balls.tsx';
import { DateTime } from '#web/values/DateTime.tsx';
import { formatDayOfMonth } from '#web/values/day.ts';
import { formatDateTime, zoned } from '#web/values/format.ts';
import { PaidAndStaked } from '#web/values/PaidAndStaked.tsx';
import coverLink from '#ui/cover-link.module.css';
import { words } from '#web/words/en/results.ts';
import styles from './Results.module.css';

interface ResultRowProps {
  draw: Draw;
  /** The day that is chosen, `YYYY-MM-DD`; a draw of another day says its own. */
  day: string | null;
  /** My tickets on this draw, if there are any. */
  mine: BetSums | undefined;
}

/** A past draw, the whole row a link to it. The places that make a ticket of mine pay are highlighted. */
export function ResultRow({ draw, day, mine }: ResultRowProps) {
  const ownDay = zoned(draw.fullDate).date;
  return (
    <li className={styles.row}>
      <span className={styles.when}>
        <Link
          className={coverLink.link}
          to={`/results/${draw.id}`}
          aria-label={words.draw.title(formatDateTime(draw.fullDate))}
        >
          <DateTime at={draw.fullDate} show="time" />
        </Link>
        {/* Apart from the link: its name has to hold what it shows word by word, and the name has the day before the time. */}
        {ownDay !== day && <small>{formatDayOfMonth(ownDay)}</small>}
      </span>
      {draw.result ? (
        <Balls numbers={draw.result} hits={mine?.places ?? []} size="s" />
      ) : (
        <span className={styles.void}>{words.calledOff}</span>
      )}
      {mine && <Mine mine={mine} isVoid={draw.status === 'void'} />}
      <span className={styles.go}>
        <Icon path={moreIcons.chevronNext} size={20} />
      </span>
    </li>
  );
}

function Mine({ mine: { tickets, staked, paid }, isVoid }: { mine: BetSums; isVoid: boolean }) {
  return (
    <span className={styles.mine}>
      <span className={styles.tickets}>{words.mine(tickets)}</span>{' '}
      {isVoid ? (
        words.returned(formatFrancs(staked))
      ) : paid === null ? (
        words.settling
      ) : (
        <PaidAndStaked paid={paid} staked={staked} />
      )}
    </span>
  );
}

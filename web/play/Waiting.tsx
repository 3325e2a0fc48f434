import { listBets } from '#contract/calls/bets.ts';
import { listResults } from '#contract/calls/draws.ts';
import { useApi } from '#web/api/queries.ts';
import { onServer } from '#web/clock/clock.ts';
import { lazyPart } from '#web/layout/lazyPart.tsx';
import { Countdown } from '#web/values/Countdown.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Link } from '#ui/Link.tsx';
import { moreIcons } from '#ui/more-icons.ts';
import { words } from '#web/words/en/play-parts.ts';
import styles from './Waiting.module.css';

/** After a draw, the stream tells which of them have ended, and the page knows the next one. */
const firstOnes = '8';

// My bets tells the loss too.
const LossOnReturn = lazyPart(() => import('#web/stage/LossOnReturn.tsx'), { renderBroken: () => null });

/** The draws that a client's tickets wait for, and the outcomes that came while the app showed another page. */
export default function Waiting() {
  // With `useLastResult` its module would be a file of its own, which every first visit downloads.
  const last = useApi(listResults, { query: { limit: '1' } }).data?.data[0];
  return (
    <>
      <Strip />
      {last && Date.parse(last.fullDate) > onServer(performance.timeOrigin) && <LossOnReturn drawId={last.id} />}
    </>
  );
}

/** How many tickets of a client wait, and how long until the first of their draws: a strip of paper that leads to them. */
function Strip() {
  const { data } = useApi(listBets, { query: { status: 'pending', order: 'draw', limit: firstOnes } });
  if (!data) return null;
  const next = data.data[0];
  if (!next) {
    return (
      <Link className={styles.none} to="/my-bets">
        {words.noneWaiting}
        <Icon path={moreIcons.chevronNext} size={18} />
      </Link>
    );
  }
  return (
    <div className={styles.cast}>
      <Link className={styles.strip} to="/my-bets">
        <Icon path={moreIcons.ticket} size={20} />
        {words.tickets(data.meta.waiting?.tickets ?? 1)}
        <span className={styles.time}>
          <Countdown to={next.fullDate} />
        </span>
        <Icon path={moreIcons.chevronNext} size={18} />
      </Link>
    </div>
  );
}

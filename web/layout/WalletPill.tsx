import { useEffect } from 'react';
import { formatFrancs } from '#domain/money.ts';
import { useBalance } from '#web/api/signed-in.ts';
import { noteOpened, useIsVeiled } from '#web/api/hide-outcomes.ts';
import { onServer, useNow } from '#web/clock/clock.ts';
import { formatTime } from '#web/values/format.ts';
import { Icon } from '#ui/Icon.tsx';
import { Link } from '#ui/Link.tsx';
import { moreIcons } from '#ui/more-icons.ts';
import { Money } from '#web/values/Money.tsx';
import { words as balanceWords } from '#web/words/en/balance.ts';
import { words } from '#web/words/en/layout.ts';
import styles from './WalletPill.module.css';

/** A balance older than this is marked as stale; successful polls renew it every ten seconds. */
const oldAfter = 60_000;

/** A page that has not come after this time may never come. */
const waitForPage = 10_000;

/** The balance as a link to the wallet, and the link to add funds. Polls while it is shown. */
export default function WalletPill() {
  const { data: balance, dataUpdatedAt, error } = useBalance({ poll: true });
  const data = useIsVeiled(dataUpdatedAt) ? null : balance;
  useEffect(noteFirstPage, []);
  const now = useNow(10_000);
  const updatedAt = onServer(dataUpdatedAt);
  const isOld = data && now !== null && dataUpdatedAt > 0 && now - updatedAt > oldAfter;
  const amount = data && formatFrancs(Number(data.total));
  return (
    <div className={styles.pill}>
      <Link
        to="/my-wallet"
        className={styles.balance}
        aria-label={amount ? balanceWords.of(amount) : balanceWords.unknown}
      >
        {data ? (
          <Money amount={Number(data.total)} />
        ) : error && !balance ? (
          balanceWords.none
        ) : (
          <span className={styles.waiting} />
        )}
        {isOld && <span className={styles.old}>{balanceWords.asOf(formatTime(updatedAt))}</span>}
      </Link>
      <Link to="/my-wallet?add=1" className={styles.add} aria-label={words.addFunds} title={words.addFunds}>
        <span>
          <Icon path={moreIcons.plus} size={18} />
        </span>
      </Link>
    </div>
  );
}

/** Every page leaves a mark when it is there (Ready.tsx). */
function noteFirstPage(): () => void {
  const marks = new PerformanceObserver((list) => list.getEntriesByName('ready').length > 0 && noteOpened());
  marks.observe({ type: 'mark', buffered: true });
  const timer = setTimeout(noteOpened, waitForPage);
  return () => {
    marks.disconnect();
    clearTimeout(timer);
  };
}

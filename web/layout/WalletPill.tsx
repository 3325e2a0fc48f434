import { Link } from 'react-router';
import { formatFrancs } from '#domain/money.ts';
import { useBalance } from '../api/client.ts';
import { useNow } from '../clock/clock.ts';
import { formatTime } from '../ui/format.ts';
import { Icon } from '../ui/Icon.tsx';
import { words } from '../words/en/layout.ts';
import styles from './WalletPill.module.css';

/** A balance this old says so; polls that work renew it every ten seconds. */
const oldAfter = 60_000;

/** The balance, which leads to the wallet, and the way to add funds. Polls while it is shown. */
export default function WalletPill() {
  const { data, dataUpdatedAt } = useBalance({ poll: true });
  const now = useNow(10_000);
  // Both on this device's clock: what counts is the time in between.
  const isOld = now !== null && dataUpdatedAt > 0 && Date.now() - dataUpdatedAt > oldAfter;
  const amount = data && formatFrancs(Number(data.total));
  return (
    <div className={styles.pill}>
      <Link to="/my-wallet" className={styles.balance} aria-label={amount ? words.balance(amount) : words.balanceUnknown}>
        {amount ?? <span className={styles.waiting} />}
        {isOld && (
          <span className={styles.old} title={words.balanceAsOf(formatTime(dataUpdatedAt))}>
            {formatTime(dataUpdatedAt)}
          </span>
        )}
      </Link>
      <Link to="/my-wallet?add=1" className={styles.add} aria-label={words.addFunds} title={words.addFunds}>
        <span>
          <Icon name="plus" size={18} />
        </span>
      </Link>
    </div>
  );
}

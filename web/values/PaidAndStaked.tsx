import { formatAmount } from '#domain/money.ts';
import { words } from '#web/words/en/values.ts';
import { isGain, netOf, type Play } from './gain.ts';
import { Money } from './Money.tsx';
import styles from './PaidAndStaked.module.css';

/** `Paid 600 · staked 900`: green where more was paid than staked, otherwise in the colour of secondary text. */
export function PaidAndStaked({ paid, staked }: Play) {
  return (
    <span className={styles.play} data-gain={isGain({ paid, staked })}>
      {words.paidAndStaked(formatAmount(paid), formatAmount(staked))}
    </span>
  );
}

/**
 * The net of play: `+1 500 XOF` in green where more was paid than staked, otherwise `−300 XOF` in the colour of the text
 * around it. A dark surface sets `--gain` to the green that is readable on it.
 */
export function Net({ paid, staked }: Play) {
  return (
    <span className={styles.net} data-gain={isGain({ paid, staked })}>
      <Money amount={netOf({ paid, staked })} signed />
    </span>
  );
}

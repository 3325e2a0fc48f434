import { formatAmount } from '#domain/money.ts';
import { words } from '#web/words/en/values.ts';
import { isGain, type Play } from './gain.ts';
import styles from './PaidAndStaked.module.css';

/** `Paid 600 · staked 900`: green where more was paid than staked, otherwise in the colour of secondary text. */
export function PaidAndStaked({ paid, staked }: Play) {
  return (
    <span className={styles.play} data-gain={isGain({ paid, staked })}>
      {words.paidAndStaked(formatAmount(paid), formatAmount(staked))}
    </span>
  );
}

import { betTypes, highestMult } from '#domain/bet-types.ts';
import { formatFrancs } from '#domain/money.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { words } from '#web/words/en/play.ts';
import type { ActiveBet } from './active-bet.ts';
import styles from './AddBar.module.css';

interface AddBarProps {
  bet: ActiveBet;
  count: number;
  /** What the ticket still needs before it can be added, in sentences. */
  missing: string;
  /** Whether the player has tried to add the incomplete ticket. */
  tried: boolean;
  pending: boolean;
  /** The ticket is in the basket already and is being changed. */
  edits: boolean;
  onAdd: () => void;
}

/** What the ticket can pay, and the button to add it: always visible on a phone, a card where there is room. */
export function AddBar({ bet, count, missing, tried, pending, edits, onAdd }: AddBarProps) {
  const { name, betAmount } = bet;
  return (
    <section className={styles.bar} aria-label={words.yourTicket}>
      <div className={styles.payout}>
        {words.possiblePayout}
        <b>{formatFrancs(betAmount * highestMult(betTypes[name]))}</b>
      </div>
      <Button size="l" pending={pending} aria-describedby={missingId} onClick={onAdd}>
        {edits ? words.save : words.add}
      </Button>
      {count > 1 && <p className={styles.note}>{words.forDraws(count, formatFrancs(betAmount * count))}</p>}
      <p className={styles.missing} id={missingId} data-tried={tried} role={tried ? 'alert' : undefined}>
        {missing}
      </p>
      {edits && (
        <ButtonLink className={styles.cancel} to="/checkout" variant="ghost" size="s">
          {words.cancel}
        </ButtonLink>
      )}
    </section>
  );
}

const missingId = 'missing';

import { formatDateTime } from '#web/values/format.ts';
import { words } from '#web/words/en/play-parts.ts';
import type { ActiveBet } from './active-bet.ts';
import styles from './Ticket.module.css';

interface TicketProps {
  bet: ActiveBet;
  /** The draw's instant, ISO 8601; null while it is not known. */
  drawsAt: string | null;
  /** The number of draws on which it is played. */
  count: number;
}

/** The head of the ticket as it comes about, where there is room for it. */
export default function Ticket({ bet, drawsAt, count }: TicketProps) {
  const { name, selectedNumbers } = bet;
  const slots = selectedNumbers.length;
  const chosen = selectedNumbers.filter(Boolean);
  const inWords = name === 'IziOne' ? words.inFirstPlace(chosen[0]!) : words.picked(chosen);
  return (
    <div className={styles.ticket}>
      <div className={styles.line}>
        <h3 className={styles.name}>{name}</h3>
        <span className={styles.note}>{words.tickets(count)}</span>
      </div>
      <div className={styles.numbers} data-count={slots}>
        <span className={styles.balls} aria-hidden="true">
          {selectedNumbers.map((number, place) => (
            // The key is the place: a slot stays the same while its number changes.
            <i key={place} data-filled={Boolean(number)}>
              {number || '?'}
            </i>
          ))}
        </span>
        <div>
          {slots < 9 && <p>{chosen.length === slots ? inWords : words.pickNumbers(slots)}</p>}
          <p className={styles.note}>{drawsAt && words.drawAt(formatDateTime(drawsAt))}</p>
        </div>
      </div>
    </div>
  );
}

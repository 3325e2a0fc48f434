import type { Ticket } from '#contract/bets.ts';
import { classNames } from '#ui/classNames.ts';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';
import { words } from '#web/words/en/tickets.ts';
import styles from './TicketNumbers.module.css';

interface TicketNumbersProps {
  ticket: Pick<Ticket, 'selectedNumbers' | 'places'>;
  /** `l`: it waits, and its numbers are what counts. `m`: on a ticket that won. `s`: in a line. `xs`: in a line of 44 px. */
  size: 'xs' | 's' | 'm' | 'l';
}

/** A ticket's numbers as balls: nine in nine columns, fewer as large as they may be. */
export function TicketNumbers({ ticket, size }: TicketNumbersProps) {
  const { selectedNumbers, places } = ticket;
  const isNine = selectedNumbers.length === 9;
  return (
    <ol className={classNames(styles.numbers, isNine && styles.nine)} data-size={size} aria-label={words.numbers}>
      {selectedNumbers.map((number, slot) => (
        <li key={number} className={styles.number} data-hit={places?.[slot]}>
          {number}
          {places?.[slot] && <VisuallyHidden>{words.hit}</VisuallyHidden>}
        </li>
      ))}
    </ol>
  );
}

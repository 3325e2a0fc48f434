import { useEffect } from 'react';
import type { Ticket } from '#contract/bets.ts';
import { keepLastSeen, readLastSeen } from '#web/api/last-seen.ts';
import { formatDateTime } from '#web/values/format.ts';
import { Notice } from '#ui/Notice.tsx';
import { TicketCard } from '#web/tickets/TicketCard.tsx';
import { words } from '#web/words/en/my-bets.ts';
import styles from './MyBets.module.css';

/** Stores the shown tickets for offline use. */
export function useKeepLastSeen(pending: readonly Ticket[] | undefined, settled: readonly Ticket[] | undefined): void {
  useEffect(() => {
    if (pending && settled) keepLastSeen([...pending, ...settled]);
  }, [pending, settled]);
}

/** The tickets as last fetched. */
export function LastSeen() {
  const seen = readLastSeen();
  if (!seen || seen.tickets.length === 0) return null;
  return (
    <>
      <Notice title={words.lastSeen.title(formatDateTime(seen.at))}>{words.lastSeen.text}</Notice>
      <ul className={styles.papers}>
        {seen.tickets.map((ticket) => (
          <li key={ticket.id}>
            <TicketCard ticket={ticket} />
          </li>
        ))}
      </ul>
    </>
  );
}

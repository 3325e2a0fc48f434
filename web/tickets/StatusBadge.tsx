import type { TicketStatus } from '#domain/ticket.ts';
import { words } from '#web/words/en/tickets.ts';
import { Icon } from '#ui/Icon.tsx';
import styles from './StatusBadge.module.css';

const icons = { pending: 'clock', win: 'check', lost: 'cross', void: 'back' } as const;

/** A ticket's status, as text and icon, never by colour alone. */
export function StatusBadge({ status }: { status: TicketStatus }) {
  return (
    <span className={styles.badge} data-status={status}>
      <Icon name={icons[status]} size={14} />
      {words.status[status]}
    </span>
  );
}

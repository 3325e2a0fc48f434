import type { TicketStatus } from '#domain/ticket.ts';
import { words } from '#web/words/en/tickets.ts';
import { Icon } from '#ui/Icon.tsx';
import { icons } from '#ui/icons.ts';
import { moreIcons } from '#ui/more-icons.ts';
import styles from './StatusBadge.module.css';

const marks = { pending: moreIcons.clock, win: icons.check, lost: moreIcons.cross, void: moreIcons.back } as const;

interface StatusBadgeProps {
  status: TicketStatus;
  /** In place of the status's name. */
  children?: string | undefined;
}

/** A ticket's status, as text and icon, never by colour alone. */
export function StatusBadge({ status, children = words.status[status] }: StatusBadgeProps) {
  return (
    <span className={styles.badge} data-status={status}>
      <Icon path={marks[status]} size={14} />
      {children}
    </span>
  );
}

import type { Ticket } from '#contract/bets.ts';
import { lazyPart } from '#web/layout/lazyPart.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { moreIcons } from '#ui/more-icons.ts';
import { words } from '#web/words/en/tickets.ts';

const ShareSheet = lazyPart(() => import('./ShareSheet.tsx'));

interface ShareButtonProps {
  ticket: Ticket;
  /** The page opens the sheet: the ticket's card may disappear while it is open, because its draw has happened. */
  onShare: (ticket: Ticket) => void;
}

export function ShareButton({ ticket, onShare }: ShareButtonProps) {
  return <IconButton icon={moreIcons.share} label={words.share(ticket.serial)} onClick={() => onShare(ticket)} />;
}

/** The sheet that shares a ticket; its code is loaded when it opens first. */
export function ShareTicket({ ticket, onClose }: { ticket: Ticket | null; onClose: () => void }) {
  return ticket && <ShareSheet ticket={ticket} onClose={onClose} />;
}

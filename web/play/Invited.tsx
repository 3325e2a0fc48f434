import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useLocation } from 'wouter';
import { listDraws } from '#contract/calls/draws.ts';
import { formatFrancs } from '#domain/money.ts';
import { Failure } from '#web/api/Failure.tsx';
import { useApi } from '#web/api/queries.ts';
import { openDraws, useUpcomingDraws } from '#web/api/upcoming.ts';
import { useBasket } from '#web/basket/basket.ts';
import { serverNow } from '#web/clock/clock.ts';
import { readPlayHash, type SharedTicket } from '#web/tickets/play-link.ts';
import { formatDateTime, formatTime, zoned } from '#web/values/format.ts';
import { Button } from '#ui/Button.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { icons } from '#ui/icons.ts';
import { Notice } from '#ui/Notice.tsx';
import { words } from '#web/words/en/play-link.ts';
import type { LoadedTicket } from './active-bet.ts';
import styles from './Invited.module.css';

interface InvitedProps {
  /** The hash of the address, which holds a ticket that somebody has shared. */
  hash: string;
  /** Whether nothing of the ticket that is being made up was chosen. */
  isFresh: boolean;
  /** Whether it has a number. */
  hasNumbers: boolean;
  /** The same function in every render. */
  onPlay: (ticket: LoadedTicket) => void;
}

/** Fills in the ticket of a link and says so; a ticket that the player has begun is replaced only when they say so. */
export default function Invited({ hash, isFresh, hasNumbers, onPlay }: InvitedProps) {
  const [ticket] = useState(() => readPlayHash(hash));
  const [, navigate] = useLocation();
  const leave = () => navigate('/', { replace: true });
  return (
    <div className={styles.place}>
      {ticket ? (
        <Ticket ticket={ticket} isFresh={isFresh} hasNumbers={hasNumbers} onPlay={onPlay} onLeave={leave} />
      ) : (
        <Said tone="error" onClose={leave}>
          {words.bad}
        </Said>
      )}
    </div>
  );
}

interface TicketProps extends Omit<InvitedProps, 'hash'> {
  ticket: SharedTicket;
  onLeave: () => void;
}

function Ticket({ ticket, isFresh, hasNumbers, onPlay, onLeave }: TicketProps) {
  const { items } = useBasket();
  const [isWanted, setWanted] = useState(isFresh);
  const [filled, setFilled] = useState<Filled | null>(null);
  const upcoming = useUpcomingDraws();
  const { name, selectedNumbers, betAmount, fullDate } = ticket;
  const from = useApi(listDraws, { query: { from: fullDate, status: 'open', limit: '1' } });
  const next = upcoming.draws[0]?.fullDate;
  const first = from.data?.data[0];

  // Once: what the player changes afterwards stays.
  if (isWanted && !filled && !upcoming.isPending && from.data) {
    const isListed = first?.fullDate === fullDate;
    const isOpen = isListed && openDraws([first], serverNow()).length > 0;
    const hasClosed = isListed || Date.parse(fullDate) <= serverNow();
    setFilled({ instead: isOpen ? null : hasClosed ? 'closed' : 'unknown', for: isOpen ? fullDate : next });
  }
  const said = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // On a phone the hero fills the screen, and the ticket would lie below it.
    if (filled && scrollY === 0 && innerWidth < 900) said.current?.scrollIntoView();
  }, [filled]);
  useEffect(() => {
    if (filled) onPlay({ ...ticket, ...(!filled.instead && { draw: zoned(ticket.fullDate) }) });
  }, [filled, ticket, onPlay]);

  const isAdded = useIsAdded(filled !== null, hasNumbers);
  useEffect(() => {
    if (isAdded) onLeave();
  }, [isAdded, onLeave]);

  const text = words.ticket(name, selectedNumbers.join(' '), formatFrancs(betAmount));
  if (!isWanted) {
    return (
      <Said
        action={
          <>
            <Button size="s" variant="strong" onClick={() => setWanted(true)}>
              {words.take}
            </Button>
            <Button size="s" variant="ghost" onClick={onLeave}>
              {words.keep}
            </Button>
          </>
        }
      >
        {words.begun(text)}
      </Said>
    );
  }
  const failed = [from, upcoming].find(({ error }) => error);
  if (!filled && failed?.error) {
    return <Failure error={failed.error} onRetry={() => void failed.refetch()} retrying={failed.isFetching} />;
  }
  if (!filled) return null;
  const sentences = [
    filled.instead && words[filled.instead](momentOf(fullDate)),
    filled.for ? words.filled(text, momentOf(filled.for)) : words.noSales,
    words.free,
    items.length > 0 && words.basket,
  ];
  return (
    <Said place={said} onClose={onLeave}>
      {sentences.filter(Boolean).join(' ')}
    </Said>
  );
}

interface Filled {
  /** Why it is for the next draw instead of the link's; null where it is for that one. */
  readonly instead: 'closed' | 'unknown' | null;
  /** When its draw is, ISO 8601; undefined while none is on sale. */
  readonly for: string | undefined;
}

/** Whether the loaded ticket has left for the basket, which empties the slots. */
function useIsAdded(isFilled: boolean, isThere: boolean): boolean {
  const [wasThere, setThere] = useState(false);
  if (isFilled && isThere && !wasThere) setThere(true);
  return wasThere && !isThere;
}

/** The time, and the day where it is another one than today. */
function momentOf(fullDate: string): string {
  const isToday = zoned(fullDate).date === zoned(serverNow()).date;
  return isToday ? formatTime(fullDate) : formatDateTime(fullDate);
}

interface SaidProps {
  place?: RefObject<HTMLDivElement | null>;
  tone?: 'info' | 'error';
  action?: ReactNode;
  onClose?: () => void;
  children: ReactNode;
}

function Said({ place, tone = 'info', action, onClose, children }: SaidProps) {
  return (
    <div ref={place} className={styles.said} role={tone === 'info' ? 'status' : undefined}>
      <Notice tone={tone}>{children}</Notice>
      {onClose && <IconButton icon={icons.close} label={words.close} onClick={onClose} />}
      {action && <div className={styles.actions}>{action}</div>}
    </div>
  );
}

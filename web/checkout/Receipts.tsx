import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { Ticket } from '#contract/bets.ts';
import { formatFrancs } from '#domain/money.ts';
import { useOutcomesHeld } from '#web/api/hold-outcomes.ts';
import { useAtServerTime } from '#web/clock/clock.ts';
import { lazyPart } from '#web/layout/lazyPart.tsx';
import { StageOfDraws } from '#web/stage/StageOfDraws.tsx';
import { useMyTickets } from '#web/stage/useMyTickets.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { DateTime } from '#web/values/DateTime.tsx';
import { Fact, Facts } from '#ui/Facts.tsx';
import { Link } from '#ui/Link.tsx';
import { NumberSlots } from '#web/tickets/NumberSlots.tsx';
import { StatusBadge } from '#web/tickets/StatusBadge.tsx';
import { TicketPayout, TicketWhy } from '#web/tickets/TicketCard.tsx';
import { words } from '#web/words/en/checkout.ts';
import { colon } from '#web/words/en/marks.ts';
import styles from './Receipts.module.css';
import type { Placed } from './usePay.ts';

/** A receipt is whole without them. */
export const Offers = lazyPart(() => import('./Offers.tsx'), { renderBroken: () => null });

/**
 * The placed tickets with their serials, the new balance, and the draws that they wait for, live. `rest` is how many are
 * still in the basket.
 */
export function Receipts({ placed, rest }: { placed: Placed; rest: number }) {
  // Rendered a few times in all: the compiler's code that spares renders would be more bytes than it is worth.
  'use no memo';
  const { tickets, balance } = placed;
  const staked = tickets.reduce((sum, ticket) => sum + ticket.betAmount, 0);
  const draws = drawsOf(tickets);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const painted = requestAnimationFrame(() => setSeen(true));
    return () => cancelAnimationFrame(painted);
  }, []);
  return (
    <>
      <TopOfReceipts>
        <StageOfDraws draws={draws.map(([first]) => ({ id: first!.drawId, fullDate: first!.fullDate }))} />
        <Card className={styles.card}>
          <Facts>
            <Fact name={words.placed.staked}>{formatFrancs(staked)}</Fact>
            <Fact name={words.placed.balanceAfter}>
              <b>{formatFrancs(balance)}</b>
            </Fact>
          </Facts>
          <div className={styles.ways}>
            <ButtonLink to="/my-bets" size="l">
              {words.placed.myBets}
            </ButtonLink>
            <ButtonLink to="/" size="l" variant="secondary">
              {words.placed.play}
            </ButtonLink>
          </div>
          {rest > 0 && <p>{words.placed.rest + colon + words.count(rest)}.</p>}
        </Card>
      </TopOfReceipts>
      <Offers place="top" isSeen={isSeen} />
      {draws.map((ofDraw) => (
        <ReceiptsOfDraw key={ofDraw[0]!.drawId} placed={ofDraw} />
      ))}
      <Offers place="end" isSeen={isSeen} />
    </>
  );
}

/** The tickets by their draws, the next draw first. */
function drawsOf(tickets: readonly Ticket[]): (readonly Ticket[])[] {
  const byDraw = Map.groupBy(tickets, ({ drawId }) => drawId);
  return [...byDraw.values()].toSorted(([one], [other]) => Date.parse(one!.fullDate) - Date.parse(other!.fullDate));
}

/** Takes the focus when it appears, so that screen readers announce it, and scrolls to its top. */
function TopOfReceipts({ children }: { children: ReactNode }) {
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => {
    top.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, []);
  return (
    <div ref={top} tabIndex={-1} className={styles.top}>
      {children}
    </div>
  );
}

/** The tickets of one draw, as they were placed, and after the draw as they ended. */
function ReceiptsOfDraw({ placed }: { placed: readonly Ticket[] }) {
  const { drawId, fullDate } = placed[0]!;
  const isDue = useAtServerTime((now) => Number(now !== null && now >= Date.parse(fullDate))) === 1;
  const isHeld = useOutcomesHeld();
  const { items } = useMyTickets(drawId, { enabled: isDue && !isHeld });
  return placed.map((ticket) => (
    <Receipt key={ticket.id} ticket={items?.find(({ id }) => id === ticket.id) ?? ticket} />
  ));
}

function Receipt({ ticket }: { ticket: Ticket }) {
  return (
    <Card as="article" className={styles.card}>
      <div className={styles.head}>
        <h2 className={styles.name}>{ticket.name}</h2>
        <Link
          className={styles.serial}
          to={`/my-bets/${ticket.id}`}
          aria-label={words.placed.receipt(ticket.name, ticket.serial)}
        >
          {ticket.serial}
        </Link>
        <StatusBadge status={ticket.status} />
      </div>
      <div className={styles.numbers}>
        <NumberSlots numbers={ticket.selectedNumbers} hits={ticket.places} />
      </div>
      <div className={styles.why}>
        <TicketWhy ticket={ticket} />
      </div>
      <Facts>
        <Fact name={words.placed.draw}>
          <DateTime at={ticket.fullDate} />
        </Fact>
        <Fact name={words.placed.amount}>{formatFrancs(ticket.betAmount)}</Fact>
        <Fact name={ticket.status === 'pending' ? words.placed.possible : words.placed.payout}>
          <TicketPayout ticket={ticket} />
        </Fact>
      </Facts>
    </Card>
  );
}

import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { Ticket } from '#contract/bets.ts';
import { formatFrancs, type Francs } from '#domain/money.ts';
import { useBalance } from '#web/api/signed-in.ts';
import { StageOfDraws } from '#web/stage/StageOfDraws.tsx';
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
import { Offers } from './LazyOffers.ts';
import styles from './Receipts.module.css';

interface ReceiptsProps {
  /** The tickets as they are now. */
  tickets: readonly Ticket[];
  /** The sum of both wallets after the payment. */
  balance: Francs;
  /** How many tickets are still in the basket. */
  rest: number;
}

/** The placed tickets with their serials, the balance, and the draws that they wait for, live. */
export default function Receipts({ tickets, balance, rest }: ReceiptsProps) {
  const { data: now } = useBalance();
  const isOld = now !== undefined && tickets.some(({ status }) => status !== 'pending');
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
            <Fact name={isOld ? words.placed.balanceNow : words.balanceAfter}>
              <b>{formatFrancs(isOld ? Number(now.total) : balance)}</b>
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
      {draws.flat().map((ticket) => (
        <Receipt key={ticket.id} ticket={ticket} />
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

import { useEffect, useRef, type ReactNode } from 'react';
import type { Ticket } from '#contract/bets.ts';
import { formatFrancs } from '#domain/money.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { DateTime } from '#web/values/DateTime.tsx';
import { Fact, Facts } from '#ui/Facts.tsx';
import { Link } from '#ui/Link.tsx';
import { NumberSlots } from '#web/tickets/NumberSlots.tsx';
import { words } from '#web/words/en/checkout.ts';
import { InstallOffer } from './InstallOffer.tsx';
import styles from './Receipts.module.css';
import type { Placed } from './usePay.ts';

/** The placed tickets with their serials, and the new balance. `rest` is how many are still in the basket. */
export function Receipts({ placed, rest }: { placed: Placed; rest: number }) {
  const { tickets, balance } = placed;
  const staked = tickets.reduce((sum, ticket) => sum + ticket.betAmount, 0);
  return (
    <>
      <TopOfReceipts>
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
        {rest > 0 && (
          <p>
            {words.placed.rest}: {words.count(rest)}.
          </p>
        )}
      </TopOfReceipts>
      <InstallOffer />
      {tickets.map((ticket) => (
        <Receipt key={ticket.id} ticket={ticket} />
      ))}
    </>
  );
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
      <Card className={styles.card}>{children}</Card>
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
      </div>
      <div className={styles.numbers}>
        <NumberSlots numbers={ticket.selectedNumbers} />
      </div>
      <Facts>
        <Fact name={words.placed.draw}>
          <DateTime at={ticket.fullDate} />
        </Fact>
        <Fact name={words.placed.amount}>{formatFrancs(ticket.betAmount)}</Fact>
      </Facts>
    </Card>
  );
}

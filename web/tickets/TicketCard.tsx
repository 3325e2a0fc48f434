import type { ReactNode } from 'react';
import type { Ticket } from '#contract/bets.ts';
import { betTypes, highestMult } from '#domain/bet-types.ts';
import { formatFrancs } from '#domain/money.ts';
import { useNow } from '#web/clock/clock.ts';
import { words as gameWords } from '#web/words/en/game.ts';
import { words } from '#web/words/en/tickets.ts';
import { Card } from '#ui/Card.tsx';
import { Countdown } from '#web/values/Countdown.tsx';
import { DateTime } from '#web/values/DateTime.tsx';
import { Link } from '#ui/Link.tsx';
import { Money } from '#web/values/Money.tsx';
import { NumberSlots } from './NumberSlots.tsx';
import { StatusBadge } from './StatusBadge.tsx';
import styles from './TicketCard.module.css';
import { whyOf } from './why.ts';

interface TicketCardProps {
  ticket: Ticket;
  /** Where a tap anywhere on the card leads. */
  to?: string;
}

/** A placed ticket: its numbers with the hits highlighted, why it won or lost, its stake and its payout. */
export function TicketCard({ ticket, to }: TicketCardProps) {
  return (
    <Card as="article" className={styles.card}>
      <div className={styles.head}>
        <h3 className={styles.name}>
          {to ? (
            <Link to={to} className={styles.link} aria-label={words.open(ticket.name, ticket.serial)}>
              {ticket.name}
            </Link>
          ) : (
            ticket.name
          )}
        </h3>
        <span className={styles.when}>
          <DateTime at={ticket.fullDate} />
        </span>
        <StatusBadge status={ticket.status} />
      </div>
      <NumberSlots numbers={ticket.selectedNumbers} hits={ticket.places} />
      <TicketWhy ticket={ticket} />
      <div className={styles.pay}>
        <span>{words.staked(formatFrancs(ticket.betAmount))}</span>
        <TicketPayout ticket={ticket} />
      </div>
    </Card>
  );
}

/** Why a ticket won, lost or is void; before its draw, the time left. */
export function TicketWhy({ ticket }: { ticket: Ticket }) {
  if (ticket.status === 'void') return <Sentence text={gameWords.why.void} />;
  if (ticket.result) return <Sentence text={whyOf({ ...ticket, result: ticket.result })} />;
  return <TimeToDraw at={ticket.fullDate} />;
}

function TimeToDraw({ at }: { at: string }) {
  const now = useNow();
  if (now !== null && now >= Date.parse(at)) return <p className={styles.why}>{words.drawing}</p>;
  return (
    <p className={styles.why}>
      {words.drawsIn}{' '}
      <b>
        <Countdown to={at} />
      </b>
    </p>
  );
}

/** The deciding fact comes first, in bold; the places that decided follow. */
function Sentence({ text }: { text: string }) {
  const lead = /^[^:.]*/.exec(text)![0];
  return (
    <p className={styles.why}>
      <b>{lead}</b>
      {text.slice(lead.length)}
    </p>
  );
}

/** What the ticket paid; while it waits, the most it can pay. */
export function TicketPayout({ ticket }: { ticket: Ticket }): ReactNode {
  const { status, name, betAmount, payout } = ticket;
  switch (status) {
    case 'pending':
      return (
        <span className={styles.possible}>{words.upTo(formatFrancs(betAmount * highestMult(betTypes[name])))}</span>
      );
    case 'win':
      return (
        <b className={styles.won}>
          <Money amount={payout ?? 0} signed />
        </b>
      );
    case 'lost':
      return (
        <b>
          <Money amount={0} />
        </b>
      );
    case 'void':
      return <b>{words.returned(formatFrancs(payout ?? betAmount))}</b>;
  }
}

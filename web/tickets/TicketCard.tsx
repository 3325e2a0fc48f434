import { useState, type ReactNode } from 'react';
import type { Ticket } from '#contract/bets.ts';
import { betTypes, highestMult, type BetName } from '#domain/bet-types.ts';
import { formatFrancs, type Francs } from '#domain/money.ts';
import { useNow } from '#web/clock/clock.ts';
import { words as gameWords } from '#web/words/en/game.ts';
import { words } from '#web/words/en/tickets.ts';
import { Icon } from '#ui/Icon.tsx';
import { Link } from '#ui/Link.tsx';
import { moreIcons } from '#ui/more-icons.ts';
import { Countdown } from '#web/values/Countdown.tsx';
import { DateTime } from '#web/values/DateTime.tsx';
import { formatDate, formatDateTime, formatTime, useTimeZone } from '#web/values/format.ts';
import { isGain } from '#web/values/gain.ts';
import { Money } from '#web/values/Money.tsx';
import { Paper } from './Paper.tsx';
import { StatusBadge } from './StatusBadge.tsx';
import styles from './TicketCard.module.css';
import { TicketNumbers } from './TicketNumbers.tsx';
import { shortWhyOf, whyOf } from './why.ts';

interface TicketCardProps {
  ticket: Ticket;
  /** The receipt, where a tap anywhere on the ticket leads. */
  to?: string | undefined;
  /** At the end of the stub, 44 px: such as a button that shares the ticket. */
  action?: ReactNode;
}

/**
 * A placed ticket. One that waits or has won is an object of paper, with one bold thing on it: its numbers, or what it paid. One
 * that lost, or whose draw was called off, is a line.
 */
export function TicketCard({ ticket, to, action }: TicketCardProps) {
  switch (ticket.status) {
    case 'pending':
      return <WaitingTicket series={[ticket]} to={to === undefined ? undefined : () => to} action={action} />;
    case 'win':
      return <WonTicket ticket={ticket} to={to} action={action} />;
    default:
      return <TicketLine ticket={ticket} to={to} />;
  }
}

interface WaitingTicketProps {
  /** Tickets that differ in their draws alone, next draw first; at least one. */
  series: readonly Ticket[];
  /** The receipt of each of them. */
  to?: ((ticket: Ticket) => string) | undefined;
  /** For the ticket of the next draw. */
  action?: ReactNode;
}

/** A ticket that waits for its draw; a series is one ticket on a stack, with its draws on a line. */
export function WaitingTicket({ series, to, action }: WaitingTicketProps) {
  const next = series[0]!;
  const isSeries = series.length > 1;
  const stake = formatFrancs(next.betAmount);
  return (
    <Paper
      stacked={isSeries}
      stub={
        <Stub ticket={next} to={to?.(next)} action={action}>
          {isSeries ? words.each(stake) : stake}
        </Stub>
      }
    >
      <Head ticket={next} to={to?.(next)} />
      {isSeries && <Draws series={series} to={to} />}
      <div className={styles.numbers}>
        <TicketNumbers ticket={next} size="l" />
        <p className={styles.why}>{words.waitsFor[next.name]}</p>
      </div>
    </Paper>
  );
}

function WonTicket({ ticket, to, action }: TicketCardProps) {
  const paid = ticket.payout ?? 0;
  return (
    <Paper
      tone="won"
      stub={
        <Stub ticket={ticket} to={to} action={action}>
          {formatFrancs(ticket.betAmount)}
        </Stub>
      }
    >
      <Head ticket={ticket} to={to} quiet />
      <p className={styles.paid} data-gain={isGain({ staked: ticket.betAmount, paid })}>
        <Money amount={paid} />
      </p>
      <div className={styles.numbers}>
        <TicketNumbers ticket={ticket} size="m" />
        <p className={styles.why}>{ticket.result && shortWhyOf({ ...ticket, result: ticket.result })}</p>
      </div>
    </Paper>
  );
}

/** Name, status and draw. `quiet` where another thing on the ticket is the bold one. */
function Head({ ticket, to, quiet = false }: { ticket: Ticket; to?: string | undefined; quiet?: boolean }) {
  return (
    <>
      <div className={styles.head}>
        <h3 className={styles.name} data-quiet={quiet}>
          <Name ticket={ticket} to={to} />
        </h3>
        <StatusBadge status={ticket.status} />
      </div>
      <p className={styles.when}>
        <DateTime at={ticket.fullDate} />
      </p>
    </>
  );
}

function Name({ ticket: { name, serial }, to }: { ticket: Ticket; to?: string | undefined }) {
  if (!to) return name;
  return (
    <Link to={to} className={styles.link} aria-label={words.open(name, serial)}>
      {name}
    </Link>
  );
}

interface StubProps {
  ticket: Ticket;
  to?: string | undefined;
  action: ReactNode;
  /** The stake. */
  children: ReactNode;
}

function Stub({ ticket: { serial }, to, action, children }: StubProps) {
  return (
    <>
      <span className={styles.serial}>{serial}</span>
      {to && (
        <Link to={`${to}#proof`} className={styles.proof} aria-label={words.proofOf(serial)}>
          <Icon path={moreIcons.seal} size={16} />
          {words.proof}
        </Link>
      )}
      <span className={styles.action}>{action}</span>
      <span>{children}</span>
    </>
  );
}

/** The number that fits in two rows of a phone. */
const drawsShown = 8;

function Draws({ series, to }: { series: readonly Ticket[]; to: ((ticket: Ticket) => string) | undefined }) {
  const [all, setAll] = useState(false);
  const timeZone = useTimeZone();
  const day = formatDate(series[0]!.fullDate, timeZone);
  const shown = all || series.length <= drawsShown ? series : series.slice(0, drawsShown - 1);
  return (
    <ul className={styles.draws} aria-label={words.series.draws}>
      {shown.map((ticket) => {
        const isSameDay = formatDate(ticket.fullDate, timeZone) === day;
        const time = (isSameDay ? formatTime : formatDateTime)(ticket.fullDate, timeZone);
        return (
          <li key={ticket.id}>
            {to ? (
              <Link
                to={to(ticket)}
                className={styles.draw}
                aria-label={words.series.ticketIn(formatDateTime(ticket.fullDate, timeZone), ticket.serial)}
              >
                {time}
              </Link>
            ) : (
              <span className={styles.draw}>{time}</span>
            )}
          </li>
        );
      })}
      {shown.length < series.length && (
        <li>
          <button type="button" className={styles.draw} onClick={() => setAll(true)}>
            {words.series.all}
          </button>
        </li>
      )}
    </ul>
  );
}

/** A ticket that lost, or whose draw was called off: a line, with why. */
function TicketLine({ ticket, to }: { ticket: Ticket; to?: string | undefined }) {
  const { status, payout, betAmount, fullDate, result, selectedNumbers } = ticket;
  return (
    <article className={styles.line} data-nine={selectedNumbers.length === 9}>
      <TicketNumbers ticket={ticket} size="s" />
      <div>
        <h3 className={styles.lineName}>
          <Name ticket={ticket} to={to} />
        </h3>
        <p className={styles.detail}>
          {status === 'lost' && result ? shortWhyOf({ ...ticket, result }) : <DateTime at={fullDate} />}
        </p>
      </div>
      <div className={styles.outcome}>
        <StatusBadge status={status} />
        <p className={styles.detail}>
          {status === 'void'
            ? words.returned(formatFrancs(payout ?? betAmount))
            : words.staked(formatFrancs(betAmount))}
        </p>
      </div>
    </article>
  );
}

/** Why a ticket won, lost or is void; before its draw, the time left. */
export function TicketWhy({ ticket }: { ticket: Ticket }) {
  if (ticket.status === 'void') return <p className={styles.why}>{gameWords.why.void}</p>;
  if (ticket.result) return <p className={styles.why}>{whyOf({ ...ticket, result: ticket.result })}</p>;
  return <TimeToDraw at={ticket.fullDate} />;
}

function TimeToDraw({ at }: { at: string }) {
  const now = useNow();
  if (now !== null && now >= Date.parse(at)) return <p className={styles.why}>{words.drawing}</p>;
  return (
    <p className={styles.why}>
      {words.drawsIn} <Countdown to={at} />
    </p>
  );
}

/** `up to 6 000 000 XOF`; `1 800 XOF` where there is one prize. */
function mostOf(name: BetName, stake: Francs): string {
  const most = highestMult(betTypes[name]);
  const amount = formatFrancs(stake * most);
  return betTypes[name].tiers.every(({ mult }) => mult === most) ? amount : words.upTo(amount);
}

/** The ticket's payout; while it waits, the most it can pay. */
export function TicketPayout({ ticket }: { ticket: Ticket }): ReactNode {
  const { status, name, betAmount, payout } = ticket;
  switch (status) {
    case 'pending':
      return mostOf(name, betAmount);
    case 'void':
      return words.returned(formatFrancs(payout ?? betAmount));
    case 'lost':
      return words.noPrize;
    case 'win':
      return (
        <b className={styles.won} data-gain={isGain({ staked: betAmount, paid: payout ?? 0 })}>
          <Money amount={payout ?? 0} />
        </b>
      );
  }
}

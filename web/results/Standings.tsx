import { betTypes } from '#domain/bet-types.ts';
import { formatFrancs } from '#domain/money.ts';
import { StatusBadge } from '#web/tickets/StatusBadge.tsx';
import { Link } from '#ui/Link.tsx';
import { classNames } from '#ui/classNames.ts';
import coverLink from '#ui/cover-link.module.css';
import { words } from '#web/words/en/stage.ts';
import { words as ticketWords } from '#web/words/en/tickets.ts';
import { winsFirst, type Standing } from '#web/stage/standing.ts';
import styles from './Standings.module.css';

interface StandingsProps {
  standings: readonly Standing[];
  /** The numbers that are out, first out first. */
  out: readonly string[];
  isTold: boolean;
}

/** How each ticket stands against the balls that are out. Each line keeps its height, so that nothing below it moves. */
export function Standings({ standings, out, isTold }: StandingsProps) {
  return (
    <ul className={styles.list}>
      {(isTold ? winsFirst(standings) : standings).map((standing, place) => (
        // The key is the place: when the wins come first, the lines stay where they are and change what they say.
        <Row key={place} standing={standing} out={out} isTold={isTold} />
      ))}
    </ul>
  );
}

function Row({ standing, out, isTold }: { standing: Standing; out: readonly string[]; isTold: boolean }) {
  const { ticket, state, pays, hits } = standing;
  const { id, name, serial, selectedNumbers } = ticket;
  const amount = formatFrancs(pays);
  const isPaid = isTold && ticket.status !== 'pending';
  return (
    <li className={styles.row} data-state={state}>
      <span className={styles.numbers} data-many={selectedNumbers.length > 3}>
        {selectedNumbers.map((number, slot) => (
          <span key={number} className={styles.number} data-hit={state === 'pays' && hits[slot]}>
            {number}
          </span>
        ))}
      </span>
      <span className={styles.what}>
        <Link
          className={classNames(coverLink.link, styles.link)}
          to={`/my-bets/${id}`}
          aria-label={words.openTicket(name, serial)}
        >
          {name}
        </Link>
        <span className={styles.reason}>{reasonOf(standing, out)}</span>
      </span>
      {/* A new text, not one that moves: its end is fixed, and its length is not. */}
      <span key={state} className={styles.pays}>
        {isPaid ? (
          <StatusBadge status={ticket.status}>{state === 'pays' ? words.paid(amount) : undefined}</StatusBadge>
        ) : (
          { pays: words.pays(amount), lost: ticketWords.noPrize, open: words.open }[state]
        )}
      </span>
    </li>
  );
}

/** `7 came first`, `4 came fourth`, `3 of nine in place`; before it is decided, what the ticket needs. */
function reasonOf({ ticket: { name, selectedNumbers }, state, hits }: Standing, out: readonly string[]): string {
  const { hit } = betTypes[name];
  if (out.length === 0) return words.wanted[name];
  if (hit.kind === 'exact') return words.inPlace(hits.filter(Boolean).length);
  if (state === 'lost') {
    const late = selectedNumbers.find((number) => out.indexOf(number) >= hit.depth);
    return late === undefined ? words.missed[name] : words.cameOut(late, out.indexOf(late));
  }
  const parts = selectedNumbers
    .filter((_, slot) => hits[slot])
    .map((number) => words.cameOut(number, out.indexOf(number)));
  return parts.length > 0 ? parts.join(', ') : words.wanted[name];
}

import type { Transaction } from '#contract/wallet.ts';
import { formatAmount, formatFrancs } from '#domain/money.ts';
import { classNames } from '#ui/classNames.ts';
import { Link } from '#ui/Link.tsx';
import surfaces from '#ui/surfaces.module.css';
import { DateTime } from '#web/values/DateTime.tsx';
import { Money } from '#web/values/Money.tsx';
import coverLink from '#ui/cover-link.module.css';
import { words } from '#web/words/en/history.ts';
import styles from './Statement.module.css';

/** The lines of the statement, newest first. A line about a ticket is a link to it, all of the row. */
export function Statement({ lines }: { lines: readonly Transaction[] }) {
  return (
    <ol className={classNames(surfaces.board, styles.lines)}>
      {lines.map((line) => (
        <li key={line.id} className={styles.line}>
          {line.ticket ? (
            <Link to={`/my-bets/${line.reference}`} className={classNames(coverLink.link, styles.what)}>
              <What line={line} />
            </Link>
          ) : (
            <span className={styles.what}>
              <What line={line} />
            </span>
          )}
          <span className={styles.amount}>
            <Money amount={line.amount} signed />
            <span className={styles.detail}>{words.after(formatFrancs(line.dep + line.win))}</span>
            <span className={styles.wallets}>{words.wallets(formatAmount(line.dep), formatAmount(line.win))}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}

function What({ line }: { line: Transaction }) {
  const about = aboutOf(line);
  return (
    <>
      <span>{words.kinds[line.kind]}</span>
      <span className={styles.detail}>
        <DateTime at={line.at} />
        {about && ` · ${about}`}
      </span>
      {line.note !== null && <span className={styles.detail}>{line.note}</span>}
      {line.reviewUntil !== null && (
        <span className={styles.detail}>
          {words.review} <DateTime at={line.reviewUntil} />
        </span>
      )}
    </>
  );
}

/** `IziABC 8, 300 × 2` for what a ticket won, `IziABC 8` for its stake. */
function aboutOf({ kind, ticket, amount, wallet }: Transaction): string | null {
  if (!ticket) return null;
  const bet = `${ticket.name} ${ticket.selectedNumbers.join(' ')}`;
  if (kind === 'payout') return words.won(bet, formatAmount(ticket.betAmount), String(amount / ticket.betAmount));
  // A stake may be taken from both wallets, in two lines.
  return kind === 'bet' && wallet === 'win' ? words.ofWinnings(bet) : bet;
}

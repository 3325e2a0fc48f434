import { listBets } from '#contract/calls/bets.ts';
import { formatFrancs } from '#domain/money.ts';
import type { TicketForm } from '#domain/ticket.ts';
import { useApi } from '#web/api/queries.ts';
import { useSession } from '#web/session/session.ts';
import { Button } from '#ui/Button.tsx';
import { icons } from '#ui/icons.ts';
import { words } from '#web/words/en/play-parts.ts';
import type { ActiveBet, LoadedTicket } from './active-bet.ts';
import { Favourites } from './Favourites.tsx';
import styles from './Shortcuts.module.css';

interface ShortcutsProps {
  bet: ActiveBet;
  /** The ticket that was last added on this device. */
  last: TicketForm | null;
  onPlay: (ticket: LoadedTicket) => void;
}

/** Earlier tickets, one tap away: the last one, and the client's favourites. */
export default function Shortcuts({ bet, last, onPlay }: ShortcutsProps) {
  const { signedIn } = useSession();
  const repeat = last ? <Repeat ticket={last} onPlay={onPlay} /> : <RepeatPlaced onPlay={onPlay} />;
  return (
    <div className={styles.row}>
      {signedIn ? (
        <Favourites bet={bet} onPlay={onPlay}>
          {repeat}
        </Favourites>
      ) : (
        repeat
      )}
    </div>
  );
}

interface RepeatProps {
  ticket: TicketForm;
  onPlay: ShortcutsProps['onPlay'];
}

/** A ticket with its numbers and its amount, as a tap loads them. */
function Repeat({ ticket: { name, selectedNumbers, betAmount }, onPlay }: RepeatProps) {
  return (
    <Button
      variant="secondary"
      size="s"
      icon={icons.repeat}
      onClick={() => onPlay({ name, selectedNumbers, betAmount })}
    >
      {words.repeat(words.lastTicket(name, selectedNumbers.join(' '), formatFrancs(betAmount)))}
    </Button>
  );
}

/** On another device than the one it was made on, the last ticket is the one that was placed last. */
function RepeatPlaced({ onPlay }: Pick<RepeatProps, 'onPlay'>) {
  const { data } = useApi(listBets, { query: { limit: '1' } });
  const placed = data?.data[0];
  return placed && <Repeat ticket={placed} onPlay={onPlay} />;
}

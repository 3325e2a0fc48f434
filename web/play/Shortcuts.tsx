import { useSession } from '#web/session/session.ts';
import type { ActiveBet, LoadedTicket } from './active-bet.ts';
import { Favourites } from './Favourites.tsx';
import { RepeatLast } from './RepeatLast.tsx';

interface ShortcutsProps {
  bet: ActiveBet;
  onPlay: (ticket: LoadedTicket) => void;
}

/** Tickets of before, one tap away: the last one, and those that a client keeps. */
export default function Shortcuts({ bet, onPlay }: ShortcutsProps) {
  const { signedIn } = useSession();
  return (
    <>
      <RepeatLast onRepeat={onPlay} />
      {signedIn && <Favourites bet={bet} onPlay={onPlay} />}
    </>
  );
}

import { listBets } from '#contract/calls/bets.ts';
import { useApi } from '#web/api/queries.ts';
import { useSession } from '#web/session/session.ts';
import { useBasket } from '#web/basket/basket.ts';
import { Button } from '#ui/Button.tsx';
import { toast } from '#ui/toasts.ts';
import { words } from '#web/words/en/play.ts';
import type { ActiveBet, LoadedTicket } from './active-bet.ts';
import { Favourites } from './Favourites.tsx';

interface ShortcutsProps {
  bet: ActiveBet;
  onPlay: (ticket: LoadedTicket) => void;
}

/** Earlier tickets, one tap away: the last one, and the client's favourites. */
export default function Shortcuts({ bet, onPlay }: ShortcutsProps) {
  const { signedIn } = useSession();
  return (
    <>
      <RepeatLast onRepeat={onPlay} />
      {signedIn && <Favourites bet={bet} onPlay={onPlay} />}
    </>
  );
}

/** Loads the ticket that was added last or, with an empty basket, the one that was placed last. */
function RepeatLast({ onRepeat }: { onRepeat: (ticket: LoadedTicket) => void }) {
  const { signedIn } = useSession();
  const { items } = useBasket();
  const bets = useApi(listBets, { query: { limit: '1' } }, { enabled: false });
  const added = items.at(-1);
  if (!added && !signedIn) return null;

  async function repeat() {
    const last = added ?? (await fetchLast());
    if (last) onRepeat({ name: last.name, selectedNumbers: last.selectedNumbers, betAmount: last.betAmount });
  }

  async function fetchLast() {
    const { data, error } = await bets.refetch();
    if (error) toast.error(words.notRepeated);
    else if (!data?.data[0]) toast.info(words.nothingToRepeat);
    return error ? undefined : data?.data[0];
  }

  return (
    <Button variant="ghost" icon="repeat" pending={bets.isFetching} onClick={() => void repeat()}>
      {words.repeat}
    </Button>
  );
}

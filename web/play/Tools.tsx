import { useEffect, useEffectEvent, useState } from 'react';
import { betTypes } from '#domain/bet-types.ts';
import { possiblePayout, type TicketForm } from '#domain/ticket.ts';
import { useSession } from '#web/session/session.ts';
import PlayWithMe from '#web/tickets/PlayWithMe.tsx';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { lazyPart } from '#web/layout/lazyPart.tsx';
import { words } from '#web/words/en/play-parts.ts';
import type { ActiveBet, ChangeBet } from './active-bet.ts';
import { keepBuilt, takeBuilt } from './built.ts';
import { watchAdding } from './rise.ts';
import Shortcuts from './Shortcuts.tsx';

// Where there is room for it.
const Tiers = lazyPart(() => import('./Tiers.tsx'));

interface ToolsProps {
  bet: ActiveBet;
  /** The ticket that was last added on this device. */
  last: TicketForm | null;
  /** When the draw of a complete ticket is, ISO 8601. */
  drawsAt: string | undefined;
  /** The ticket is in the basket already and is being changed. */
  edits: boolean;
  /** The number of draws in a row on which the ticket is played. */
  count: number;
  onCount: (count: number) => void;
  /** Whether the player has changed nothing since the page was loaded. */
  isFresh: boolean;
  /** Whether what each count pays is open in a sheet. */
  showsTiers: boolean;
  onTiers: (isOpen: boolean) => void;
  change: ChangeBet;
}

/** The actions on a ticket besides adding it: taking back, replacing by an earlier one, sharing. */
export default function Tools(props: ToolsProps) {
  const { bet, last, drawsAt, edits, showsTiers, onTiers, change } = props;
  const { signedIn } = useSession();
  // Elsewhere there is no room for what each count pays.
  const [isWide] = useState(() => matchMedia('(min-width: 900px)').matches);
  useEffect(watchAdding, []);
  useStayingTicket(props);
  return (
    <>
      <Button variant="ghost" size="s" onClick={() => change({ type: 'undoNumbers' })}>
        {words.undo}
      </Button>
      <Button variant="ghost" size="s" onClick={() => change({ type: 'reset' })}>
        {words.clear}
      </Button>
      {edits ? (
        <ButtonLink to="/checkout" variant="secondary" size="s">
          {words.cancel}
        </ButtonLink>
      ) : (
        (signedIn || last) && <Shortcuts bet={bet} last={last} onPlay={(ticket) => change({ type: 'load', ticket })} />
      )}
      {drawsAt !== undefined && <PlayWithMe ticket={{ ...bet, fullDate: drawsAt }} />}
      {bet.name === 'IziOrder' && (isWide || showsTiers) && (
        <Tiers
          betType={betTypes.IziOrder}
          stake={possiblePayout(bet) === null ? null : bet.betAmount}
          onClose={showsTiers ? () => onTiers(false) : undefined}
        />
      )}
    </>
  );
}

/** The ticket stays as it is where the app loads the page again, for a new version or in the other language. */
function useStayingTicket({ bet, count, onCount, isFresh, change }: ToolsProps): void {
  const takeUp = useEffectEvent(() => {
    const built = takeBuilt();
    if (!built || !isFresh) return;
    change({ type: 'load', ticket: built });
    onCount(built.count);
  });
  useEffect(() => takeUp(), []);
  useEffect(() => {
    const keep = () => keepBuilt(bet, count);
    addEventListener('leave', keep);
    return () => removeEventListener('leave', keep);
  }, [bet, count]);
}

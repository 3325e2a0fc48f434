import { useEffect, useEffectEvent } from 'react';
import { getDraw } from '#contract/calls/draws.ts';
import { useApi } from '#web/api/queries.ts';
import { outcomeOf } from './standing.ts';
import { tellLoss } from './tell-loss.tsx';
import { standingsOf, useMyTickets } from './useMyTickets.ts';

/** Tells the loss of a draw that was drawn while the app showed another page. */
export default function LossOnReturn({ drawId }: { drawId: string }) {
  const draw = useApi(getDraw, { params: { id: drawId } }).data?.data;
  const { items } = useMyTickets(drawId);
  const result = draw?.result ?? null;
  const standings = items && result && standingsOf(items, result, true, false);
  const hasLost = standings !== null && standings !== undefined && outcomeOf(standings, true)?.paid === 0;
  const tell = useEffectEvent(() => tellLoss(draw!, result!, standings!));
  useEffect(() => {
    if (hasLost) tell();
  }, [hasLost]);
  return null;
}

import { useAtServerTime } from '#web/clock/clock.ts';
import { useSession } from '#web/session/session.ts';
import type { Play } from '#web/values/gain.ts';
import { outcomeOf, type Standing } from './standing.ts';
import { isUnpaidAt } from './timeline.ts';
import type { DrawDetails } from './useDraw.ts';
import { standingsOf, useMyTickets } from './useMyTickets.ts';
import { useScene, type Staging } from './useScene.ts';

/** A draw, what its stage shows of it, and how the client's tickets stand. */
export interface DrawOnStage {
  readonly draw: DrawDetails;
  readonly staging: Staging;
  /** The numbers that the viewer knows. A draw that is played again is known. */
  readonly out: readonly string[];
  readonly list: ReturnType<typeof useMyTickets>;
  /** Null until the tickets are loaded, and for a visitor. */
  readonly standings: readonly Standing[] | null;
  /** The client's outcome of the draw; null before it is told and paid in, and without tickets. */
  readonly outcome: Play | null;
  /** Whether the client's tickets are still being loaded. */
  readonly isLoading: boolean;
}

export function useDrawOnStage(draw: DrawDetails): DrawOnStage {
  const { signedIn } = useSession();
  const staging = useScene(draw);
  const list = useMyTickets(draw.id);
  const { isTold, scene } = staging;
  const out = draw.result?.slice(0, isTold ? undefined : scene.out) ?? [];
  const isUnpaid = useAtServerTime((now) => Number(now !== null && isUnpaidAt(draw, now))) === 1;
  const standings = list.items ? standingsOf(list.items, out, isTold, isUnpaid) : null;
  return {
    draw,
    staging,
    out,
    list,
    standings,
    outcome: standings && outcomeOf(standings, isTold),
    isLoading: signedIn && !list.items && !list.error,
  };
}

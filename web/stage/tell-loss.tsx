import { showWhenCalm } from '#web/layout/calm.ts';
import { lazyPart } from '#web/layout/lazyPart.tsx';
import { isLossToTell } from './loss.ts';
import type { Standing } from './standing.ts';
import type { DrawDetails } from './useDraw.ts';

// If the card cannot be loaded, nothing is lost: the page of bets shows the loss too.
const LossCard = lazyPart(() => import('./LossCard.tsx'), { renderBroken: () => null });

/** Tells the loss of a draw at the next calm moment, if it was not told. */
export function tellLoss(draw: DrawDetails, result: readonly string[], standings: readonly Standing[]): void {
  if (!isLossToTell(draw.id)) return;
  showWhenCalm((onClose) => <LossCard draw={draw} result={result} standings={standings} onClose={onClose} />);
}

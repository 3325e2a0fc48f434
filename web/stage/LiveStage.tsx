import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { Broken } from '#web/layout/Broken.tsx';
import { lazyPart } from '#web/layout/lazyPart.tsx';
import { isGain } from '#web/values/gain.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { words } from '#web/words/en/stage.ts';
import { Stage } from './Stage.tsx';
import { areUnsettled } from './standing.ts';
import { tellLoss } from './tell-loss.tsx';
import type { DrawOnStage } from './useDrawOnStage.ts';

const WinSheet = lazyPart(() => import('./WinSheet.tsx'));

export interface LiveStageProps {
  onStage: DrawOnStage;
  frame: 'page' | 'panel' | 'over';
  heading?: ReactNode;
  /** Called when everything about the draw has been shown for `lingers` milliseconds. */
  onDone?: (() => void) | undefined;
  lingers?: number;
}

/** The stage, and after a draw that it has shown, a win where more came back than was staked. What paid nothing is noted, to be told later. */
export function LiveStage({ onStage, frame, heading, onDone, lingers = 0 }: LiveStageProps) {
  const { draw, staging, standings, outcome } = onStage;
  const [isSeen, setSeen] = useState(false);
  const hasTickets = standings !== null && standings.length > 0;
  const waits = staging.isLive && hasTickets;
  useEffect(() => {
    // Early, so that the sheet is there with the ninth ball.
    if (waits) void WinSheet.preload();
  }, [waits]);
  const hasWon = staging.isLive && outcome !== null && isGain(outcome);
  const isWinShown = hasWon && !isSeen && draw.result !== null;
  const isDone =
    staging.isTold && !isWinShown && (outcome !== null || !standings?.length || areUnsettled(standings, true));
  const hasLost = staging.isLive && outcome?.paid === 0 && draw.result !== null;
  const lose = useEffectEvent(() => {
    tellLoss(draw, draw.result!, standings!);
  });
  useEffect(() => {
    if (hasLost) lose();
  }, [hasLost]);
  const close = () => setSeen(true);
  const done = useEffectEvent(() => onDone?.());
  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(() => done(), lingers);
    return () => clearTimeout(timer);
  }, [isDone, lingers]);
  return (
    <>
      <Stage draw={draw} staging={staging} standings={standings} frame={frame} heading={heading} />
      {isWinShown && (
        <WinSheet
          draw={draw}
          result={draw.result!}
          standings={standings!}
          outcome={outcome}
          still={staging.still}
          onClose={close}
          renderBroken={(trouble) => (
            <Dialog open title={words.win.title} onClose={close}>
              <Broken {...trouble} />
            </Dialog>
          )}
        />
      )}
    </>
  );
}

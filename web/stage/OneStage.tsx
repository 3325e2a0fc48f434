import { formatTime } from '#web/values/format.ts';
import { words } from '#web/words/en/stage.ts';
import { LiveStage, type LiveStageProps } from './LiveStage.tsx';
import { WaitingStage } from './Stage.tsx';
import styles from './Stage.module.css';
import { useDraw, type DrawDetails } from './useDraw.ts';
import { useDrawOnStage } from './useDrawOnStage.ts';

interface OneStageProps extends Omit<LiveStageProps, 'onStage' | 'heading'> {
  id: string;
  /** Its moment, where it is known before the draw is loaded; ISO 8601. */
  fullDate?: string;
}

/** Loads a draw and puts it on stage. */
export default function OneStage({ id, fullDate, frame, ...shown }: OneStageProps) {
  const { data } = useDraw(id);
  if (data) return <Loaded draw={data.data} frame={frame} {...shown} />;
  // A hero keeps saying what it says.
  if (frame === 'over') return null;
  const heading = fullDate && <p className={styles.kicker}>{words.draw(formatTime(fullDate))}</p>;
  return <WaitingStage frame={frame} heading={heading} />;
}

function Loaded({ draw, ...shown }: { draw: DrawDetails } & Omit<LiveStageProps, 'onStage'>) {
  return <LiveStage onStage={useDrawOnStage(draw)} {...shown} />;
}

import { useState } from 'react';
import { serverNow } from '#web/clock/clock.ts';
import OneStage from './OneStage.tsx';

interface StageOfDrawsProps {
  /** The draws of placed tickets, the next first. */
  draws: readonly { readonly id: string; readonly fullDate: string }[];
}

/** How long a result stays before the stage continues to the next draw. */
const lingers = 20_000;

/**
 * One stage for a series of draws: it counts down to the next one, draws it, and continues to the one after. It begins with the first that is
 * not long over, else with the first.
 */
export function StageOfDraws({ draws }: StageOfDrawsProps) {
  const [current, setCurrent] = useState(() =>
    Math.max(
      0,
      draws.findIndex(({ fullDate }) => Date.parse(fullDate) + lingers > serverNow()),
    ),
  );
  const { id, fullDate } = draws[current]!;
  const hasNext = current + 1 < draws.length;
  return (
    <OneStage
      key={id}
      id={id}
      fullDate={fullDate}
      frame="panel"
      lingers={lingers}
      onDone={hasNext ? () => setCurrent(current + 1) : undefined}
    />
  );
}

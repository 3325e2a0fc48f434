import { useEffect, useEffectEvent } from 'react';
import { useNow } from '#web/clock/clock.ts';
import { words } from '#web/words/en/values.ts';
import { formatDuration } from './format.ts';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';

interface CountdownProps {
  /** ISO 8601. */
  to: string;
  onEnd?: () => void;
}

/** The seconds left at which a polite live region announces the time. */
const announced = [30, 10];

/** Time left on the server's clock: `02:41`, and `--:--` before the first render in a browser. */
export function Countdown({ to, onEnd }: CountdownProps) {
  const now = useNow();
  const left = now === null ? null : Date.parse(to) - now;
  const ended = left !== null && left <= 0;
  const end = useEffectEvent(() => onEnd?.());
  useEffect(() => {
    if (ended) end();
  }, [ended]);
  return (
    <>
      <span role="timer">{left === null ? '--:--' : formatDuration(left)}</span>
      <VisuallyHidden>
        <span aria-live="polite">{left !== null && announcement(left)}</span>
      </VisuallyHidden>
    </>
  );
}

function announcement(left: number): string {
  const seconds = Math.ceil(left / 1_000);
  if (seconds <= 0) return words.timeIsUp;
  // The text stays for five seconds, so that a busy screen reader still announces it.
  const from = announced.find((second) => seconds <= second && seconds > second - 5);
  return from ? words.secondsLeft(from) : '';
}

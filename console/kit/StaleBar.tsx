import { useNow } from '#console/clock/clock.ts';
import { formatSpan, formatTime } from '#console/values/time.ts';
import { words } from '#console/words/en/kit.ts';
import { Button } from './Button.tsx';
import styles from './States.module.css';
import { Tag } from './Status.tsx';

interface StaleBarProps {
  /** In milliseconds since 1970. */
  readonly heardAt: number | null;
  readonly again: () => void;
}

/** Shows since when there is no answer. The figures below it stay, and the acts are disabled. */
export function StaleBar({ heardAt, again }: StaleBarProps) {
  const now = useNow();
  return (
    <div className={styles.staleBar} role="status">
      {heardAt !== null && <Tag>{words.lastHeard(formatTime(heardAt), formatSpan(Math.max(0, now - heardAt)))}</Tag>}
      <span className="small quiet grow">{words.noActs}</span>
      <Button size="head" writes={false} onPress={again}>
        {words.tryNow}
      </Button>
    </div>
  );
}

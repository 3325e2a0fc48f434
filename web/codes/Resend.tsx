import { useNow } from '#web/clock/clock.ts';
import { Button } from '#ui/Button.tsx';
import { Countdown } from '#web/values/Countdown.tsx';
import { words } from '#web/words/en/codes.ts';
import styles from './Codes.module.css';

interface ResendProps {
  /** When a new code may be sent, ISO 8601; undefined means at once. */
  at: string | undefined;
  pending: boolean;
  onSend: () => void;
}

/** Sends a new code, once the last one has had time to arrive. */
export function Resend({ at, pending, onSend }: ResendProps) {
  const now = useNow();
  const maySend = at === undefined || (now !== null && now >= Date.parse(at));
  return (
    <div className={styles.resend}>
      {maySend ? (
        <Button variant="ghost" pending={pending} onClick={onSend}>
          {words.sendAgain}
        </Button>
      ) : (
        <p>
          {words.sendAgainIn} <Countdown to={at} />
        </p>
      )}
    </div>
  );
}

import { words } from '#ui/words/en/kit.ts';
import { Button } from './Button.tsx';
import styles from './ShowMore.module.css';

interface ShowMoreProps {
  hasMore: boolean;
  pending: boolean;
  onMore: () => void;
  /** Why the last request for more failed, in a sentence. */
  failure: string | null;
}

/** At the end of a list that has more pages. */
export function ShowMore({ hasMore, pending, onMore, failure }: ShowMoreProps) {
  if (!hasMore) return null;
  return (
    <div className={styles.more}>
      {failure && (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      )}
      <Button variant="secondary" pending={pending} onClick={onMore}>
        {failure ? words.tryAgain : words.showMore}
      </Button>
    </div>
  );
}

import { words } from '../words/en/ui.ts';
import { Button } from './Button.tsx';
import styles from './ShowMore.module.css';

interface ShowMoreProps {
  hasMore: boolean;
  pending: boolean;
  onMore: () => void;
}

/** At the end of a list that has more pages. */
export function ShowMore({ hasMore, pending, onMore }: ShowMoreProps) {
  if (!hasMore) return null;
  return (
    <div className={styles.more}>
      <Button variant="secondary" pending={pending} onClick={onMore}>
        {words.showMore}
      </Button>
    </div>
  );
}

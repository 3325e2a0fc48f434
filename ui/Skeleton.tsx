import { words } from '#ui/words/en/kit.ts';
import styles from './Skeleton.module.css';

interface SkeletonProps {
  /** The shape of the content to come, to avoid a layout shift. */
  shape?: 'line' | 'block' | 'pill';
  lines?: number;
}

export function Skeleton({ shape = 'line', lines = 1 }: SkeletonProps) {
  return (
    <span className={styles.group} role="status" aria-label={words.loading}>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className={styles[shape]} />
      ))}
    </span>
  );
}

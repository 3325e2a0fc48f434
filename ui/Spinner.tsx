import { words } from '#ui/words/en/kit.ts';
import styles from './Spinner.module.css';

export function Spinner({ size = 22 }: { size?: number }) {
  return (
    <svg className={styles.spinner} width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="12" cy="12" r="9" />
    </svg>
  );
}

/** Centred in the content area while the content is not known. */
export function CentredSpinner() {
  return (
    <div className={styles.centred} role="status" aria-label={words.loading}>
      <Spinner size={40} />
    </div>
  );
}

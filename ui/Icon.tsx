import styles from './Icon.module.css';

/** Drawn on a grid of 24 with a stroke of 2, in the colour of the text around it. */
export type IconPath = `${'M' | 'm'}${string}`;

/** Decorative, beside text that says the same; hidden from screen readers. */
export function Icon({ path, size = 22 }: { path: IconPath; size?: number }) {
  return (
    <svg className={styles.icon} width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={path} />
    </svg>
  );
}

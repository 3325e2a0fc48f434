import styles from './Sheet.module.css';

/** Plain marks of our own, on a grid of 24: they tell the methods apart at a glance, and are nobody's logo. */
const marks: Readonly<Record<string, string>> = {
  orange: 'M12 20a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM12 6c0-2 1.2-3.2 3.5-3.5',
  mtn: 'M4 18V8l8 7 8-7v10',
  moov: 'm5 6 6 6-6 6M13 6l6 6-6 6',
  wave: 'M3 10c3-4 6-4 9 0s6 4 9 0M3 16c3-4 6-4 9 0s6 4 9 0',
  card: 'M3 6h18v12H3V6ZM3 10h18M6.5 15h4',
};
/** A phone with a coin. */
const mobileMoney = 'M6 3h9v18H6V3ZM9.5 18h2M18.5 8.5v7M16.5 10h3M16.5 14h3';

/** The mark of a payment method, beside its name. */
export function MethodMark({ method }: { method: string }) {
  return (
    <svg className={styles.mark} viewBox="0 0 24 24" width={24} height={24} aria-hidden="true" focusable="false">
      <path d={marks[method] ?? mobileMoney} />
    </svg>
  );
}

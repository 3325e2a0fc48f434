import { Link } from '#ui/Link.tsx';
import styles from './Banner.module.css';

/** A line above or below the content, on medium screens and wider. */
export function Banner({ label, text, link, to }: { label: string; text: string; link: string; to: string }) {
  return (
    <aside className={styles.banner} aria-label={label}>
      <p>
        {text} <Link to={to}>{link}</Link>
      </p>
    </aside>
  );
}

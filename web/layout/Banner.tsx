import { Link } from 'react-router';
import styles from './Banner.module.css';

/** A line above or below the content, from medium screens up. */
export function Banner({ text, link, to }: { text: string; link: string; to: string }) {
  return (
    <aside className={styles.banner}>
      <p>
        {text} <Link to={to}>{link}</Link>
      </p>
    </aside>
  );
}

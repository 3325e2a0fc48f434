import { siteTitle } from '#web/site.ts';
import { Link } from '#ui/Link.tsx';
import { words } from '#web/words/en/layout.ts';
import styles from './Logo.module.css';

/** The site's name in lower case, the last letter red, as the link to the home page. */
export function Logo({ onClick }: { onClick?: () => void }) {
  const name = siteTitle.toLowerCase();
  return (
    <Link to="/" dir="ltr" className={styles.logo} aria-label={words.home(siteTitle)} onClick={onClick}>
      {name.slice(0, -1)}
      <span className={styles.last}>{name.slice(-1)}</span>
    </Link>
  );
}

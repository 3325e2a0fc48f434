import { socialLinks } from '#web/site.ts';
import { Icon } from '#ui/Icon.tsx';
import { Link } from '#ui/Link.tsx';
import { words } from '#web/words/en/layout.ts';
import styles from './Footer.module.css';
import { Logo } from './Logo.tsx';
import { Navigation } from './Navigation.tsx';
import { DirectionSwitch, ThemeSwitch } from './ThemeSwitch.tsx';

export function Footer() {
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <div className={styles.about}>
          <Logo />
          <p>{words.footerAbout}</p>
          <p>{words.adultsOnly}</p>
          <p>
            <Link to="/verify">{words.verify}</Link>
          </p>
        </div>
        <Navigation label={words.footerNavigation} className={styles.nav} />
        <div className={styles.end}>
          {socialLinks.length > 0 && (
            <ul className={styles.social} aria-label={words.social}>
              {socialLinks.map(({ name, icon, href }) => (
                <li key={name}>
                  <a href={href} aria-label={name} target="_blank" rel="noopener">
                    <Icon path={icon} size={20} />
                  </a>
                </li>
              ))}
            </ul>
          )}
          <ThemeSwitch />
          <DirectionSwitch />
        </div>
      </div>
    </footer>
  );
}

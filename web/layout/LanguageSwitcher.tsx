import { Icon } from '#ui/Icon.tsx';
import { icons } from '#ui/icons.ts';
import { storage } from '#web/storage/storage.ts';
import { readToken } from '#web/api/token.ts';
import { base, language } from '#web/words/en/language.ts';
import { words } from '#web/words/en/layout.ts';
import { locales } from '#web/words/locales.ts';
import styles from './LanguageSwitcher.module.css';

/** Lists the available languages. Another one opens the same page in it, here and on later visits. */
export function LanguageSwitcher({ className }: { className?: string | undefined }) {
  return (
    <div className={className}>
      <label className={styles.switcher}>
        <Icon path={icons.globe} size={20} />
        <select
          aria-label={words.language}
          defaultValue={language}
          onChange={({ target }) => void changeTo(target.selectedIndex)}
        >
          {locales.map(({ code, name }) => (
            <option key={code} value={code} lang={code}>
              {name}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

async function changeTo(index: number) {
  const { code, base: other } = locales[index]!;
  storage('localStorage')?.setItem('locale', code);
  // Messages follow the client's choice. Without a network the page changes its language all the same.
  if (readToken()) await import('./tell-locale.ts').then(({ tellLocale }) => tellLocale(code)).catch(() => {});
  location.assign(other + location.href.slice(location.origin.length + base.length));
}

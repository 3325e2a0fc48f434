import { Icon } from '#ui/Icon.tsx';
import { icons } from '#ui/icons.ts';
import { language } from '#web/words/en/language.ts';
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
          // The page's own until it has changed: without a network it does not.
          value={language}
          onChange={({ target }) => void change(target.selectedIndex)}
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

// Few clients change the language, so a first visit does not download its code.
const loadChange = () => import('./change-language.ts');

async function change(index: number) {
  await (await loadChange()).changeTo(locales[index]!);
}

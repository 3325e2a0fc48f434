import { Icon } from '#ui/Icon.tsx';
import { icons } from '#ui/icons.ts';
import { words } from '#web/words/en/layout.ts';
import { locales } from '#web/words/locales.ts';
import styles from './LanguageSwitcher.module.css';

/** Lists the available languages. */
export function LanguageSwitcher({ className }: { className?: string | undefined }) {
  return (
    <div className={className}>
      <label className={styles.switcher}>
        <Icon path={icons.globe} size={20} />
        <select aria-label={words.language} defaultValue={locales[0].code}>
          {locales.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

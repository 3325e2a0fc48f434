import { words } from '#console/words/en/kit.ts';
import { locales } from '#console/words/locales.ts';
import { Choice } from './Fields.tsx';
import { changeLanguage, ownLanguage } from './language.ts';

const options = locales.map(({ code, name }) => ({ value: code, label: name, lang: code }));

/** The languages of the console, each by its own name. */
export function LanguageChoice() {
  return <Choice label={words.language} value={ownLanguage} options={options} onChange={changeLanguage} />;
}

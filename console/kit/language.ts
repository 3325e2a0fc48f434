import { base, language } from '#console/words/en/language.ts';
import { locales, type Locale } from '#console/words/locales.ts';

/** `public/boot.js` reads it before the first paint. */
const key = 'console-language';

export const ownLanguage = language as Locale;

/** Opens this screen in another language, here and on later visits, whatever address leads to it. */
export function changeLanguage(code: Locale): void {
  try {
    localStorage.setItem(key, code);
  } catch {
    // Storage is blocked: the address keeps the language.
  }
  const { base: other } = locales.find((locale) => locale.code === code)!;
  location.assign(location.origin + other + location.href.slice(location.origin.length + base.length));
}

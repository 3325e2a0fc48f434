import type { words } from '#web/words/en/document.ts';
import { languages, readWords, type Language } from './languages.ts';

/** Puts a language and its words into the files that the bundler takes as they are: `web/index.html` and `web/boot.js`. */
export async function fillTemplate(text: string, language: Language): Promise<string> {
  const { code, base } = language;
  const { lost, again } = await readWords<typeof words>(code, 'document');
  // The line that redirects to another language knows two languages.
  const other = languages.find((one) => one !== language)!;
  const values: Readonly<Record<string, string>> = {
    LANGUAGE: code,
    BASE: base,
    OTHER: other.code,
    OTHER_BASE: other.base,
    LOST: lost,
    AGAIN: again,
  };
  return text.replaceAll(/%([A-Z_]+)%/g, (whole, name: string) => values[name] ?? whole);
}

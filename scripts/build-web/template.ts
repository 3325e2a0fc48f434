import type { words } from '#web/words/en/document.ts';
import { readWords, type Language } from './languages.ts';

/** Puts a language and its words into `web/index.html`. */
export async function fillTemplate(page: string, { code, base }: Language): Promise<string> {
  const { lost, again } = await readWords<typeof words>(code, 'document');
  const values: Readonly<Record<string, string>> = { LANGUAGE: code, BASE: base, LOST: lost, AGAIN: again };
  return page.replaceAll(/%([A-Z]+)%/g, (whole, name: string) => values[name] ?? whole);
}

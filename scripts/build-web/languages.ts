import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { locales, type Locale } from '#web/words/locales.ts';

export type Language = (typeof locales)[number];
export const languages: readonly Language[] = locales;

/** The language of the code: its files import the words of this one, and a build of another language replaces them. */
export const english = languages[0]!;

const project = resolve(import.meta.dirname, '../..');

/**
 * Puts the words of one language in place of those that the code imports, which have the same names and types. So no page holds
 * more than one language, and no component knows of it.
 */
export function aliasOf({ code }: Pick<Language, 'code'>): { find: RegExp; replacement: string }[] {
  return [
    { find: /^#(web|console|domain|ui)\/words\/en\//, replacement: `${project}/$1/words/${code}/` },
    // The server needs all languages of these at once.
    { find: /^#contract\/words\//, replacement: `${project}/contract/words/${code}/` },
  ];
}

/** A catalogue of a language, for what the build itself writes. */
export async function readWords<Words>(code: Locale, name: string): Promise<Words> {
  const file = join(project, 'web/words', code, `${name}.ts`);
  return ((await import(pathToFileURL(file).href)) as { words: Words }).words;
}

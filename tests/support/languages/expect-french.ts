import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { wordsIn } from './catalogues.ts';

/**
 * All that a page says, to the eye and to a screen reader, word by word: none may be one that only the English catalogues have.
 * Text in another language has the attribute `lang`. Addresses, ids and code are not words.
 *
 * @param codes selects what else is code
 */
export async function expectFrench(page: Page, english: ReadonlySet<string>, codes = 'code'): Promise<void> {
  expect(await findEnglish(page, english, codes), `English on ${page.url()}`).toEqual([]);
}

/** The English words of a page, each with the text that it is in. @param codes as above */
export async function findEnglish(page: Page, english: ReadonlySet<string>, codes: string): Promise<string[]> {
  const said = await page.evaluate((left) => {
    const elements = [...document.querySelectorAll<HTMLElement>('body, body *')].filter(
      (element) => !element.closest(`[lang]:not([lang=fr]), script, style, ${left}`),
    );
    const attributes = ['aria-label', 'aria-description', 'aria-roledescription', 'alt', 'title', 'placeholder'];
    const labels = elements.flatMap((element) => attributes.map((name) => element.getAttribute(name) ?? ''));
    const texts = elements.flatMap((element) =>
      Array.from(element.childNodes, (node) => (node.nodeType === 3 ? (node.textContent ?? '') : '')),
    );
    return { lang: document.documentElement.lang, texts: [...texts, ...labels] };
  }, codes);
  expect(said.lang, page.url()).toBe('fr');
  return said.texts.flatMap((text) =>
    wordsIn(text.replaceAll(/\S*\d\S*|(?<!\S)\/\S*/g, ' '))
      .filter((word) => english.has(word))
      .map((word) => `${word}: ${text}`),
  );
}

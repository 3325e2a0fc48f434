import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { betTypes } from '#domain/bet-types.ts';
import { pageAt } from '#web/pages.ts';
import { cutAtRest, textWithoutRoom } from '#tests/support/browser/reflow.ts';
import { mark } from './mark.ts';

/** The texts that a page may have in plain letters, by the reason why no catalogue has them. */
const plain: Readonly<Record<string, readonly string[]>> = {
  'the name of the site, also in two colours': ['Izi', 'iz', 'i'],
  'the names of bets': Object.keys(betTypes),
  'the names of browsers and systems': ['Chrome', 'Android', 'Linux', 'HeadlessChrome', 'node'],
  'the names of payment services': ['Orange Money', 'MTN MoMo', 'Moov Money', 'Wave', 'Mobile money'],
  units: ['UTC', 's'],
  'the names of other sites': ['Facebook', 'Instagram', 'X', 'WhatsApp'],
  'the name of who helps': ['Gambling Therapy'],
  'parts of a proof: their names are the keys of those in other languages': ['receipt'],
  'the names of persons': ['Ama', 'Awa', 'Koné'],
  'the name of a language is in that language': ['English'],
  'the browser joins lists with it': ['and'],
};
const names = new RegExp(`(?<!\\p{L})(?:${Object.values(plain).flat().join('|')})(?!\\p{L})`, 'gu');
/**
 * Amounts, times, ids, addresses: what holds a digit, or an @; the key of an authenticator app; and a receipt's serial, in which
 * chance may put no digit.
 */
const codes = /(?:\b[A-Z2-7]{4}\b ?){8}|\b[A-Z\d]{4}-[A-Z\d]{4}-[A-Z\d]{4}\b|\S*[\d@]\S*/g;

/**
 * Two texts of the bar at the foot may be cut. Its line is one line, so that nothing above it moves, and the page shows the same text in
 * full elsewhere. Its sums are wider in this language than in any real one; french.test.ts checks the real ones.
 */
const cutByDesign = '[class*=ActionBar][class*=message], [class*=ActionBar][class*=sum]';

interface Said {
  readonly where: string;
  readonly text: string;
}

/** The pages and dialogs that a file of tests has read: the paths of the pages, and the names of the open dialogs. */
export const readSoFar = { pages: new Set<string>(), dialogs: new Set<string>() };

/**
 * Reads all that a page says at this moment, to the eye and to a screen reader. Every letter has to be one of the marked language;
 * nothing may be cut. What is in another language says so with `lang`; addresses, ids and code are no words.
 */
export async function expectMarked(page: Page): Promise<void> {
  await page
    .getByRole('status', { name: mark('Loading') })
    .first()
    .waitFor({ state: 'detached' });
  const { said, dialogs } = await page.evaluate(collect);
  for (const name of dialogs) readSoFar.dialogs.add(name);
  const { pathname } = new URL(page.url());
  const known = pageAt(pathname);
  if (known) readSoFar.pages.add(known.path);
  const found = said.filter(({ text }) => /[A-Za-z]/.test(text.replaceAll(codes, ' ').replaceAll(names, ' ')));
  const left = [...new Set(found.map(({ where, text }) => `${where}: ${text.trim().slice(0, 160)}`))];
  expect(left, `left in code, on ${pathname}`).toEqual([]);
  expect(await cutAtRest(page), `cut on ${pathname}`).toEqual([]);
  expect(await textWithoutRoom(page, cutByDesign), `without room on ${pathname}`).toEqual([]);
}

/** Runs in the page. */
function collect(): { said: Said[]; dialogs: string[] } {
  // The countries of the world come from `Intl`, which knows their names in every language.
  const regions = new Intl.DisplayNames('en', { type: 'region' });
  const isRegion = (element: Element) =>
    element instanceof HTMLOptionElement &&
    /^[A-Z]{2}$/.test(element.value) &&
    regions.of(element.value) === element.text;
  const elements = [...document.querySelectorAll<HTMLElement>('body, body *')].filter(
    (element) => !isRegion(element) && !element.closest('[lang]:not(html), code, script, style, textarea'),
  );
  const describe = (element: Element) => `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''}`;
  const attributes = [
    'aria-label',
    'aria-description',
    'aria-roledescription',
    'aria-valuetext',
    'alt',
    'title',
    'placeholder',
  ];
  const labels = elements.flatMap((element) =>
    attributes.map((name) => ({ where: `${name} of ${describe(element)}`, text: element.getAttribute(name) ?? '' })),
  );
  const texts = elements.flatMap((element) =>
    Array.from(element.childNodes)
      .filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
      .map((node) => ({ where: describe(element), text: node.textContent ?? '' })),
  );
  const open = [...document.querySelectorAll('dialog[open], [role=dialog]:popover-open')];
  const nameOf = (dialog: Element) => {
    const heading = document.getElementById(dialog.getAttribute('aria-labelledby') ?? '');
    return (dialog.getAttribute('aria-label') ?? heading?.textContent ?? '').trim();
  };
  return {
    said: [{ where: 'the title', text: document.title }, ...texts, ...labels],
    dialogs: open.map(nameOf),
  };
}

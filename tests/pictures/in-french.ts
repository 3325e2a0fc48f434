import type { Locator, Page } from 'playwright-core';
import { readLeaves, type Leaf } from '#tests/support/languages/catalogues.ts';

/**
 * The steps to a state name things in English. This gives what they are called in French.
 *
 * @param name the accessible name or the text that a step looks for
 * @param whole whether it is all of the name, not a part of it
 * @throws Error where no catalogue has it
 */
export type ToFrench = (name: string | RegExp, whole: boolean) => RegExp;

type Named = { name?: string | RegExp; exact?: boolean };

/** Stands for a parameter of a catalogue's function. No text has it. */
const marks = ['\u0001', '\u0002', '\u0003'] as const;
const escape = (text: string) =>
  text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`).replaceAll(/\s/g, String.raw`\s`);
const joinedBy = (parts: readonly string[]) => (parts.length === 1 ? parts[0]! : `(?:${parts.join('|')})`);
/** Numbers, bet types and what a client named are the same in both languages. */
const isSame = (text: string) => !/[A-Za-z]/.test(text.replaceAll(/\bIzi\w*/g, ''));

/** The text of a leaf, with marks for its arguments; null where it is no sentence or needs other arguments than text. */
function templateOf(leaf: Leaf | undefined): string | null {
  if (leaf === undefined || typeof leaf === 'string') return leaf ?? null;
  try {
    const said = (leaf as (...given: readonly string[]) => unknown)(...marks.slice(0, leaf.length));
    return typeof said === 'string' && marks.slice(0, leaf.length).every((mark) => said.includes(mark)) ? said : null;
  } catch {
    return null;
  }
}

/** @param rooms of the app whose pages are shown */
export async function readFrench(rooms: readonly string[]): Promise<ToFrench> {
  const [english, french] = await Promise.all([readLeaves('en', rooms), readLeaves('fr', rooms)]);
  const found = [...english].flatMap(([path, leaf]) => {
    const from = templateOf(leaf);
    const to = templateOf(french.get(path));
    // A template without words of its own needs no translation.
    return from === null || to === null || !/\p{L}/u.test(from) ? [] : [{ from, to }];
  });
  // A text may fit two templates: the one with more words of its own is meant.
  const pairs = found.toSorted((one, other) => other.from.length - one.from.length);
  const fillIn = (template: string, given: readonly string[]) =>
    marks.reduce((text, mark, index) => text.replaceAll(mark, given[index] ?? ''), template);

  /** All that a whole text may be called in French, where a catalogue has it as it is. */
  function sayWhole(text: string): string[] {
    return isSame(text) ? [text] : [...new Set(pairs.filter(({ from }) => from === text).map(({ to }) => to))];
  }
  /** A text in French, where a parameter of a catalogue's function may be part of it. */
  function say(text: string): string[] {
    const whole = sayWhole(text);
    if (whole.length > 0) return whole;
    for (const { from, to } of pairs) {
      const used = marks.filter((mark) => from.includes(mark));
      if (used.length === 0) continue;
      const order = used.toSorted((one, other) => from.indexOf(one) - from.indexOf(other));
      const pattern = marks.reduce((source, mark) => source.replace(mark, '(.+)'), escape(from));
      const found = new RegExp(`^${pattern}$`).exec(text);
      if (!found) continue;
      const given = marks.map((mark) => (order.includes(mark) ? sayOr(found[order.indexOf(mark) + 1]!)[0]! : ''));
      return [fillIn(to, given)];
    }
    // Some names are put together on the page.
    const [what, ...of] = text.split(': ');
    if (of.length === 0) return [];
    const parts = [say(what!), say(of.join(': '))];
    return parts.every(({ length }) => length > 0) ? [parts.map(([part]) => part).join('\u202F: ')] : [];
  }
  const sayOr = (part: string) => {
    const said = say(part);
    return said.length > 0 ? said : [part];
  };

  return (name, whole) => {
    const source = typeof name === 'string' ? escape(name) : name.source;
    const core = source
      .replace(/^\^|^\\b/, '')
      .replace(/\$$/, '')
      .replaceAll(String.raw`\s`, ' ')
      .replaceAll('\\', '');
    const [starts, ends] = [source.startsWith('^') || whole ? '^' : '', whole ? '$' : ''];
    const found = (said: readonly string[]) => new RegExp(`${starts}${joinedBy(said)}${ends}`, 'i');
    const exact = sayWhole(core);
    if (exact.length > 0) return found(exact.map(escape));
    // A part of a sentence, before a template that would take it for what it is given.
    const containing = whole ? [] : pairs.filter(({ from }) => from.includes(core)).map(({ to }) => escape(to));
    if (containing.length > 0) {
      const filled = containing.map((to) => marks.reduce((pattern, mark) => pattern.replaceAll(mark, '.*'), to));
      return new RegExp(joinedBy([...new Set(filled)]), 'i');
    }
    const said = say(core);
    if (said.length === 0) throw new Error(`no French for ${core}`);
    return found(said.map(escape));
  };
}

/** Makes a page find by English names what it shows in French, and open the French address of a path. */
export function showInFrench(page: Page, french: ToFrench): Page {
  const goto = page.goto.bind(page);
  page.goto = (address, options) =>
    goto(address.startsWith('/') && !address.startsWith('/fr/') ? `/fr${address}` : address, options);
  return findInFrench(page, french);
}

/** Playwright makes some of them from one another. */
const finding = new WeakSet<Page | Locator>();

function findInFrench<P extends Page | Locator>(place: P, french: ToFrench): P {
  if (finding.has(place)) return place;
  finding.add(place);
  const { getByRole, getByLabel, getByText, getByPlaceholder } = place;
  const named = (options: Named = {}): Named =>
    options.name === undefined ? options : { name: french(options.name, options.exact ?? false) };
  place.getByRole = (role, options) =>
    findInFrench(getByRole.call(place, role, { ...options, exact: false, ...named(options) }), french);
  for (const [method, find] of [
    ['getByLabel', getByLabel],
    ['getByText', getByText],
    ['getByPlaceholder', getByPlaceholder],
  ] as const) {
    place[method] = (text, options) => findInFrench(find.call(place, french(text, options?.exact ?? false)), french);
  }
  for (const method of ['locator', 'filter', 'first', 'last', 'nth'] as const) {
    if (!(method in place)) continue;
    const holder = place as unknown as Record<string, (...given: readonly unknown[]) => Locator>;
    const find = holder[method]!.bind(place);
    holder[method] = (...given) => findInFrench(find(...given), french);
  }
  return place;
}

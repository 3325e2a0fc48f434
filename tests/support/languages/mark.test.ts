import { expect, test } from 'vitest';
import { accent, mark, markCatalogue } from './mark.ts';
import { markEnglish } from './marked-site.ts';

const catalogue = `
import type { Kind } from '#contract/kinds.ts';
const names: Record<Kind, string> = { in: 'in', out: 'out' };
export const words = {
  title: 'Your stake',
  to: (name: string, count: number) => \`\${name} has \${count === 1 ? '1 ticket' : \`\${count} tickets\`}\`,
  of: (kind: Kind) => (kind === 'in' ? names[kind] : 'out'),
  both: (parts: readonly string[]) => ({ text: \`One\\u202Fof \${parts.join(' and ')}\` }),
  file: 'izi.csv',
  href: '/about#help',
} satisfies Record<string, unknown>;
`;

// oxlint-disable-next-line no-explicit-any -- what a module exports is what the test finds out
async function read(code: string): Promise<any> {
  return import(`data:text/javascript,${encodeURIComponent(code)}`);
}

test('a catalogue returns its own words in marked letters, and given values unchanged', async () => {
  const { stripTypeScriptTypes } = await import('node:module');
  const { words } = await read(stripTypeScriptTypes(markCatalogue(catalogue, 'words/en/some.ts')));
  expect(words.title).toBe(mark('Your stake'));
  expect(words.to('Ama', 1)).toBe(`⟦Ama${accent(' has ')}${accent('1 ticket')}⟧`);
  expect(words.to('Ama', 3)).toBe(`⟦Ama${accent(' has ')}3${accent(' tickets')}⟧`);
  expect(words.of('in')).toBe(mark('in'));
  expect(words.of('out')).toBe(mark('out'));
  expect(words.both(['Ama', 'Awa'])).toEqual({
    text: `⟦${accent('One')}\u202F${accent('of ')}Ama${accent(' and ')}Awa⟧`,
  });
  expect(words.file).toBe('izi.csv');
  expect(words.href).toBe('/about#help');
});

test('units stand behind digits, without brackets', async () => {
  const { day } = await read(markCatalogue(`export const day = 'd';`, 'words/en/units.ts'));
  expect(day).toBe('đ');
});

test('no letter stays plain, and words grow by about a third', () => {
  const text = 'Your tickets and what they win show up here. A hash is no word.';
  expect(accent(text)).not.toMatch(/[A-Za-z]/);
  expect(accent(text).length / text.length).toBeGreaterThan(1.15);
  expect(mark(text).length / text.length).toBeLessThan(1.4);
});

test('every catalogue of the players’ side is marked', async () => {
  const marked = await markEnglish();
  expect(Object.keys(marked).length).toBeGreaterThan(55);
  for (const [file, source] of Object.entries(marked)) expect(source, file).toMatch(/[åéöđķẊ]/);
});

import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const project = resolve(import.meta.dirname, '..');
const page = readFileSync(join(project, 'docs/asvs.md'), 'utf8');

/** How many requirements of level 1 or 2 each section of the standard has; the numbers that level 3 has are left out. */
const sections: Readonly<Record<string, string>> = {
  '1.1': '1 2',
  '1.2': '1 2 3 4 5 6 7 8 9',
  '1.3': '1 2 3 4 5 6 7 8 9 10 11',
  '1.4': '1 2 3',
  '1.5': '1 2',
  '2.1': '1 2 3',
  '2.2': '1 2 3',
  '2.3': '1 2 3 4',
  '2.4': '1',
  '3.2': '1 2',
  '3.3': '1 2 3 4',
  '3.4': '1 2 3 4 5 6',
  '3.5': '1 2 3 4 5',
  '3.7': '1 2',
  '4.1': '1 2 3',
  '4.2': '1',
  '4.3': '1 2',
  '4.4': '1 2 3 4',
  '5.1': '1',
  '5.2': '1 2 3',
  '5.3': '1 2',
  '5.4': '1 2 3',
  '6.1': '1 2 3',
  '6.2': '1 2 3 4 5 6 7 8 9 10 11 12',
  '6.3': '1 2 3 4',
  '6.4': '1 2 3 4',
  '6.5': '1 2 3 4 5',
  '6.6': '1 2 3',
  '6.8': '1 2 3 4',
  '7.1': '1 2 3',
  '7.2': '1 2 3 4',
  '7.3': '1 2',
  '7.4': '1 2 3 4 5',
  '7.5': '1 2',
  '7.6': '1 2',
  '8.1': '1 2',
  '8.2': '1 2 3',
  '8.3': '1',
  '8.4': '1',
  '9.1': '1 2 3',
  '9.2': '1 2 3 4',
  '11.1': '1 2',
  '11.2': '1 2 3',
  '11.3': '1 2 3',
  '11.4': '1 2 3 4',
  '11.5': '1',
  '11.6': '1',
  '12.1': '1 2 3',
  '12.2': '1 2',
  '12.3': '1 2 3 4',
  '13.1': '1',
  '13.2': '1 2 3 4 5',
  '13.3': '1 2',
  '13.4': '1 2 3 4 5',
  '14.1': '1 2',
  '14.2': '1 2 3 4',
  '14.3': '1 2 3',
  '15.1': '1 2 3',
  '15.2': '1 2 3',
  '15.3': '1 2 3 4 5 6 7',
  '16.1': '1',
  '16.2': '1 2 3 4 5',
  '16.3': '1 2 3 4',
  '16.4': '1 2 3',
  '16.5': '1 2 3',
};
const wanted = Object.entries(sections).flatMap(([section, places]) =>
  places.split(' ').map((place) => `${section}.${place}`),
);

const rows = [...page.matchAll(/^\| (\d+\.\d+\.\d+) \| (.*?) \| (yes|part|site|open|–) \| ?(.*?) ?\|$/gm)].map(
  ([, id = '', , state = '', how = '']) => ({ id, state, how }),
);
const [level2 = '', level3 = ''] = page.split('## Level 3');

test('the page has each requirement of levels 1 and 2 once, and further ones only of level 3', () => {
  const ids = rows.map(({ id }) => id);
  expect(ids.filter((id) => level2.includes(`| ${id} |`))).toEqual(wanted);
  expect(ids.filter((id) => level3.includes(`| ${id} |`) && wanted.includes(id))).toEqual([]);
  expect(page.match(/^\| \d/gm)).toHaveLength(rows.length);
});

test('a requirement that is not met, or not completely, has its reason', () => {
  expect(rows.filter(({ state, how }) => (state === 'part' || state === 'open') && how.length < 20)).toEqual([]);
});

test('every file that it names exists', () => {
  const linked = [...page.matchAll(/\]\((?!http)([^)#]*)(#[^)]*)?\)/g)].map(([, path = '']) =>
    join(project, 'docs', path),
  );
  const named = [...page.matchAll(/`((?:server|tests|scripts|contract)\/[\w./-]+)`/g)].map(([, path = '']) =>
    join(project, path),
  );
  expect(linked.length + named.length).toBeGreaterThan(60);
  expect([...linked, ...named].filter((path) => !existsSync(path))).toEqual([]);
});

test('every heading that it links to exists', () => {
  const anchors = [...page.matchAll(/\(accounts\.md#([^)]+)\)/g)].map(([, anchor]) => anchor);
  const accounts = readFileSync(join(project, 'docs/accounts.md'), 'utf8');
  const headings = [...accounts.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  );
  expect(anchors.filter((anchor) => !headings.includes(anchor!))).toEqual([]);
});

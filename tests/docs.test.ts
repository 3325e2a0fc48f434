import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ladders, rooms } from '#scripts/rooms.ts';

const project = join(import.meta.dirname, '..');
const pages = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
  cwd: project,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(project, path)));

const read = (path: string) => readFileSync(join(project, path), 'utf8');

/** The address that GitHub gives a heading. */
const anchorOf = (heading: string) =>
  heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

const anchorsOf = (page: string) => [...read(page).matchAll(/^#+ (.*)$/gm)].map(([, heading]) => anchorOf(heading!));

test('every link leads to a file and a heading that exist', () => {
  expect(pages.flatMap(brokenLinks)).toEqual([]);
});

function brokenLinks(page: string): string[] {
  return [...read(page).matchAll(/\]\((?<target>[^)\s]+)\)/g)]
    .map(({ groups }) => groups!['target']!)
    .filter((target) => !/^[a-z]+:/.test(target) && !target.startsWith('/'))
    .filter((target) => {
      const [path = '', anchor] = target.split('#');
      const file = path === '' ? page : relative(project, join(project, dirname(page), path));
      if (!existsSync(join(project, file))) return true;
      return anchor !== undefined && file.endsWith('.md') && !anchorsOf(file).includes(anchor);
    })
    .map((target) => `${page}: ${target}`);
}

test('docs/README.md lists each page of docs once', () => {
  const listed = [...read('docs/README.md').matchAll(/^- \[(.*)\]\((.*)\):/gm)].map(([, , file]) => `docs/${file}`);
  const present = pages.filter((path) => /^docs\/[^/]+\.md$/.test(path) && path !== 'docs/README.md');
  expect(listed.toSorted()).toEqual(present.toSorted());
});

test('docs/commands.md describes each command of package.json', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const page = read('docs/commands.md');
  const isDescribed = (name: string) =>
    ['npm run ', 'npm ', ''].some((npm) => new RegExp(`\`${npm}${name}[ \`]`).test(page));
  expect(Object.keys(scripts).filter((name) => !isDescribed(name))).toEqual([]);
});

describe('decisions', () => {
  const records = pages.filter((path) => /^docs\/decisions\/\d/.test(path));
  const index = read('docs/decisions/README.md');

  test('each one is listed once in the index, with its title', () => {
    const listed = [...index.matchAll(/^- \[(.*)\]\((.*)\)$/gm)].map(([, title, file]) => `${file}: ${title}`);
    const present = records.map(
      (path) => `${path.slice('docs/decisions/'.length)}: ${read(path).split('\n')[0]!.slice(2)}`,
    );
    expect(listed.toSorted()).toEqual(present.toSorted());
  });

  test('each has a number of its own', () => {
    const numbers = records.map((path) => path.slice('docs/decisions/'.length, 'docs/decisions/'.length + 4));
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  test('a number that the code names belongs to a record', () => {
    const numbers = new Set(records.map((path) => path.slice('docs/decisions/'.length, 'docs/decisions/'.length + 4)));
    const search = ['grep', '-hoE', 'docs/decisions/[0-9]{4}'];
    const named = execFileSync('git', search, { cwd: project, encoding: 'utf8' })
      .split('\n')
      .map((line) => line.slice(-4))
      .filter((number) => number !== '' && !numbers.has(number));
    expect(named).toEqual([]);
  });
});

describe('the map of the rooms in docs/architecture.md', () => {
  const page = read('docs/architecture.md');
  const rowOf = (room: string) => page.split('\n').find((line) => line.startsWith(`| [\`${room}/\`]`));

  test.each(Object.entries(rooms))('%s may import what scripts/rooms.ts allows', (room, { rooms: allowed }) => {
    const cell = rowOf(room)?.split('|').at(-2) ?? '';
    const named = [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);
    // A room that is named by its folders, such as `contract/calls`, is still that room.
    const rest = (path: string) => (allowed.includes(path) ? path : path.split('/')[0]!);
    const mentioned = new Set(named.map(rest));
    // "`contract` as `web` does" names a room without importing it.
    if (room === 'console') mentioned.delete('web');
    expect([...mentioned].toSorted()).toEqual([...allowed].toSorted());
  });

  test.each(Object.entries(ladders))('%s has the ladder of scripts/rooms.ts', (room, { rungs }) => {
    expect(page).toContain(`| \`${room}\` | \`${rungs.map((rung) => rung.join(', ')).join(' < ')}\` |`);
  });
});

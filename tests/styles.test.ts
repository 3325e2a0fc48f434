import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const project = join(import.meta.dirname, '..');

/** Each app, and the folders whose styles a page of it has loaded. */
const apps = { web: ['ui', 'web'], console: ['ui', 'console'] };

const readAll = (folders: readonly string[]) =>
  folders
    .flatMap((folder) =>
      readdirSync(join(project, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
    )
    .filter((path) => /\.(css|tsx?)$/.test(path))
    .map((path) => ({ path, text: readFileSync(join(project, path), 'utf8') }));

/** The variables that styles define, and those that components set on an element: `'--rows': rows`. */
const defined = (text: string) =>
  Array.from(text.matchAll(/(?<!var\(\s*)(--[\w-]+)['"]?\]?\s*[:,]/g), ([, name]) => name!);
/** The variables that are read without another value to take in their place. */
const used = (text: string) => Array.from(text.matchAll(/var\(\s*(--[\w-]+)\s*\)/g), ([, name]) => name!);

function undefinedIn(files: readonly { readonly path: string; readonly text: string }[]): readonly string[] {
  const known = new Set(files.flatMap(({ text }) => defined(text)));
  return files.flatMap(({ path, text }) =>
    used(text)
      .filter((name) => !known.has(name))
      .map((name) => `${path}: ${name}`),
  );
}

// A declaration with an undefined variable is dropped without a word, and its colour or size with it.
describe.each(Object.entries(apps))('the styles of %s', (_, folders) => {
  test('read no variable that nothing defines', () => {
    const files = readAll(folders);
    expect(files.length).toBeGreaterThan(50);
    expect(undefinedIn(files)).toEqual([]);
  });
});

test('the check finds a variable that nothing defines', () => {
  const files = [
    { path: 'tokens.css', text: ':root {\n  --ink: #000;\n}' },
    { path: 'Part.module.css', text: '.a {\n  color: var(--ink-soft);\n}\n.b {\n  color: var(--ink);\n}' },
    { path: 'Part.tsx', text: "style={{ '--rows': rows }}" },
    {
      path: 'Rows.module.css',
      text: '.c {\n  grid-template-rows: var(--rows);\n  gap: var(--gap, 4px);\n}\n.d {\n  gap: var(--gap);\n}',
    },
  ];
  expect(undefinedIn(files)).toEqual(['Part.module.css: --ink-soft', 'Rows.module.css: --gap']);
});

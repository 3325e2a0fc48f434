import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const project = join(import.meta.dirname, '..');
const source = /\.(tsx?|js|css|sql|sh|ya?ml|html)$/;

/** This file has such comments as samples. */
const notHeld = /^tests\/comments\.test\.ts$/;

/** A comment that begins with "Of" or "Who" is a fragment, as in "Of a withdrawal." A comment is a sentence with a subject and a verb. */
const fragment = /^[ \t]*(?:\/\/|\/\*\*?|\/\*\*?\n[ \t]*\*|\{\/\*|--|#|<!--)[ \t]*(?:Of|Who|Whom) .*$/gm;

const findFragments = (text: string) => Array.from(text.matchAll(fragment), ([comment]) => comment.trim());

test('no comment begins with "Of" or "Who"', () => {
  const listing = ['ls-files', '--cached', '--others', '--exclude-standard'];
  const files = execFileSync('git', listing, { cwd: project, encoding: 'utf8' })
    .split('\n')
    .filter((path) => source.test(path) && !notHeld.test(path))
    .filter((path) => existsSync(join(project, path)));
  expect(files.length).toBeGreaterThan(1_000);
  const found = files.flatMap((path) =>
    findFragments(readFileSync(join(project, path), 'utf8')).map((comment) => `${path}: ${comment}`),
  );
  expect(found).toEqual([]);
});

test.each([
  '// Of a new operator.',
  '  /** Who asked for it. */',
  '/**\n * Of what many do at the same time.\n */',
  '-- Who acts on a player.',
  '# Of the console.',
  '{/* Of a page. */}',
])('the check finds %j', (comment) => {
  expect(findFragments(`one();\n${comment}\ntwo();`)).toHaveLength(1);
});

test.each([
  '// Whoever closes the dialog is done.',
  '/** The address of who asked. Of course. */',
  'const who = 1; // ok',
])('the check passes %j', (comment) => {
  expect(findFragments(comment)).toEqual([]);
});

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const project = join(import.meta.dirname, '..');
const source = /\.(tsx?|js|css|sql|sh|ya?ml|html)$/;

/** This file has such comments as samples, and a released migration is never edited. */
const notHeld = /^tests\/comments\.test\.ts$|^database\/migrations\//;

/**
 * A comment begins with its noun or verb: "Of a withdrawal." is a fragment, "What it took." names nothing, and "The same for
 * reports." says nothing to a reader whose editor shows it alone.
 */
const fragment =
  /^[ \t]*(?:\/\/|\/\*\*?|\/\*\*?\n[ \t]*\*|\{\/\*|--|#|<!--)[ \t]*(?:Of|Who|Whom|Whoever|What|Whatever|One (?:that|who|which)|Nor|As (?:in|of|its|those|if)|The same(?:[,.:]| (?:for|of|by|as|in|from|where|without|beside))) .*$/gm;

const findFragments = (text: string) => Array.from(text.matchAll(fragment), ([comment]) => comment.trim());

/** A test's name is a sentence by itself: whoever searches for it does not see the name of its group. */
const unnamed = /^[ \t]*(?:(?:test|it|journey)\b.*|\]\))\((['`"])(?:of|that|who|whose|also|and|so) .*?\1,/gm;

test('each comment begins with its noun or verb, and each name of a test too', () => {
  const listing = ['ls-files', '--cached', '--others', '--exclude-standard'];
  const files = execFileSync('git', listing, { cwd: project, encoding: 'utf8' })
    .split('\n')
    .filter((path) => source.test(path) && !notHeld.test(path))
    .filter((path) => existsSync(join(project, path)));
  expect(files.length).toBeGreaterThan(1_000);
  const found = files.flatMap((path) => {
    const text = readFileSync(join(project, path), 'utf8');
    const names = path.includes('.test.') ? (text.match(unnamed) ?? []) : [];
    return [...findFragments(text), ...names].map((fragment) => `${path}: ${fragment}`);
  });
  expect(found).toEqual([]);
});

test.each([
  '// Of a new operator.',
  '  /** Who asked for it. */',
  '/**\n * Of what many do at the same time.\n */',
  '-- Who acts on a player.',
  '# Of the console.',
  '{/* Of a page. */}',
  '/** What came back. */',
  '-- Whoever closes a draw.',
  '// One that ended.',
  '/** The same for reports. */',
  '// The same, as a list shows them.',
  '// As in make_lanes.',
])('the check finds %j', (comment) => {
  expect(findFragments(`one();\n${comment}\ntwo();`)).toHaveLength(1);
});

test.each(['// Whose it is.', '/** The address of who asked. Of course. */', 'const who = 1; // ok'])(
  'the check passes %j',
  (comment) => {
    expect(findFragments(comment)).toEqual([]);
  },
);

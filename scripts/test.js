// `npm test`: every check that must pass before a change is accepted. With arguments, only the tests they name: `npm test --
// tests/books`. `npm test -- --changed` runs those that what has changed since main can change.
import { join } from 'node:path';
import { findChangedTests } from './changed-tests.js';
import { ensureChromium } from './chromium.js';
import { makeCommonPasswordsWhenMissing } from './common-passwords.js';
import { ensureInstalled, nodePath, projectEnv, projectRoot } from './install.js';
import { hashFiles, isStamped, listSources, stamp } from './stamps.js';
import { capture, main, PlainError, runInForeground, step } from './step.js';
import { buildWebWhenStale } from './web-build.js';

/** The script of package.json, by the title that is shown. */
const checks = { 'Checking types': 'typecheck', Linting: 'lint', 'Checking the format': 'format:check' };

await main(async () => {
  const given = process.argv.slice(2);
  const isChanged = given.includes('--changed');
  const changed = isChanged ? findChangedTests() : { gate: given, long: [] };
  const filters = changed.gate;
  if (isChanged) console.log(['Tests that depend on what has changed:', ...filters].join('\n  '));
  if (changed.long.length > 0)
    console.log(`In the long run, before an issue ends:\n  npm run test:long -- ${changed.long.join(' ')}`);
  if (isChanged && filters.length === 0) return 0;
  await ensureInstalled();
  const { CHROME_PATH } = await prepare(filters.length === 0);
  const vitest = join(projectRoot, 'node_modules', 'vitest', 'vitest.mjs');
  // The gate as a whole leaves out what is marked as long.
  const LONG_TESTS = filters.length > 0 ? 'on' : 'off';
  return runInForeground(nodePath, [vitest, 'run', ...filters], { ...projectEnv, CHROME_PATH, LONG_TESTS });
});

/** All at the same time. What fails is reported together, once the rest is done, and no test begins. */
async function prepare(/** @type {boolean} */ isWhole) {
  const sources = isWhole ? hashFiles(listSources(), { tests: true }) : '';
  const chromium = ensureChromium();
  const works = [
    chromium,
    makeCommonPasswordsWhenMissing(),
    buildWebWhenStale(),
    ...(isWhole ? Object.entries(checks).map(([title, script]) => check(title, script, sources)) : []),
  ];
  const failures = (await Promise.allSettled(works)).flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  const bug = failures.find((failure) => !(failure instanceof PlainError));
  if (bug !== undefined) throw bug;
  if (failures.length > 0) throw new PlainError(failures.map(({ message }) => message).join('\n\n✗ '));
  return { CHROME_PATH: await chromium };
}

/** Unless it has passed with these sources. */
async function check(/** @type {string} */ title, /** @type {string} */ script, /** @type {string} */ sources) {
  if (isStamped(script, sources)) return;
  await step(title, async () => {
    const { code, output } = await capture('npm', ['run', '--silent', script], {
      cwd: projectRoot,
      env: { PATH: projectEnv.PATH },
    });
    if (code !== 0) throw new PlainError(`${title} failed (npm run ${script}):\n${output.trim()}`);
  });
  stamp(script, sources);
}

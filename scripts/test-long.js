// `npm run test:long`: what takes too long for `npm test`, that is the tests in files named `*.long.test.ts`. With names, those that
// they name; with options, as much of it as they say: `npm run test:long -- books --runs 20000 --seed 7`.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureChromium } from './chromium.js';
import { makeCommonPasswordsWhenMissing } from './common-passwords.js';
import { ensureInstalled, nodePath, projectEnv, projectRoot } from './install.js';
import { main, PlainError, runInForeground } from './step.js';
import { buildWebWhenStale } from './web-build.js';

/** Each is an environment variable of the tests; see tests/support/long-run.ts. */
const options = ['requests', 'runs', 'seconds', 'seed'];

await main(async () => {
  const { filters, env } = readArguments(process.argv.slice(2));
  await ensureInstalled();
  await makeCommonPasswordsWhenMissing();
  await buildWebWhenStale();
  const CHROME_PATH = await ensureChromium();
  const vitest = join(projectRoot, 'node_modules', 'vitest', 'vitest.mjs');
  return runInForeground(nodePath, [vitest, 'run', ...filters], {
    ...projectEnv,
    CHROME_PATH,
    LONG_RUN: 'on',
    ...env,
  });
});

function readArguments(/** @type {string[]} */ args) {
  const known = Object.fromEntries(options.map((name) => [name, { type: /** @type {const} */ ('string') }]));
  const { values, positionals } = parse();
  for (const [name, value] of Object.entries(values)) {
    if (!/^\d{1,10}$/.test(String(value))) throw new PlainError(`--${name} takes a whole number.`);
  }
  const env = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [`LONG_${name.toUpperCase()}`, String(value)]),
  );
  return { filters: positionals, env };

  function parse() {
    try {
      return parseArgs({ args, options: known, allowPositionals: true });
    } catch {
      throw new PlainError(`This takes names of tests and ${options.map((name) => `--${name} <number>`).join(', ')}.`);
    }
  }
}

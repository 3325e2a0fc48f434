// `npm run test:books -- --runs 20000` and similar: a test at a length that is too long for `npm test`. Its options are
// passed to the test as environment variables.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { makeCommonPasswordsWhenMissing } from './common-passwords.js';
import { ensureInstalled, nodePath, projectEnv, projectRoot } from './install.js';
import { main, PlainError, runInForeground } from './step.js';
import { buildWebWhenStale } from './web-build.js';

/**
 * For each test its folder or file, and for each of its options the environment variable that the test reads.
 * @type {Record<string, { folder: string, options: Record<string, string> }>}
 */
const longTests = {
  concurrency: {
    folder: 'tests/concurrency.test.ts',
    options: { seconds: 'CONCURRENCY_SECONDS', seed: 'CONCURRENCY_SEED' },
  },
  books: { folder: 'tests/books', options: { runs: 'BOOKS_RUNS', seed: 'BOOKS_SEED' } },
  kills: { folder: 'tests/faults/kill.test.ts', options: { runs: 'KILL_RUNS' } },
  fuzz: { folder: 'tests/fuzz', options: { requests: 'FUZZ_REQUESTS', seed: 'FUZZ_SEED' } },
};

await main(async () => {
  const [name = '', ...args] = process.argv.slice(2);
  const test = longTests[name];
  if (test === undefined)
    throw new PlainError(`There is no long test ${name}: name one of ${Object.keys(longTests).join(', ')}.`);
  const env = readOptions(test.options, args);
  await ensureInstalled();
  await makeCommonPasswordsWhenMissing();
  await buildWebWhenStale();
  const vitest = join(projectRoot, 'node_modules', 'vitest', 'vitest.mjs');
  return runInForeground(nodePath, [vitest, 'run', test.folder], { ...projectEnv, ...env });
});

function readOptions(/** @type {Record<string, string>} */ variables, /** @type {string[]} */ args) {
  const names = Object.keys(variables);
  const options = Object.fromEntries(names.map((name) => [name, { type: /** @type {const} */ ('string') }]));
  try {
    const { values } = parseArgs({ args, options });
    return Object.fromEntries(
      Object.entries(values).map(([name, value]) => [variables[name], readNumber(name, value)]),
    );
  } catch (error) {
    if (error instanceof PlainError) throw error;
    throw new PlainError(`This takes ${names.map((name) => `--${name} <number>`).join(' and ')}.`);
  }
}

function readNumber(/** @type {string} */ name, /** @type {unknown} */ value) {
  if (typeof value !== 'string' || !/^\d{1,10}$/.test(value)) throw new PlainError(`--${name} takes a whole number.`);
  return value;
}

// `npm test`: everything that has to hold before a change is taken. With arguments, only the tests they name:
// `npm test -- tests/books`.
import { join } from 'node:path';
import { ensureChromium } from './chromium.js';
import { ensureInstalled, NODE, PROJECT_ENV, ROOT } from './install.js';
import { capture, main, PlainError, runInForeground, step } from './step.js';
import { buildWebWhenStale } from './web-build.js';

await main(async () => {
  const filters = process.argv.slice(2);
  await ensureInstalled();
  if (filters.length === 0) await validate();
  await buildWebWhenStale();
  const CHROME_PATH = await ensureChromium();
  const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
  return runInForeground(NODE, [vitest, 'run', ...filters], { ...PROJECT_ENV, CHROME_PATH });
});

async function validate() {
  await check('Checking types', 'typecheck');
  await check('Linting', 'lint');
  await check('Checking the format', 'format:check');
}

function check(/** @type {string} */ title, /** @type {string} */ script) {
  return step(title, async () => {
    const { code, output } = await capture('npm', ['run', '--silent', script], {
      cwd: ROOT,
      env: { PATH: PROJECT_ENV.PATH },
    });
    if (code !== 0) throw new PlainError(`${title} failed (npm run ${script}):\n${output.trim()}`);
  });
}

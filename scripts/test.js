// `npm test`: every check that must pass before a change is accepted. With arguments, only the tests they name: `npm test --
// tests/books`.
import { join } from 'node:path';
import { ensureChromium } from './chromium.js';
import { makeCommonPasswordsWhenMissing } from './common-passwords.js';
import { ensureInstalled, nodePath, projectEnv, projectRoot } from './install.js';
import { capture, main, PlainError, runInForeground, step } from './step.js';
import { buildWebWhenStale } from './web-build.js';

await main(async () => {
  const filters = process.argv.slice(2);
  await ensureInstalled();
  if (filters.length === 0) await validate();
  await makeCommonPasswordsWhenMissing();
  await buildWebWhenStale();
  const CHROME_PATH = await ensureChromium();
  const vitest = join(projectRoot, 'node_modules', 'vitest', 'vitest.mjs');
  return runInForeground(nodePath, [vitest, 'run', ...filters], { ...projectEnv, CHROME_PATH });
});

async function validate() {
  await check('Checking types', 'typecheck');
  await check('Linting', 'lint');
  await check('Checking the format', 'format:check');
}

function check(/** @type {string} */ title, /** @type {string} */ script) {
  return step(title, async () => {
    const { code, output } = await capture('npm', ['run', '--silent', script], {
      cwd: projectRoot,
      env: { PATH: projectEnv.PATH },
    });
    if (code !== 0) throw new PlainError(`${title} failed (npm run ${script}):\n${output.trim()}`);
  });
}

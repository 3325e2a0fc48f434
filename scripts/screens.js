// `npm run screens`: a picture of every screen and main state, in the folder screens/.
import { join } from 'node:path';
import { ensureChromium } from './chromium.js';
import { makeCommonPasswordsWhenMissing } from './common-passwords.js';
import { ensureInstalled, nodePath, projectEnv, projectRoot } from './install.js';
import { main, runInForeground } from './step.js';
import { buildWebWhenStale } from './web-build.js';

await main(async () => {
  await ensureInstalled();
  await makeCommonPasswordsWhenMissing();
  await buildWebWhenStale();
  const CHROME_PATH = await ensureChromium();
  const take = join(projectRoot, 'tests', 'pictures', 'take-screens.ts');
  return runInForeground(nodePath, [take, ...process.argv.slice(2)], { ...projectEnv, CHROME_PATH });
});

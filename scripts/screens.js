// `npm run screens`: a picture of every screen and main state, in the folder screens/.
import { join } from 'node:path';
import { ensureChromium } from './chromium.js';
import { ensureInstalled, NODE, PROJECT_ENV, ROOT } from './install.js';
import { main, runInForeground } from './step.js';
import { buildWebWhenStale } from './web-build.js';

await main(async () => {
  await ensureInstalled();
  await buildWebWhenStale();
  const CHROME_PATH = await ensureChromium();
  const take = join(ROOT, 'tests', 'pictures', 'take-screens.ts');
  return runInForeground(NODE, [take, ...process.argv.slice(2)], { ...PROJECT_ENV, CHROME_PATH });
});

// `npm run dev`: the site with its pages from the sources, until Ctrl-C. An edit is seen at once. `npm run dev -- --language fr`
// serves the pages in French.
import { join } from 'node:path';
import { makeCommonPasswordsWhenMissing } from './common-passwords.js';
import { ensureInstalled, nodePath, projectEnv, projectRoot } from './install.js';
import { main, runInForeground } from './step.js';

await main(async () => {
  await ensureInstalled();
  await makeCommonPasswordsWhenMissing();
  return runInForeground(
    nodePath,
    [join(projectRoot, 'scripts', 'dev', 'main.ts'), ...process.argv.slice(2)],
    projectEnv,
  );
});

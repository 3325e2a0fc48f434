// `npm run bench`: installs what is missing, then measures. `npm run bench -- --quick` takes two minutes instead of some
// twenty; `npm run bench -- overload` measures one part alone.
import { join } from 'node:path';
import { makeCommonPasswordsWhenMissing } from './common-passwords.js';
import { ensureInstalled, nodePath, projectEnv, projectRoot } from './install.js';
import { main, runInForeground } from './step.js';

await main(async () => {
  await ensureInstalled();
  await makeCommonPasswordsWhenMissing();
  return runInForeground(nodePath, [join(projectRoot, 'bench', 'main.ts'), ...process.argv.slice(2)], projectEnv);
});

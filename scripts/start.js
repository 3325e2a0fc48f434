// `npm start`: installs and builds what is missing or stale, then runs the server in the foreground.
import { join } from 'node:path';
import { makeCommonPasswordsWhenMissing } from './common-passwords.js';
import { ensureInstalled, nodePath, projectEnv, projectRoot } from './install.js';
import { main, runInForeground } from './step.js';
import { buildWebWhenStale } from './web-build.js';

await main(async () => {
  await ensureInstalled();
  await makeCommonPasswordsWhenMissing();
  await buildWebWhenStale();
  return runInForeground(nodePath, [join(projectRoot, 'server', 'main.ts'), ...process.argv.slice(2)], projectEnv);
});

// `npm run cluster`: several machines on this one, with the site on them, until Ctrl-C. `npm run cluster -- --faults` ends parts of
// it under load, and prints what players saw. See docs/machines.md.
import { join } from 'node:path';
import { makeCommonPasswordsWhenMissing } from './common-passwords.js';
import { ensureInstalled, nodePath, projectEnv, projectRoot } from './install.js';
import { main, runInForeground } from './step.js';
import { buildWebWhenStale } from './web-build.js';

await main(async () => {
  const args = process.argv.slice(2);
  await ensureInstalled();
  if (!args.includes('--stop')) {
    await makeCommonPasswordsWhenMissing();
    await buildWebWhenStale();
  }
  const program = args.includes('--faults') ? ['bench', 'cluster.ts'] : ['deploy', 'cluster', 'main.ts'];
  return runInForeground(nodePath, [join(projectRoot, ...program), ...args], projectEnv);
});

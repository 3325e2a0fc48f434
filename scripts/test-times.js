// `npm run test:times`: writes into tests/times.json how long the files took in the last runs on this machine, so that a fresh clone too
// begins with the slowest. Files that were not run keep their times.
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './install.js';
import { main, PlainError } from './step.js';

const file = join(projectRoot, 'tests', 'times.json');
/** Shorter files fit in anywhere. */
const leastSeconds = 3;

await main(async () => {
  const [cache] = globSync('.cache/vite/tests/vitest/*/results.json', { cwd: projectRoot });
  if (cache === undefined) throw new PlainError('no test was run here yet');
  /** @type {{ results: [string, { duration: number, failed: boolean }][] }} */
  const { results } = JSON.parse(readFileSync(join(projectRoot, cache), 'utf8'));
  // A file that failed may have ended early.
  const passed = results.filter(([, { failed }]) => !failed);
  const measured = passed.map(([key, { duration }]) => [key.slice(key.indexOf(':') + 1), Math.round(duration / 1_000)]);
  const times = Object.entries({ ...JSON.parse(readFileSync(file, 'utf8')), ...Object.fromEntries(measured) })
    .filter(([path, seconds]) => seconds >= leastSeconds && existsSync(join(projectRoot, path)))
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(times), null, 2)}\n`);
  return 0;
});

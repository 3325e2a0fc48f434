// `npm run typecheck`: checks each room with its own tsconfig, which limits what that room may use. What the compiler found out is kept
// in .cache/types, and the next run checks again only what has changed, and what uses it.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { projectEnv, projectRoot } from './install.js';
import { capture, main } from './step.js';

await main(async () => {
  const rooms = readdirSync(projectRoot).filter(
    (room) => room !== 'node_modules' && existsSync(join(projectRoot, room, 'tsconfig.json')),
  );
  // Each of them listens to the signals that would end this process.
  process.setMaxListeners(rooms.length + 10);
  const results = await Promise.all(rooms.map(typecheck));
  return Math.max(...results);
});

async function typecheck(/** @type {string} */ room) {
  const kept = ['--incremental', '--tsBuildInfoFile', join(projectRoot, '.cache', 'types', `${room}.tsbuildinfo`)];
  const { code, output } = await capture('tsc', ['-p', room, '--pretty', 'false', ...kept], {
    cwd: projectRoot,
    env: { PATH: projectEnv.PATH },
  });
  // An empty room is not an error.
  if (output.includes('error TS18003')) return 0;
  if (code !== 0) console.error(output.trim());
  return code;
}

// `npm run typecheck`: each room against its own tsconfig, which says what that room may see.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ENV, ROOT } from './install.js';
import { capture, main } from './step.js';

await main(async () => {
  const rooms = readdirSync(ROOT).filter(
    (room) => room !== 'node_modules' && existsSync(join(ROOT, room, 'tsconfig.json')),
  );
  const results = await Promise.all(rooms.map(typecheck));
  return Math.max(...results);
});

async function typecheck(/** @type {string} */ room) {
  const { code, output } = await capture('tsc', ['-p', room, '--pretty', 'false'], {
    cwd: ROOT,
    env: { PATH: PROJECT_ENV.PATH },
  });
  // An empty room is no mistake.
  if (output.includes('error TS18003')) return 0;
  if (code !== 0) console.error(output.trim());
  return code;
}

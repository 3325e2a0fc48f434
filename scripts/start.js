// `npm start`: installs and builds what is missing or stale, then runs the server in the foreground.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { makeCommonPasswordsWhenMissing } from './common-passwords.js';
import { ensureInstalled, nodePath, projectEnv, projectRoot } from './install.js';
import { main, runInForeground } from './step.js';
import { buildWebWhenStale } from './web-build.js';

await main(async () => {
  await ensureInstalled();
  await makeCommonPasswordsWhenMissing();
  await buildWebWhenStale();
  const opinion = isOwnDemo(process.env) ? startOpinion() : null;
  try {
    return await runInForeground(
      nodePath,
      [join(projectRoot, 'server', 'main.ts'), ...process.argv.slice(2)],
      projectEnv,
    );
  } finally {
    opinion?.kill();
  }
});

/** Whether this start brings the database of a demonstration, and what draws need. */
function isOwnDemo(/** @type {NodeJS.ProcessEnv} */ { MODE, DATABASE_URL, DATABASE_URL_FILE, ROLES }) {
  const draws = !ROLES || ROLES.split(',').some((role) => role.trim() === 'worker');
  return (MODE || 'demo') === 'demo' && !DATABASE_URL && !DATABASE_URL_FILE && draws;
}

/** Another program that judges the demonstration's draws. Whatever becomes of it, the site goes on. */
function startOpinion() {
  const script = join(projectRoot, 'scripts', 'second-opinion', 'beside-demo.ts');
  const child = spawn(nodePath, [script], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], env: projectEnv });
  child.on('error', () => {});
  child.unref();
  child.channel?.unref();
  return child;
}

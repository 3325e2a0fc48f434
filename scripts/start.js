// `npm start`: installs and builds what is missing or stale, then runs the server in the foreground. A demonstration is up before all
// of it is built.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { makeCommonPasswordsWhenMissing } from './common-passwords.js';
import { ensureInstalled, nodePath, projectEnv, projectRoot } from './install.js';
import { main, runInForeground } from './step.js';
import { buildWebBehind, buildWebWhenStale } from './web-build.js';

await main(async () => {
  await ensureInstalled({ tools: false });
  const behind = new AbortController();
  if (isDemo(process.env)) void buildWebBehind(behind.signal);
  await makeCommonPasswordsWhenMissing();
  if (!isDemo(process.env)) await buildWebWhenStale();
  const opinion = isOwnDemo(process.env) ? startOpinion() : null;
  try {
    return await runInForeground(
      nodePath,
      [join(projectRoot, 'server', 'main.ts'), ...process.argv.slice(2)],
      projectEnv,
    );
  } finally {
    behind.abort();
    opinion?.kill();
  }
});

function isDemo(/** @type {NodeJS.ProcessEnv} */ { MODE }) {
  return (MODE || 'demo') === 'demo';
}

/** Whether this start brings the database of a demonstration, and what draws need. */
function isOwnDemo(/** @type {NodeJS.ProcessEnv} */ env) {
  const { DATABASE_URL, DATABASE_URL_FILE, ROLES } = env;
  const draws = !ROLES || ROLES.split(',').some((role) => role.trim() === 'worker');
  return isDemo(env) && !DATABASE_URL && !DATABASE_URL_FILE && draws;
}

/** Starts the program that judges the demonstration's draws. The site continues when it fails. */
function startOpinion() {
  const script = join(projectRoot, 'scripts', 'second-opinion', 'beside-demo.ts');
  const child = spawn(nodePath, [script], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], env: projectEnv });
  child.on('error', () => {});
  child.unref();
  child.channel?.unref();
  return child;
}

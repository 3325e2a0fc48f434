import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { nodeEnv } from '#tests/support/site/server.ts';
import { freePort } from '#tests/support/site/free-port.ts';
import { waitFor } from '#tests/support/players/outsider.ts';

/** Only a long test needs it, and it brings 625 packages of 240 MB, so it is no dependency of the project. */
const firebaseTools = 'firebase-tools@15.34.2';
const folder = join(import.meta.dirname, '../../../.cache', firebaseTools.replace('@', '-'));
const program = join(folder, 'node_modules/firebase-tools/lib/bin/firebase.js');

/** Starts Firebase's own emulator of its sign-in, in a separate process. It is installed from npm where it is missing. */
export async function startFirebaseEmulator(project: string): Promise<{ url: string; stop(): Promise<void> }> {
  if (!existsSync(program)) await install();
  const [port, hub, logging] = [await freePort(), await freePort(), await freePort()];
  const config = join(folder, `firebase-${port}.json`);
  const at = (free: number) => ({ host: '127.0.0.1', port: free });
  await writeFile(
    config,
    JSON.stringify({ emulators: { auth: at(port), hub: at(hub), logging: at(logging), ui: { enabled: false } } }),
  );
  const args = [program, 'emulators:start', '--only', 'auth', '--project', project, '--config', config];
  const child = spawn(process.execPath, [...args, '--non-interactive'], {
    // It keeps its settings in the home folder.
    env: { ...nodeEnv, HOME: folder, CI: 'true' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()));
  const ended = once(child, 'exit');
  const url = `http://127.0.0.1:${port}`;
  await Promise.race([
    waitFor(() => answers(url), 'the emulator of Firebase'),
    ended.then(() => Promise.reject(new Error(`the emulator of Firebase ended:\n${output}`))),
  ]);
  return {
    url,
    async stop() {
      child.kill('SIGINT');
      await ended;
    },
  };
}

async function install(): Promise<void> {
  await mkdir(folder, { recursive: true });
  // Without it, npm would install into the project.
  await writeFile(join(folder, 'package.json'), '{"private":true}');
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', firebaseTools];
  await promisify(execFile)('npm', args, { cwd: folder });
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
}

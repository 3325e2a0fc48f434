import { readdirSync, readFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { join, resolve } from 'node:path';

/**
 * Loads the packages that the server uses, and starts the server when it is told to. So a restart after an edit takes half the
 * time. `server-process.ts` runs it.
 */
const project = resolve(import.meta.dirname, '../..');

process.once('message', () => void start());
await Promise.all(Array.from(findPackages(), (name) => import(name).catch(() => {})));

async function start(): Promise<void> {
  await import('#server/main.ts');
  process.send?.('ready');
  // This process will be killed, and would take with it what Node compiled.
  flushCompileCache();
}

function findPackages(): Set<string> {
  const sources = ['server', 'database', 'contract', 'domain'].flatMap((room) =>
    readdirSync(join(project, room), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file) => readFileSync(join(project, room, file), 'utf8')),
  );
  return new Set(
    sources.flatMap((text) =>
      Array.from(text.matchAll(/^import (?!type).* from '([\w@][^':]*)';$/gm), ([, name]) => name!),
    ),
  );
}

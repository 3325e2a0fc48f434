import { mkdir } from 'node:fs/promises';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbedded, type EmbeddedDatabase } from '#database/embedded.ts';
import { migrate } from '#database/migrate.ts';
import { languages } from '#scripts/build-web/languages.ts';
import { servePages } from './pages.ts';
import { runServer } from './server-process.ts';

/**
 * `npm run dev`: the database, which stays while the server is restarted, the server, and the pages of both apps from their
 * sources. An edit of `web`, `console` and `ui` is exchanged in the open page, one of the server's rooms restarts the server.
 */
const project = resolve(import.meta.dirname, '../..');
/** An edit of a file here restarts the server. Both apps use the last two as well. */
const serverRooms = ['server', 'database', 'contract', 'domain'];

const { values } = parseArgs({ options: { language: { type: 'string', default: 'en' } } });
const language = languages.find(({ code }) => code === values.language);
if (language === undefined) {
  console.error(`✗ --language is one of ${languages.map(({ code }) => code).join(', ')}`);
  process.exit(1);
}
const port = Number(process.env['PORT'] || 3_000);
const consolePort = Number(process.env['CONSOLE_PORT'] || port + 1);
const dataDir = process.env['DATA_DIR']?.trim() || join(project, 'data/dev');
const [serverPort, consoleServerPort] = await findFreePorts();

await mkdir(dataDir, { recursive: true });
const database = await startEmbedded({ dataDir, log: (message) => console.log(`· ${message}`) }).catch(
  (error: Error) => {
    if (error.name !== 'EmbeddedError') throw error;
    console.error(`✗ ${error.message}`);
    process.exit(1);
  },
);
const server = runServer(
  {
    ...process.env,
    ...addressesOf(database),
    DATA_DIR: dataDir,
    WEB_PROCESSES: '1',
    HOST: '127.0.0.1',
    PORT: String(serverPort),
    PUBLIC_URL: `http://localhost:${port}`,
    CONSOLE_PORT: String(consoleServerPort),
    CONSOLE_URL: `http://localhost:${consolePort}`,
  },
  // Functions that were edited and put back are an older version's, which only a database of one's own takes.
  async () => void (await migrate(database.config, { alone: true })),
);
const { settled } = server;
const pages = await Promise.all([
  servePages({ app: 'web', language, port, serverPort, settled }),
  servePages({ app: 'console', language, port: consolePort, serverPort: consoleServerPort, settled }),
]);

const [{ watcher }] = pages;
watcher.add(serverRooms.map((room) => join(project, room)));
watcher.on('all', (_, file) => {
  const path = relative(project, file);
  const isServers = serverRooms.some((room) => path.startsWith(`${room}/`));
  if (isServers && /\.(ts|sql)$/.test(path) && !path.endsWith('.test.ts') && path !== 'database/schema.sql')
    server.restart();
});

let isStopping = false;
for (const signal of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.on(signal, () => void stop());
await settled();
console.log(`· Edits of ${['web', 'console', 'ui', ...serverRooms].join(', ')} show at once`);

async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  await Promise.all(pages.map((one) => one.close()));
  await server.stop();
  await database.stop();
  process.exit(0);
}

/** The settings that name the embedded database, for each login. */
function addressesOf({
  config,
  appConfig,
  workerConfig,
  consoleConfig,
  machineConfig,
}: EmbeddedDatabase): Record<string, string> {
  const addressFor = (user: string) => {
    const address = new URL(`postgres://${user}@localhost:${config.port}/${config.database}`);
    address.searchParams.set('host', config.host!);
    return address.href;
  };
  return {
    DATABASE_URL: addressFor(appConfig.user!),
    WORKER_DATABASE_URL: addressFor(workerConfig.user!),
    CONSOLE_DATABASE_URL: addressFor(consoleConfig.user!),
    MACHINE_DATABASE_URL: addressFor(machineConfig.user!),
    DATABASE_OWNER_URL: addressFor(config.user!),
  };
}

/** Two, held at the same time so that they differ. */
async function findFreePorts(): Promise<[number, number]> {
  const probes = [createServer(), createServer()] as const;
  for (const probe of probes) await once(probe.listen(0, '127.0.0.1'), 'listening');
  const ports = probes.map((probe) => (probe.address() as AddressInfo).port) as [number, number];
  for (const probe of probes) await once(probe.close(), 'close');
  return ports;
}

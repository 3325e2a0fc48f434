import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConnectionConfig, Database } from '#database/connect.ts';
import { startEmbedded } from '#database/embedded.ts';
import { migrate } from '#database/migrate.ts';
import { keySettings } from '#tests/support/draws/keys.ts';
import { startServer, type ServerProcess } from '#tests/support/site/server.ts';
import { openDatabase } from './database.ts';
import { createPlayers } from './players.ts';

/** The set-up that the measurements share: one embedded PostgreSQL with players in it, and the real server on top of it. */
export interface Rig {
  /** A temporary folder, removed at the end. */
  readonly folder: string;
  /** Connects as the owner of the tables. */
  readonly config: ConnectionConfig;
  /** Connects as the application does. */
  readonly appConfig: ConnectionConfig;
  readonly workerConfig: ConnectionConfig;
  readonly consoleConfig: ConnectionConfig;
  readonly owner: Database;
  readonly databasePid: number;
  readonly server: ServerProcess;
  readonly players: number;
  /** Starts another server on the same database, with these settings. */
  startServer(name: string, settings: Record<string, string>): Promise<ServerProcess>;
  close(): Promise<void>;
}

const players = 100_000;

/** @param parent the folder for the database's files; it must be on a disk, because in memory a commit costs nothing */
export async function openRig(parent: string): Promise<Rig> {
  await mkdir(parent, { recursive: true });
  const folder = await mkdtemp(join(parent, 'rig-'));
  const embedded = await startEmbedded({
    dataDir: join(folder, 'data'),
    log: () => {},
    // For the 64 connections of each design besides those of the server. All other settings are the product's.
    parameters: { max_connections: '250' },
  });
  const { config, appConfig, workerConfig, consoleConfig } = embedded;
  await migrate(config);
  const owner = openDatabase(config, 4);
  await createPlayers(owner, players);
  const startServerAs: Rig['startServer'] = (name, settings) =>
    startServer(join(folder, name), {
      DATABASE_URL: urlOf(appConfig),
      WORKER_DATABASE_URL: urlOf(workerConfig),
      DATABASE_OWNER_URL: urlOf(config),
      // The measurements create and settle the draws themselves.
      ROLES: 'web',
      // The keys of the draws that the measurements create.
      ...keySettings,
      ...settings,
    });
  const server = await startServerAs('server', { RATE_LIMIT_SCALE: '10000' });

  const pidFile = await readFile(join(folder, 'data', 'postgres', 'postmaster.pid'), 'utf8');
  const databasePid = Number(pidFile.split('\n', 1)[0]);

  let closing: Promise<void> | undefined;
  const close = () => (closing ??= closeAll());

  async function closeAll(): Promise<void> {
    await server.end('SIGINT');
    await owner.end();
    await embedded.stop();
    await rm(folder, { recursive: true, force: true });
  }

  return {
    folder,
    config,
    appConfig,
    workerConfig,
    consoleConfig,
    owner,
    databasePid,
    server,
    players,
    startServer: startServerAs,
    close,
  };
}

export function urlOf({ user, host, database }: ConnectionConfig): string {
  return `postgres://${user}@localhost/${database}?host=${host}`;
}

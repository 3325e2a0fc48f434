import pg from 'pg';
import { connect, type Database } from '#database/connect.ts';
import { findEmbedded } from '#database/embedded.ts';
import { startServer, type ServerProcess } from './server.ts';

export interface HeldUpDemo {
  readonly server: ServerProcess;
  readonly owner: Database;
  /** Lets the month be written. */
  readonly letGo: () => Promise<void>;
}

/** A demonstration that has no month of play yet, and may not write one. */
export async function startHeldUpDemo(dataDir: string, settings: Record<string, string>): Promise<HeldUpDemo> {
  const server = await startServer(dataDir, { DEMO_MONTH: 'on', WEB_PROCESSES: '1', ...settings });
  const config = (await findEmbedded(dataDir))!;
  const owner = connect({ config, applicationName: 'izi test owner', max: 2 });
  // The connection is not of the pool, which lets no transaction be idle for long. When the server is killed, it ends
  // by itself.
  const holder = new pg.Client(config);
  holder.on('error', () => {});
  await holder.connect();
  await holder.query('begin; lock table mutex.demo_month in exclusive mode');
  return { server, owner, letGo: () => holder.end() };
}

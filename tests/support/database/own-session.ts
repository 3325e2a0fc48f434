import pg from 'pg';
import type { ConnectionConfig } from '#database/connect.ts';

/** One session, which nothing replaces. Where a test fails before its end, the clean-up ends the session, and that is no error of its own. */
export async function connectClient(config: ConnectionConfig): Promise<pg.Client> {
  const client = new pg.Client({ ...config });
  client.on('error', () => {});
  await client.connect();
  return client;
}

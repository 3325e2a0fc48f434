import pg from 'pg';
import type { ConnectionConfig } from '#database/connect.ts';

/** The database that holds what the migrations create, and nothing else; each test's database is a copy of it. */
export const templateDatabase = 'template_izi';

/** Runs one statement on a separate connection. */
export async function query(config: ConnectionConfig, sql: string): Promise<void> {
  const client = new pg.Client(config);
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

// Writes the SQL that comes from elsewhere: the rights of operators and the kinds of requests from their tables in the contract, with
// docs/rights.md; then database/schema.sql from a database that the migrations and functions have just created. `npm run schema` runs it.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '#database/connect.ts';
import { describeSchema } from '#database/describe.ts';
import { startEmbedded } from '#database/embedded.ts';
import { migrate } from '#database/migrate.ts';
import { rightsPage } from './schema/rights-page.ts';
import { kindsSql, rightsSql } from './schema/rights-sql.ts';

const functions = join(import.meta.dirname, '../database/functions/console');
await writeFile(join(functions, 'rights.sql'), rightsSql());
await writeFile(join(functions, 'kinds.sql'), kindsSql());
await writeFile(join(import.meta.dirname, '../docs/rights.md'), rightsPage());

const folder = await mkdtemp(join(tmpdir(), 'izi-schema-'));
try {
  const embedded = await startEmbedded({ dataDir: folder, log: () => {} });
  try {
    await migrate(embedded.config);
    const db = connect({ config: embedded.config, applicationName: 'izi schema', max: 1 });
    const schema = await describeSchema(db);
    await db.end();
    await writeFile(join(import.meta.dirname, '../database/schema.sql'), schema);
  } finally {
    await embedded.stop();
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

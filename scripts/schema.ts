// Writes database/schema.sql again, from a database that the migrations and functions just created: `npm run schema`.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '#database/connect.ts';
import { describeSchema } from '#database/describe.ts';
import { startEmbedded } from '#database/embedded.ts';
import { migrate } from '#database/migrate.ts';

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

import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { connect } from '#database/connect.ts';
import { migrate } from '#database/migrate.ts';
import { debian15, startOwnPostgres } from './support/database/own-postgres.ts';
import { makeFolder } from './support/temporary.ts';

// postgres-15.long.test.ts plays a whole story on it.
test('the migrations and functions run on PostgreSQL 15', async (context) => {
  if (!existsSync(join(debian15, 'postgres'))) {
    console.warn('✗ SKIPPED: PostgreSQL 15 is only tested where it is installed: apt-get install postgresql-15');
    return context.skip();
  }
  const folder = await makeFolder('izi-postgres-15-');
  const postgres = await startOwnPostgres(debian15, folder, { fsync: 'off' });
  const owner = connect({ config: postgres.config, applicationName: 'izi test owner', max: 1 });
  try {
    await migrate(postgres.config);
    const [server] = await owner.query<{ version: string }>(`select current_setting('server_version_num') as version`);
    expect(server!.version).toMatch(/^15/);
  } finally {
    await owner.end();
    await postgres.stop();
    await rm(folder, { recursive: true });
  }
});

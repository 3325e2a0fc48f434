import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect, type Database } from '#database/connect.ts';
import { describeSchema } from '#database/describe.ts';
import { EmbeddedError, findEmbedded, startEmbedded, versionFile } from '#database/embedded.ts';
import { migrate } from '#database/migrate.ts';
import { readSchemaFiles, refuseStart } from '#database/schema-files.ts';
import { findBackup, writeManifest } from '#scripts/backup/manifest.ts';
import { restoreBackup } from '#scripts/backup/restore-backup.ts';
import { runMigrate } from '#scripts/migrate/run-migrate.ts';
import { runOperator } from '#scripts/operator/run-operator.ts';
import { createEmptyDatabase } from '#tests/support/database/database.ts';
import { settingsFor } from '#tests/support/database/line.ts';
import { failToStart } from '#tests/support/site/server.ts';
import { makeFolder } from '#tests/support/temporary.ts';

// Version 1.0 begins with new tables. What version 0.1 left is refused in one sentence and stays as it is.

describe('a database of 0.1', () => {
  const sentence =
    'the database is of version 0.1, which this version cannot read; nothing in it was changed. Name another database';
  let server: Awaited<ReturnType<typeof createEmptyDatabase>>;
  let owner: Database;

  beforeAll(async () => {
    server = await createEmptyDatabase();
    owner = connect({ config: server.config, applicationName: 'izi test owner', max: 1 });
    // Its record of migrations as version 0.1.0 wrote it, and a table with money.
    await owner.query(`
      create table migration (
        number integer primary key, name text not null, checksum text not null, applied_at timestamptz not null default now()
      );
      create table function_set (
        id integer generated always as identity primary key, checksum text not null, applied_at timestamptz not null default now()
      );
      insert into migration (number, name, checksum) values
        (1, '0001-ledger.sql', 'df28a64aca540baeaeb74376778fff4d10b7974215333ff2254219181c15e0da'),
        (2, '0002-identity.sql', '6ce880c68563e09c1e0fc965d0fb2dd60a09d79c4eeb39e311d6b2321d975bf3');
      create table wallet (client_id bigint primary key, dep bigint not null);
      insert into wallet values (1, 50000)`);
  });
  afterAll(async () => {
    await owner.end();
    await server.drop();
  });

  /** Its schema, its rows, and the settings of logins in it. */
  const read = async () => ({
    schema: await describeSchema(owner),
    rows: await owner.query(
      `select to_jsonb(m)::text as row from migration m union all select to_jsonb(w)::text from wallet w`,
    ),
    settings: await owner.query(
      `select setrole::regrole::text as role, setconfig from pg_db_role_setting
       where setdatabase = (select oid from pg_database where datname = current_database())`,
    ),
  });

  test('is neither migrated nor changed, also when nobody else uses it', async () => {
    const before = await read();
    await expect(migrate(server.config)).rejects.toThrow(sentence);
    await expect(migrate(server.config, { alone: true })).rejects.toThrow(sentence);
    expect(await read()).toEqual(before);
  });

  test('is refused by every command', async () => {
    const before = await read();
    const said: string[] = [];
    const print = (line: string) => void said.push(line);
    const env = { MODE: 'production', DATABASE_OWNER_URL: settingsFor(server.config).DATABASE_OWNER_URL };
    expect(await runMigrate(env, print, print)).toBe(1);
    expect(await runOperator(['add', 'ama', '--roles', 'admin'], env, print, print)).toBe(1);
    expect(said).toEqual([`✗ ${sentence}`, `✗ ${sentence}`]);
    expect(await read()).toEqual(before);
  });

  test('lets no process start', async () => {
    expect(await refuseStart(owner, await readSchemaFiles())).toBe(sentence);
  });

  test('is recognized by a name that no migration has from 1.0 on', async () => {
    const { migrations } = await readSchemaFiles();
    expect(migrations.map(({ name }) => name)).not.toContain('0001-ledger.sql');
  });
});

describe('a data folder of 0.1', () => {
  let root: string;
  let dataDir: string;
  let sentence: string;

  beforeAll(async () => {
    root = await makeFolder('izi-version-0.1-');
    dataDir = join(root, 'data');
    await (await startEmbedded({ dataDir, log: () => {} })).stop();
    // The version of 0.1 wrote everything but this.
    await rm(join(dataDir, 'postgres', versionFile));
    sentence =
      `${join(dataDir, 'postgres')} holds a database of version 0.1, which this version cannot read; nothing in it was changed. ` +
      'Move the folder away, or set DATA_DIR to another one';
  });
  afterAll(() => rm(root, { recursive: true, force: true }));

  /** Every file and folder with its content and the time of its last change. */
  async function readAll(): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    for (const entry of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      const { mtimeMs, uid, mode } = await stat(path);
      const content = entry.isFile()
        ? createHash('sha256')
            .update(await readFile(path))
            .digest('hex')
        : '';
      found.set(path, `${mtimeMs} ${uid} ${mode} ${content}`);
    }
    return found;
  }

  test('is refused before anything in it is touched', async () => {
    const before = await readAll();
    expect(before.size).toBeGreaterThan(500);
    await expect(startEmbedded({ dataDir, log: () => {} })).rejects.toThrow(new EmbeddedError(sentence));
    await expect(findEmbedded(dataDir)).rejects.toThrow(new EmbeddedError(sentence));
    expect(await readAll()).toEqual(before);
  });

  test('is refused by a demonstration in one plain line, and stays as it is', async () => {
    const before = await readAll();
    const { code, said } = await failToStart(dataDir, { PORT: '0' });
    expect({ code, said }).toEqual({ code: 1, said: `✗ ${sentence}` });
    expect(await readAll()).toEqual(before);
  });

  test('is not restored from its backup', async () => {
    const backup = join(root, 'izi-20261122T140509Z');
    await mkdir(backup);
    await cp(join(dataDir, 'postgres', 'PG_VERSION'), join(backup, 'postgres', 'PG_VERSION'));
    await writeManifest(backup, {
      format: 1,
      moment: '2026-11-22T14:05:09.000Z',
      postgres: '18',
      systemIdentifier: '1',
      folders: ['postgres'],
      files: [{ path: 'postgres/PG_VERSION', bytes: 3, sha256: '0'.repeat(64) }],
    });
    const target = join(root, 'target');
    await expect(restoreBackup(await findBackup(backup), target, () => {})).rejects.toThrow(
      `${backup} is a backup of version 0.1, which this version cannot read`,
    );
    await expect(stat(target)).rejects.toThrow('ENOENT');
  });
});

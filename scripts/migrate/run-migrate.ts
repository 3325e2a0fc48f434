import { findDatabase } from '#scripts/database/find-database.ts';
import { readMigration } from '#server/config.ts';
import { prepareDatabase } from '#server/prepare-database.ts';

type Print = (line: string) => void;

/**
 * Brings the database that the settings name to this version, as the owner of its tables: `DATABASE_OWNER_URL`, else `DATABASE_URL`,
 * else the embedded one in `DATA_DIR`. `MODE` says what the database belongs to, `BEACON…` the beacon of its draws, and
 * `SECOND_OPINION…` whether they wait for the second opinion. No other setting is read, and none of the keys.
 *
 * @returns the exit code: 0 when the database is up to date, 1 when it is refused
 */
export async function runMigrate(
  env: Readonly<Record<string, string | undefined>>,
  print: Print,
  printError: Print,
): Promise<number> {
  try {
    const site = readMigration(env);
    const { config, release } = await findDatabase(env, print);
    try {
      const applied = await prepareDatabase(config, site);
      for (const name of applied.filter((file) => /^\d{4}-/.test(file))) print(`· ${name}`);
      print(applied.length > 0 ? '✓ The database is migrated to this version' : '✓ The database is up to date');
      return 0;
    } finally {
      await release();
    }
  } catch (error) {
    printError(`✗ ${(error as Error).message}`);
    return 1;
  }
}

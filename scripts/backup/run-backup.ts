import { parseArgs } from 'node:util';
import pg from 'pg';
import { EmbeddedError } from '#database/embedded.ts';
import { findDatabase } from '#scripts/database/find-database.ts';
import { ConfigError, readSecret } from '#server/config.ts';
import { BackupError } from './error.ts';
import { inMegabytes } from './copy-files.ts';
import { takeBackup } from './take-backup.ts';

type Print = (line: string) => void;
type Environment = Readonly<Record<string, string | undefined>>;

const usage = `npm run backup -- <folder> [--keep <number>]

  folder  for the backups of this database, and nothing else
  --keep  how many backups to keep (default 7): older ones are deleted once a new one is complete

Backs up the embedded database in DATA_DIR, with the secrets beside it, whether its server is running or not.
Ends with 0, and with 1 when there is no new backup.`;

const defaultKeep = 7;

/** The backup command; returns its exit code. */
export async function runBackup(args: string[], env: Environment, print: Print, printError: Print): Promise<number> {
  const asked = readArguments(args);
  if (asked === null) {
    printError(usage);
    return 1;
  }
  try {
    if (isElsewhere(env)) throw new BackupError(elsewhere);
    const { config, release } = await findDatabase(env, print);
    try {
      const startedAt = performance.now();
      const dataDir = env['DATA_DIR']?.trim() || './data';
      const { folder, manifest } = await takeBackup({ ...asked, config, dataDir, print });
      const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0);
      const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
      print(`✓ ${folder} (${inMegabytes(bytes)} MB, ${seconds} s)`);
      print(
        `  It holds everything that was acknowledged before ${manifest.moment}, and the secrets: guard it like the database.`,
      );
      return 0;
    } finally {
      await release();
    }
  } catch (error) {
    if (!isPlain(error)) throw error;
    printError(`✗ ${error.message}`);
    return 1;
  }
}

function readArguments(args: string[]): { into: string; keep: number } | null {
  try {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { keep: { type: 'string' } } });
    const [into, ...rest] = positionals;
    const keep = values.keep === undefined ? defaultKeep : Number(values.keep);
    if (!into || rest.length > 0 || !Number.isSafeInteger(keep) || keep < 1) return null;
    return { into, keep };
  } catch {
    return null;
  }
}

const elsewhere =
  'DATABASE_URL names a server of your own, which has better tools for this: docs/machines.md has pgBackRest. ' +
  'This command is for the embedded database';

/** Whether the settings name another database than the embedded one. */
function isElsewhere(env: Environment): boolean {
  return (readSecret('DATABASE_OWNER_URL', env) || readSecret('DATABASE_URL', env)) !== '';
}

/** Errors whose message is for the person who asked. Those of the database are too: it ended meanwhile, or it refuses. */
export function isPlain(error: unknown): error is Error {
  if (error instanceof BackupError || error instanceof EmbeddedError || error instanceof ConfigError) return true;
  return (
    error instanceof pg.DatabaseError || (error instanceof Error && error.message.startsWith('Connection terminated'))
  );
}

import { parseArgs } from 'node:util';
import { findBackup } from './manifest.ts';
import { restoreBackup } from './restore-backup.ts';
import { isPlain } from './run-backup.ts';

type Print = (line: string) => void;

const usage = `npm run restore -- <folder>

  folder  a backup, or a folder of backups: then the newest of them

Puts the backup into DATA_DIR, which must not have a database. Ends with 0, and with 1 when nothing was restored.`;

/** The restore command; returns its exit code. */
export async function runRestore(
  args: string[],
  env: Readonly<Record<string, string | undefined>>,
  print: Print,
  printError: Print,
): Promise<number> {
  const folder = readFolder(args);
  if (folder === null) {
    printError(usage);
    return 1;
  }
  try {
    const startedAt = performance.now();
    const dataDir = env['DATA_DIR']?.trim() || './data';
    const backup = await findBackup(folder);
    await restoreBackup(backup, dataDir, print);
    print(`✓ ${backup.folder} is in ${dataDir} (${((performance.now() - startedAt) / 1_000).toFixed(1)} s)`);
    print(
      `  Data acknowledged after ${backup.manifest.moment} is not in it: docs/machines.md says what to do about that before you start.`,
    );
    return 0;
  } catch (error) {
    if (!isPlain(error)) throw error;
    printError(`✗ ${error.message}`);
    return 1;
  }
}

function readFolder(args: string[]): string | null {
  try {
    const { positionals } = parseArgs({ args, allowPositionals: true, options: {} });
    return positionals.length === 1 ? positionals[0]! : null;
  } catch {
    return null;
  }
}

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { DaySums } from './compare.ts';

const project = join(import.meta.dirname, '../..');

/**
 * The second opinion's figures of the same days, by a process of its own on the same database.
 *
 * @param dataDir of the embedded database, which is running
 * @returns null where this site has no second opinion
 */
export async function askSecondOpinion(
  dataDir: string,
  { from, to, zone }: { readonly from: string; readonly to: string; readonly zone: string },
): Promise<DaySums[] | null> {
  const program = join(project, 'scripts/second-opinion.ts');
  if (!existsSync(join(project, 'second-opinion')) || !existsSync(program)) return null;
  const period = ['--from', from, '--to', to, '--zone', zone];
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [program, '--figures', ...period, '--by', 'finished', '--no-note', '--json'],
    { env: { ...process.env, DATA_DIR: dataDir }, maxBuffer: 64 * 1_024 * 1_024 },
  );
  const lines = stdout.split('\n').filter((line) => line.startsWith('{'));
  return lines.map((line) => {
    const { day, stakes, won, payouts, byType } = JSON.parse(line) as DaySums & {
      readonly byType: Readonly<Record<string, { readonly tickets: number }>>;
    };
    // The second opinion also counts the tickets of void draws.
    const tickets = Object.values(byType).reduce((sum, type) => sum + type.tickets, 0);
    return { day, tickets, stakes, won, payouts };
  });
}

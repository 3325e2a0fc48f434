import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { connect, type ConnectionConfig, type Database } from '#database/connect.ts';
import { startEmbedded } from '#database/embedded.ts';
import { migrate } from '#database/migrate.ts';
import { quicknet, readBeaconChain, type BeaconChain } from '#domain/fair-draw/beacon.ts';
import { findBackup } from '#scripts/backup/manifest.ts';
import { restoreBackup } from '#scripts/backup/restore-backup.ts';
import { isPlain } from '#scripts/backup/run-backup.ts';
import { checkMonths } from '#scripts/months/check-months.ts';
import { conclusionLine } from '#scripts/verify/lines.ts';
import { verifyWholeSite } from '#scripts/verify/verify-site.ts';
import { readClosedMonths } from '#server/reconciliation/close-month.ts';
import { reconcile } from '#server/reconciliation/reconcile.ts';
import { siteOfDatabase } from './site-of-database.ts';

type Print = (line: string) => void;

const usage = `npm run rehearse-restore -- <folder> [--in <folder>] [--beacon-chain <file>]
npm run rehearse-restore -- --database <address> [--beacon-chain <file>]

  folder          a backup of npm run backup, or a folder of them: then the newest
  --in            where to restore it for the rehearsal, in place of the folder for temporary files
  --database      a database that was restored already, such as by pgBackRest: postgres://owner@host/izi
  --beacon-chain  a drand chain to trust besides quicknet, as its /info describes it

Restores the backup beside the real database, reconciles all the books, reads closed months again and verifies all draws, and says how old the newest movement of money
is and how long it took. What it restored is removed again. Ends with 0, with 1 when something is wrong with what was restored,
and with 2 when that could not be determined.`;

const whole = 0;
const wrong = 1;
const undetermined = 2;

/** A pass over everything of many years takes long. */
const statementTimeoutMs = 4 * 60 * 60 * 1_000;

interface Rehearsal {
  readonly folder: string | undefined;
  readonly database: string | undefined;
  readonly within: string;
  readonly chains: readonly BeaconChain[];
}

/** The rehearsal of a restore; returns its exit code. */
export async function runRehearsal(args: string[], print: Print, printError: Print): Promise<number> {
  const asked = await readArguments(args);
  if (asked === null) {
    printError(usage);
    return undetermined;
  }
  const startedAt = performance.now();
  try {
    const restored = await restore(asked, print);
    try {
      const restoredIn = performance.now() - startedAt;
      const found = await check(restored.config, asked.chains, print);
      tellTimes(found.age, restoredIn, performance.now() - startedAt, print);
      return found.whole ? whole : wrong;
    } finally {
      await restored.remove();
    }
  } catch (error) {
    if (!isPlain(error) && (error as NodeJS.ErrnoException).code === undefined) throw error;
    printError(`✗ ${(error as Error).message}`);
    return undetermined;
  }
}

async function readArguments(args: string[]): Promise<Rehearsal | null> {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { database: { type: 'string' }, in: { type: 'string' }, 'beacon-chain': { type: 'string' } },
    });
    const [folder, ...rest] = positionals;
    if (rest.length > 0 || (folder === undefined) === (values.database === undefined)) return null;
    const chainFile = values['beacon-chain'];
    const own = chainFile === undefined ? [] : [readBeaconChain(JSON.parse(await readFile(chainFile, 'utf8')))];
    return { folder, database: values.database, within: values.in ?? tmpdir(), chains: [quicknet, ...own] };
  } catch {
    return null;
  }
}

interface Restored {
  readonly config: ConnectionConfig;
  readonly remove: () => Promise<void>;
}

async function restore({ folder, database, within }: Rehearsal, print: Print): Promise<Restored> {
  if (database !== undefined) return { config: { connectionString: database }, remove: async () => {} };
  const backup = await findBackup(folder!);
  const dataDir = await mkdtemp(join(within, 'izi-rehearsal-'));
  try {
    await restoreBackup(backup, dataDir, print);
    print('· Replaying the log');
    const embedded = await startEmbedded({ dataDir, log: (message) => print(`· ${message}`) });
    return {
      config: embedded.config,
      async remove() {
        await embedded.stop();
        await rm(dataDir, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await rm(dataDir, { recursive: true, force: true });
    throw error;
  }
}

interface Found {
  readonly whole: boolean;
  /** How old the newest movement of money is, in milliseconds; null where none was ever moved. */
  readonly age: number | null;
}

async function check(config: ConnectionConfig, chains: readonly BeaconChain[], print: Print): Promise<Found> {
  // Migrates like the next start would: a backup of an older version gets this version's tables.
  await migrate(config, { alone: true });
  const db = connect({ config, applicationName: 'izi rehearse', max: 4, statementTimeoutMs });
  try {
    const [newest] = await db.query<{ age: number | null }>(
      `select (extract(epoch from clock_timestamp() - max(at)) * 1000)::double precision as age from posting`,
    );
    const booksAgree = await checkBooks(db, print);
    return { whole: (await checkDraws(db, chains, print)) && booksAgree, age: newest!.age };
  } finally {
    await db.end();
  }
}

async function checkBooks(db: Database, print: Print): Promise<boolean> {
  const { mismatches, tookMs } = await reconcile(db, 'full');
  for (const { check, subject, id, detail } of mismatches)
    print(`  ${check}: ${subject} ${id} ${JSON.stringify(detail)}`);
  if (mismatches.length > 0)
    print(`✗ The books do not agree, mismatches found: ${mismatches.length} (${inWords(tookMs)})`);
  else print(`✓ The books agree (${inWords(tookMs)})`);
  return (await checkMonths(db, await readClosedMonths(db), print)) && mismatches.length === 0;
}

async function checkDraws(db: Database, chains: readonly BeaconChain[], print: Print): Promise<boolean> {
  const startedAt = performance.now();
  let count = 0;
  for await (const report of verifyWholeSite({ site: siteOfDatabase(db), chains, relays: [], onStep: () => {} })) {
    count += 1;
    if (report.lie) {
      print(`✗ ${conclusionLine(report)}`);
      return false;
    }
  }
  print(`✓ All ${count} sealed draws verify (${inWords(performance.now() - startedAt)})`);
  return true;
}

function tellTimes(age: number | null, restoredIn: number, tookMs: number, print: Print): void {
  print(
    age === null
      ? '· No money was ever moved'
      : `· The newest movement of money was ${inWords(age)} ago: later data is lost (RPO)`,
  );
  print(
    `· It took ${inWords(tookMs)} to restore and check everything, ${inWords(restoredIn)} of it until the database answered (RTO)`,
  );
}

/** Such as `4.2 s` or `2 h 5 min`. */
function inWords(ms: number): string {
  const seconds = ms / 1_000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${Math.floor(seconds % 60)} s`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} days`;
}

import { connect, type Database } from '#database/connect.ts';
import { findDatabase } from '#scripts/database/find-database.ts';
import { checkAudit, type AuditReport } from './check-audit.ts';

type Print = (line: string) => void;

const usage = `npm run audit                  checks every line of the audit, its signatures, and acts against the tables
npm run audit -- --head <hash> checks besides that the line with this hash is there; any number of them`;

/** The chain of many years is read in parts, and each is quick. */
const statementTimeoutMs = 10 * 60_000;

/**
 * Checks the audit in the database that the settings name: `DATABASE_OWNER_URL`, else `DATABASE_URL`, else the embedded one in
 * `DATA_DIR`. It reads tables alone and trusts no function in the database.
 *
 * @returns the exit code: 0 when all is right, 1 when something is not, 2 when that could not be determined
 */
export async function runAudit(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  print: Print,
  printError: Print,
): Promise<number> {
  const heads = readHeads(args);
  if (heads === null) {
    printError(usage);
    return 2;
  }
  try {
    return await withDatabase(env, print, async (db) => {
      const report = await checkAudit(db, heads);
      return tell(report, print);
    });
  } catch (error) {
    printError(`✗ ${(error as Error).message}`);
    return 2;
  }
}

/** The hashes that were kept, in small letters; null where the arguments are not understood. */
function readHeads(args: readonly string[]): string[] | null {
  const heads: string[] = [];
  for (let at = 0; at < args.length; at += 2) {
    const hash = args[at + 1]?.toLowerCase();
    if (args[at] !== '--head' || hash === undefined || !/^[0-9a-f]{64}$/.test(hash)) return null;
    heads.push(hash);
  }
  return heads;
}

async function withDatabase(
  env: Readonly<Record<string, string | undefined>>,
  print: Print,
  work: (db: Database) => Promise<number>,
): Promise<number> {
  const { config, release } = await findDatabase(env, print);
  const db = connect({
    config,
    applicationName: 'izi audit',
    max: 2,
    statementTimeoutMs,
    // Between two parts, signatures are checked.
    idleInTransactionTimeoutMs: statementTimeoutMs,
  });
  try {
    return await work(db);
  } finally {
    await db.end();
    await release();
  }
}

function tell({ lines, head, signedHeads, requests, looks, kinds, faults, found }: AuditReport, print: Print): number {
  print(`· ${lines} lines; the last one has the hash ${head}`);
  print(
    `· ${signedHeads} signed heads, ${requests} requests, ${kinds} kinds of acts that take two, the looks of ${looks} days`,
  );
  for (const { hash, number } of found) {
    if (number !== null)
      print(`✓ line ${number} has the hash ${hash} that was kept: no line up to it was changed since`);
  }
  for (const { number, because } of faults.slice(0, mostFaults)) {
    print(number === null ? `✗ ${because}` : `✗ line ${number}: ${because}`);
  }
  if (faults.length > mostFaults) print(`✗ and ${faults.length - mostFaults} more`);
  const first = faults.find(({ number }) => number !== null);
  if (faults.length === 0) print('✓ The audit is intact');
  else if (first) print(`✗ The first line that is wrong is line ${first.number}`);
  return faults.length === 0 ? 0 : 1;
}

const mostFaults = 20;

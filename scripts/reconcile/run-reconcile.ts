import type { Database } from '#database/connect.ts';
import { withDatabase } from '#scripts/database/find-database.ts';
import { checks } from '#server/reconciliation/checks.ts';
import { reconcile, type Pass } from '#server/reconciliation/reconcile.ts';

type Print = (line: string) => void;

const usage = `npm run reconcile              checks everything
npm run reconcile -- --recent  checks what happened since the last check
npm run reconcile -- --resume  checks everything and, if it finds nothing, resumes withdrawals`;

/** A full pass over many years may take long; it blocks nobody. */
const statementTimeoutMs = 4 * 60 * 60 * 1_000;

/**
 * Reconciles the books of the database that the settings name: `DATABASE_OWNER_URL`, else `DATABASE_URL`, else the embedded
 * one in `DATA_DIR`, whether its server is running or not.
 *
 * @returns the exit code: 0 when everything agrees, 1 when something does not, 2 when that could not be determined
 */
export async function runReconcile(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  print: Print,
  printError: Print,
): Promise<number> {
  const [option, ...rest] = args;
  if (rest.length > 0 || (option !== undefined && option !== '--recent' && option !== '--resume')) {
    printError(usage);
    return 2;
  }
  try {
    const settings = { applicationName: 'izi reconcile', max: 2, statementTimeoutMs };
    return await withDatabase(env, print, settings, async (db) => {
      const pass = await look(db, option === '--recent' ? 'recent' : 'full', print);
      if (pass.mismatches.length > 0) return 1;
      return option === '--resume' ? resume(db, print) : 0;
    });
  } catch (error) {
    printError(`✗ ${(error as Error).message}`);
    return 2;
  }
}

async function look(db: Database, scope: 'recent' | 'full', print: Print): Promise<Pass> {
  const promises = new Map(checks.map(({ name, promise }) => [name, promise]));
  const pass = await reconcile(db, scope, {
    onCheck: (name, found, tookMs) =>
      print(`${found === 0 ? '✓' : '✗'} ${promises.get(name)} (${(tookMs / 1_000).toFixed(1)} s)`),
  });
  for (const { check, subject, id, detail } of pass.mismatches) {
    print(`  ${check}: ${subject} ${id} ${JSON.stringify(detail)}`);
  }
  const seconds = (pass.tookMs / 1_000).toFixed(1);
  if (pass.mismatches.length === 0) print(`✓ The books agree (${pass.scope}, ${seconds} s)`);
  else print(`✗ Mismatches found: ${pass.mismatches.length} (${pass.scope}, ${seconds} s). Withdrawals are stopped.`);
  return pass;
}

async function resume(db: Database, print: Print): Promise<number> {
  const [row] = await db.query<{ resumed: boolean }>('select resume_withdrawals() as resumed');
  if (!row!.resumed) {
    print('✗ A mismatch was found meanwhile: withdrawals stay as they are.');
    return 1;
  }
  print('✓ Withdrawals are accepted again.');
  return 0;
}

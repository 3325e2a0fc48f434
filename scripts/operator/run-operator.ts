import { createHash, randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { operatorRoles } from '#contract/operator/roles.ts';
import { connect, type Database } from '#database/connect.ts';
import { findDatabase } from '#scripts/database/find-database.ts';

type Print = (line: string) => void;

const usage = `npm run operator -- add <name> --roles <roles>  makes an operator, and shows the token once
npm run operator -- list                        shows all operators
npm run operator -- disable <name>              lets an operator do nothing any more

A name is 2 to 40 of a-z, 0-9, "." and "-". Roles: ${operatorRoles.join(', ')}; at most two, with a comma between them;
auditor and admin stand alone.`;

const tokenBytes = 32;

/**
 * Makes, lists and disables operators in the database that the settings name, as the owner of its tables: see `findDatabase`.
 *
 * @returns the exit code: 0 when it is done, 1 when the database refuses it, 2 when the command is not understood
 */
export async function runOperator(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  print: Print,
  printError: Print,
): Promise<number> {
  const act = readCommand(args);
  if (act === null) {
    printError(usage);
    return 2;
  }
  try {
    const { config, release } = await findDatabase(env, print);
    const db = connect({ config, applicationName: 'izi operator', max: 1 });
    try {
      return (await act(db, print)) ? 0 : 1;
    } finally {
      await db.end();
      await release();
    }
  } catch (error) {
    printError(`✗ ${explain(error as Error & { constraint?: string })}`);
    return 1;
  }
}

/** Resolves to false when there was nothing to do. */
type Act = (db: Database, print: Print) => Promise<boolean>;

function readCommand(args: readonly string[]): Act | null {
  const parsed = tryParse(args);
  if (parsed === null) return null;
  const [command, name, ...rest] = parsed.positionals;
  const { roles } = parsed.values;
  if (rest.length > 0) return null;
  if (command === 'list' && name === undefined) return listOperators;
  if (command === 'disable' && name !== undefined) return (db, print) => disable(db, print, name);
  if (command !== 'add' || name === undefined || roles === undefined) return null;
  const wanted = roles.split(',').map((role) => role.trim());
  if (wanted.some((role) => !(operatorRoles as readonly string[]).includes(role))) return null;
  return (db, print) => add(db, print, name, wanted);
}

function tryParse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: { roles: { type: 'string' } }, allowPositionals: true });
  } catch {
    return null;
  }
}

async function add(db: Database, print: Print, name: string, roles: readonly string[]): Promise<boolean> {
  const token = randomBytes(tokenBytes).toString('base64url');
  const [row] = await db.query<{ approves_from: Date }>(
    `insert into console.operator (name, roles, token_hash) values ($1, $2::text[]::console.role[], $3) returning approves_from`,
    [name, roles, createHash('sha256').update(token).digest()],
  );
  print(`✓ ${name} is an operator: ${roles.join(', ')}`);
  print(`  Token, shown this once: ${token}`);
  print(`  ${name} approves requests of others from ${row!.approves_from.toISOString()} on`);
  return true;
}

async function listOperators(db: Database, print: Print): Promise<boolean> {
  const operators = await db.query<{ name: string; roles: string[]; created_at: Date; disabled_at: Date | null }>(
    'select name, roles::text[] as roles, created_at, disabled_at from console.operator order by name',
  );
  for (const { name, roles, created_at, disabled_at } of operators) {
    const until = disabled_at === null ? '' : `, disabled ${disabled_at.toISOString()}`;
    print(`${name}: ${roles.join(', ')}, since ${created_at.toISOString()}${until}`);
  }
  if (operators.length === 0) print('There are no operators yet.');
  return true;
}

async function disable(db: Database, print: Print, name: string): Promise<boolean> {
  const disabled = await db.query(
    'update console.operator set disabled_at = clock_timestamp() where name = $1 and disabled_at is null returning id',
    [name],
  );
  print(disabled.length > 0 ? `✓ ${name} can do nothing any more` : `✗ There is no active operator ${name}`);
  return disabled.length > 0;
}

const explanations: Readonly<Record<string, string>> = {
  operator_name_once: 'There is an operator of that name. A name is never used again, because the audit holds it.',
  operator_name_is_plain: 'A name is 2 to 40 of a-z, 0-9, "." and "-", and begins with a letter.',
  operator_has_few_roles: 'At most two roles; auditor and admin stand alone.',
};

function explain({ constraint = '', message }: Error & { constraint?: string }): string {
  return explanations[constraint] ?? message;
}

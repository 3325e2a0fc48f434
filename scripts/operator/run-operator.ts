import { createHash, randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { operatorRoles } from '#contract/operator/roles.ts';
import { connect, type Database, type Transaction } from '#database/connect.ts';
import { findDatabase } from '#scripts/database/find-database.ts';

type Print = (line: string) => void;

type Environment = Readonly<Record<string, string | undefined>>;

const usage = `npm run operator -- add <name> --roles <roles>  adds an operator, and prints a link for them
npm run operator -- link <name>                 prints a new link for an operator, who then sets new passkeys
npm run operator -- list                        shows all operators
npm run operator -- disable <name>              disables an operator

A name is 2 to 40 of a-z, 0-9, "." and "-". Roles: ${operatorRoles.join(', ')}; at most two, with a comma between them;
auditor and admin cannot be combined with another role. A link is valid for 15 minutes, once.

Once two admins are active, they add operators in the console, which takes two people each time. --emergency makes a link
anyway: the audit and the alarms show it to everybody.`;

/**
 * Makes, lists and disables operators in the database that the settings name, as the owner of its tables: see `findDatabase`. The
 * link leads to CONSOLE_URL.
 *
 * @returns the exit code: 0 when it is done, 1 when it is refused, 2 when the command is not understood
 */
export async function runOperator(
  args: readonly string[],
  env: Environment,
  print: Print,
  printError: Print,
): Promise<number> {
  const act = readCommand(args, consoleUrlOf(env));
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

/** Finds the database in the same way as the server. */
function consoleUrlOf(env: Environment): string {
  const port = env['CONSOLE_PORT']?.trim() || String(Number(env['PORT']?.trim() || 3_000) + 1);
  return (env['CONSOLE_URL']?.trim() || `http://localhost:${port}`).replace(/\/+$/, '');
}

/** Resolves to false when there was nothing to do. */
type Act = (db: Database, print: Print) => Promise<boolean>;

function readCommand(args: readonly string[], consoleUrl: string): Act | null {
  const parsed = tryParse(args);
  if (parsed === null) return null;
  const [command, name, ...rest] = parsed.positionals;
  const { roles, emergency = false } = parsed.values;
  if (rest.length > 0 || (roles !== undefined && command !== 'add')) return null;
  if (emergency && command !== 'add' && command !== 'link') return null;
  if (command === 'list' && name === undefined) return listOperators;
  if (name === undefined) return null;
  if (command === 'disable') return (db, print) => disable(db, print, name);
  if (command === 'link') return (db, print) => link(db, print, { name, roles: null, emergency, consoleUrl });
  if (command !== 'add' || roles === undefined) return null;
  const wanted = roles.split(',').map((role) => role.trim());
  if (wanted.some((role) => !(operatorRoles as readonly string[]).includes(role))) return null;
  return (db, print) => link(db, print, { name, roles: wanted, emergency, consoleUrl });
}

function tryParse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: { roles: { type: 'string' }, emergency: { type: 'boolean' } },
      allowPositionals: true,
    });
  } catch {
    return null;
  }
}

interface Wanted {
  readonly name: string;
  /** The roles of a new operator; null for an existing one. */
  readonly roles: readonly string[] | null;
  readonly emergency: boolean;
  readonly consoleUrl: string;
}

function link(db: Database, print: Print, { name, roles, emergency, consoleUrl }: Wanted): Promise<boolean> {
  const token = randomBytes(32).toString('base64url');
  return db.transact(async (tx) => {
    const [row] = await tx.query<{ outcome: 'made' | 'needs_two' | 'not_there' }>(
      'select console.make_link_as_owner($1, $2::text[]::console.role[], $3, $4) as outcome',
      [name, roles, createHash('sha256').update(token).digest(), emergency],
    );
    switch (row!.outcome) {
      case 'needs_two':
        print(
          '✗ Two admins are active: they add operators and links in the console, which takes two people each time.',
        );
        print('  If nobody can sign in any more, use --emergency, which everybody will see.');
        return false;
      case 'not_there':
        print(`✗ There is no active operator ${name}`);
        return false;
      case 'made':
        if (roles !== null) print(`✓ ${name} is an operator: ${roles.join(', ')}`);
        print(`  Valid for 15 minutes, once: ${consoleUrl}/#join=${token}`);
        print(`  There ${name} sets two passkeys, and approves requests of others a day later`);
        if (emergency) print('  The audit records this as an emergency.');
        return true;
    }
  });
}

async function listOperators(db: Database, print: Print): Promise<boolean> {
  const operators = await db.query<{
    name: string;
    roles: string[];
    created_at: Date;
    active_at: Date | null;
    disabled_at: Date | null;
    passkeys: number;
  }>(
    `select name, roles::text[] as roles, created_at, active_at, disabled_at,
       (select count(*) from console.passkey p where p.operator_id = o.id and p.active_at is not null and p.removed_at is null) as passkeys
     from console.operator o order by name`,
  );
  for (const { name, roles, created_at, active_at, disabled_at, passkeys } of operators) {
    const keys = `${passkeys} ${passkeys === 1 ? 'passkey' : 'passkeys'}`;
    const state =
      disabled_at !== null
        ? `disabled ${disabled_at.toISOString()}`
        : active_at === null
          ? 'not in yet'
          : `in since ${active_at.toISOString()}`;
    print(`${name}: ${roles.join(', ')}, made ${created_at.toISOString()}, ${keys}, ${state}`);
  }
  if (operators.length === 0) print('There are no operators yet.');
  return true;
}

function disable(db: Database, print: Print, name: string): Promise<boolean> {
  return db.transact(async (tx: Transaction) => {
    const [row] = await tx.query<{ disabled: boolean }>('select console.disable_as_owner($1) as disabled', [name]);
    print(row!.disabled ? `✓ ${name} is disabled` : `✗ There is no active operator ${name}`);
    return row!.disabled;
  });
}

const explanations: Readonly<Record<string, string>> = {
  operator_name_once: 'There is an operator of that name. A name is never used again, because the audit holds it.',
  operator_is_somebody: 'The audit calls itself worker, console and owner. Take another name.',
  operator_name_is_plain: 'A name is 2 to 40 of a-z, 0-9, "." and "-", and begins with a letter.',
  operator_has_few_roles: 'At most two roles; auditor and admin cannot be combined with another.',
};

function explain({ constraint = '', message }: Error & { constraint?: string }): string {
  return explanations[constraint] ?? message;
}

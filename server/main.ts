import { mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import type { Logger } from 'pino';
import { connect, type ConnectionConfig, type Database } from '#database/connect.ts';
import { startEmbedded, type EmbeddedDatabase } from '#database/embedded.ts';
import { migrate } from '#database/migrate.ts';
import { createApp, type App } from './app.ts';
import { ConfigError, isConsoleOnly, readConfig, type Config } from './config.ts';
import { createConsole, type Console } from './console.ts';
import { demoClient, ensureDemoClient } from './demo.ts';
import { makeDemoMonth } from './demo-month/make-month.ts';
import { refuseKeys } from './fair-draw/check-keys.ts';
import { openDrawKeys } from './fair-draw/draw-keys.ts';
import { createLog } from './http/log.ts';
import { keepSecurityEvents } from './identity/clean-up.ts';
import { readTimetable } from './draws/timetable.ts';
import { keepWebhooks } from './payments/webhook.ts';
import { keepSecret } from './secrets.ts';
import { checkTimetable, claimDatabase, findExcessRights } from './start-checks.ts';

/** Of the console, which needs few connections, each for a moment. */
const consoleConnections = 6;
const consoleStatementTimeoutMs = 2_000;
const workerStatementTimeoutMs = 10 * 60_000;
/** Connecting takes milliseconds. A longer attempt began during a network failure, so it is better to start again. */
const connectTimeoutMs = 3_000;

/** What is running, so that it can be stopped in order, whatever happens. */
interface Running {
  app?: App;
  console?: Console;
  databases: Database[];
  embedded?: EmbeddedDatabase;
}

const running: Running = { databases: [] };

try {
  await start();
} catch (error) {
  console.error(`\n✗ ${explain(error)}`);
  await stop();
  process.exit(1);
}

async function start(): Promise<void> {
  const dataDir = process.env['DATA_DIR']?.trim() || './data';
  const config = readConfig(process.env, (name) => keepSecret(dataDir, name));
  const log = createLog(config.logLevel);
  stopOnSignals(log);
  if (config.roles.includes('web')) await requireFreePort(config);
  if (isConsoleOnly(config.roles)) console.log(await startConsole(config, operatorsConnection(config), log));
  else await startSite(config, log);
}

async function startSite(config: Config, log: Logger): Promise<void> {
  const { owner, app, operators } = await openDatabase(config);
  await migrate(owner, { alone: running.embedded !== undefined });
  await prepareDatabase(owner, config);
  const db = openPool(app, 'izi web', config.databaseConnections, log);
  const workerDb = openPool(app, 'izi worker', 8, log, { statementTimeoutMs: workerStatementTimeoutMs });
  await checkLogin(db, config.mode, log);
  const { timetable, warnings } = await checkTimetable(db, config.timetable, (await readTimetable(db)).at(-1));
  for (const warning of warnings) log.warn(warning);

  running.app = await createApp({ config, db, workerDb, log });
  // Before players are served: where the console fails to start, the whole process ends.
  const aboutConsole =
    config.consolePort === undefined ? null : await startConsole(config, operators, log, running.app.forget);
  const url = await running.app.listen();
  welcome(config, timetable.everyMinutes, url);
  if (aboutConsole !== null) console.log(aboutConsole);
}

/** Resolves, once it serves, to what the person who starts it is told about it. */
async function startConsole(
  config: Config,
  connection: ConnectionConfig,
  log: Logger,
  forget?: (clientId: number) => void,
): Promise<string> {
  const db = openPool(connection, 'izi console', consoleConnections, log, {
    role: 'izi_console',
    statementTimeoutMs: consoleStatementTimeoutMs,
  });
  const excess = await findExcessRights(db, 'izi_console');
  if (excess !== null && config.mode === 'production') {
    throw new ConfigError(
      `CONSOLE_DATABASE_URL logs in with more rights than the console needs: ${excess}. Make a user who is a member of izi_console and nothing else`,
    );
  }
  running.console = await createConsole({ config, db, log, ...(forget && { forget }) });
  try {
    const url = await running.console.listen();
    const ready = `✓ The operators’ console is ready at ${url}`;
    return config.mode === 'demo' ? `${ready}\n  Come in without a passkey: ${url}/#demo` : ready;
  } catch (error) {
    // The site can do without, unless somebody has said where it should be.
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || config.consolePortGiven) throw error;
    return `· Port ${config.consolePort} is taken, so there is no operators’ console. Set CONSOLE_PORT for one`;
  }
}

/** Checks that the port is free before the database starts, so that the most common mistake is reported at once. */
function requireFreePort({ host, port }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen({ host, port }, () => probe.close(() => resolve()));
  });
}

/** The connections of the owner of the tables, for migrations, and of the application. */
async function openDatabase(config: Config): Promise<Record<'owner' | 'app' | 'operators', ConnectionConfig>> {
  if (config.databaseUrl !== undefined) {
    return {
      owner: { connectionString: config.databaseOwnerUrl ?? config.databaseUrl },
      app: { connectionString: config.databaseUrl },
      operators: operatorsConnection(config),
    };
  }
  mkdirSync(config.dataDir, { recursive: true });
  running.embedded = await startEmbedded({ dataDir: config.dataDir, log: (message) => console.log(`· ${message}`) });
  return {
    owner: running.embedded.config,
    app: running.embedded.appConfig,
    operators: running.embedded.consoleConfig,
  };
}

/** In a demonstration the owner of the tables takes on the console's role, where it has no login of its own. */
function operatorsConnection({ consoleDatabaseUrl, databaseOwnerUrl, databaseUrl }: Config): ConnectionConfig {
  const connectionString = consoleDatabaseUrl ?? databaseOwnerUrl ?? databaseUrl;
  if (connectionString === undefined) throw new ConfigError('CONSOLE_DATABASE_URL is not set');
  return { connectionString };
}

async function prepareDatabase(owner: ConnectionConfig, config: Config): Promise<void> {
  const { mode } = config;
  const db = connect({ config: owner, applicationName: 'izi start', max: 1 });
  try {
    const refusal = await claimDatabase(db, mode);
    if (refusal !== null) throw new ConfigError(refusal);
    // The months of the security log are there before the first sign-in, and the weeks of notices before the first payment.
    await keepSecurityEvents(db);
    await keepWebhooks(db);
    if (mode === 'demo') await ensureDemoClient(db);
    if (config.demoMonth) await inventMonth(db, config);
  } finally {
    await db.end();
  }
}

/** So that there is something to look at. Where the keys are not those of the database, the start fails a little later, with its reason. */
async function inventMonth(owner: Database, config: Config): Promise<void> {
  const keys = openDrawKeys(config.seedKeys, config.operatorKeys);
  if ((await refuseKeys(owner, keys, true)) !== null) return;
  const { timetable, beaconPatienceHours: patienceHours } = config;
  const made = await makeDemoMonth(owner, { keys, closeSecondsBefore: timetable.closeSecondsBefore, patienceHours });
  if (made)
    console.log(`· Invented a month of play: ${made.draws} draws, ${made.tickets} tickets of ${made.players} players`);
}

/** Checks that the application's login is only a member of izi_app, so that a flaw in the server cannot change the books. */
async function checkLogin(db: Database, mode: Config['mode'], log: Logger): Promise<void> {
  const excess = await findExcessRights(db);
  if (excess === null) return;
  const message = `DATABASE_URL logs in with more rights than the server needs: ${excess}. Make a user who is a member of izi_app and nothing else, and name the owner of the tables in DATABASE_OWNER_URL`;
  if (mode === 'production') throw new ConfigError(message);
  log.warn(message);
}

function openPool(
  config: ConnectionConfig,
  applicationName: string,
  max: number,
  log: Logger,
  {
    role = 'izi_app',
    statementTimeoutMs,
  }: { readonly role?: 'izi_app' | 'izi_console'; readonly statementTimeoutMs?: number } = {},
): Database {
  const database = connect({
    config,
    applicationName,
    max,
    role,
    connectTimeoutMs,
    onConnectionError: (error) => log.warn({ err: error }, 'a connection to the database broke'),
    ...(statementTimeoutMs !== undefined && { statementTimeoutMs }),
  });
  running.databases.push(database);
  return database;
}

function welcome(config: Config, everyMinutes: number, url: string): void {
  if (!config.roles.includes('web')) {
    console.log('✓ Izi is working in the background');
    return;
  }
  console.log(`✓ Izi is ready at ${url}`);
  if (config.mode === 'demo') {
    console.log(`  A draw takes place every ${everyMinutes === 1 ? 'minute' : `${everyMinutes} minutes`}.`);
    console.log(`  Sign in as ${demoClient.phone} with the password ${demoClient.password}, or sign up.`);
  }
}

function stopOnSignals(log: Logger): void {
  let askedAt: number | undefined;
  const ask = (signal: NodeJS.Signals) => {
    // One Ctrl-C may arrive three times: from the terminal, from npm, and from the script that npm runs.
    if (askedAt !== undefined && Date.now() - askedAt < 1_000) return;
    if (askedAt !== undefined) {
      console.error('✗ Stopped without waiting');
      process.exit(1);
    }
    askedAt = Date.now();
    console.log(signal === 'SIGINT' ? '\n· Stopping (once more to stop at once)' : '· Stopping');
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'stopping failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', ask);
  process.on('SIGTERM', ask);
  process.on('SIGHUP', ask);
  // The script that started this process was killed, so nothing else would stop it.
  process.on('disconnect', () => ask('SIGTERM'));
}

async function stop(): Promise<void> {
  await running.console?.stop();
  await running.app?.stop();
  await Promise.all(running.databases.map((database) => database.end()));
  await running.embedded?.stop();
}

/** One plain line for what a person can fix; the stack for a bug. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  switch ((error as NodeJS.ErrnoException).code ?? '') {
    case 'EADDRINUSE':
      return `Port ${(error as NodeJS.ErrnoException & { port?: number }).port ?? process.env['PORT'] ?? 3000} is taken. Stop what uses it, or choose another: PORT=3001 npm start`;
    case 'EACCES':
      return `Not allowed: ${error.message}`;
    case 'ENOSPC':
      return 'The disk is full. Free some space and start again.';
    case 'ECONNREFUSED':
    case 'ENOTFOUND':
      return `The database does not answer: ${error.message}. Is DATABASE_URL right?`;
    default:
      return isPlain(error) ? error.message : (error.stack ?? error.message);
  }
}

/** Errors whose message was written for the person who starts the server. */
function isPlain(error: Error): boolean {
  return ['ConfigError', 'EmbeddedError', 'MigrationError'].includes(error.name);
}

import { mkdirSync } from 'node:fs';
import type { Server } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { connect, type ConnectionConfig, type Database } from '#database/connect.ts';
import { startEmbedded, type EmbeddedDatabase } from '#database/embedded.ts';
import { migrate } from '#database/migrate.ts';
import type { App } from './app.ts';
import { ConfigError, isConsoleOnly, readConfig, type Config } from './config.ts';
import type { Console } from './console.ts';
import { demoClient, ensureDemoClient } from './demo.ts';
import { refuseKeys } from './fair-draw/check-keys.ts';
import { openDrawKeys } from './fair-draw/draw-keys.ts';
import { createLog } from './http/log.ts';
import { serveMetrics } from './http/metrics.ts';
import { keepSecurityEvents } from './identity/clean-up.ts';
import { readTimetable } from './draws/timetable.ts';
import { keepWebhooks } from './payments/webhook.ts';
import { obeySupervisor, readPart, tellReady, type Logins, type Part } from './processes/part.ts';
import { startSupervisor, type Place, type Supervisor } from './processes/supervisor.ts';
import { keepSecret } from './secrets.ts';
import { checkTimetable, claimDatabase, findExcessRights } from './start-checks.ts';

/** Of the console, which needs few connections, each for a moment. */
const consoleConnections = 6;
const consoleStatementTimeoutMs = 2_000;
/** Of its reports, which add up a year where somebody asks for one. */
const reportConnections = 2;
const reportStatementTimeoutMs = 30_000;
const workerStatementTimeoutMs = 10 * 60_000;
/** Connecting takes milliseconds. A longer attempt began during a network failure, so it is better to start again. */
const connectTimeoutMs = 3_000;

/** What is running, so that it can be stopped in order, whatever happens. */
interface Running {
  app?: App;
  supervisor?: Supervisor;
  /** Whether this process is to be a supervisor; it is none before all processes are there. */
  supervises?: boolean;
  metrics?: Server;
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
  const part = readPart();
  if (part !== null) return startPart(part, config, log);
  stopOnSignals(log);
  const port = config.roles.includes('web') ? await findFreePort(config) : config.port;
  if (isConsoleOnly(config.roles)) console.log(await startConsole(config, operatorsConnection(config), log));
  else await startSite(config, port, log);
}

async function startSite(config: Config, port: number, log: Logger): Promise<void> {
  const { owner, ...logins } = await openDatabase(config);
  await migrate(owner, { alone: running.embedded !== undefined });
  await prepareDatabase(owner, config);
  if (config.webProcesses > 1) return supervise(config, owner, logins, port, log);
  const db = openPool(logins.app, 'izi web', config.databaseConnections, log);
  const everyMinutes = await checkSite(db, config, log);
  const { url, aboutConsole } = await serve(config, logins, db, log);
  welcome(config, everyMinutes, url);
  if (aboutConsole !== null) console.log(aboutConsole);
}

/** Starts the processes of a site with several, and stays to keep them running. */
async function supervise(
  config: Config,
  owner: ConnectionConfig,
  logins: Logins,
  port: number,
  log: Logger,
): Promise<void> {
  running.supervises = true;
  const db = openPool(logins.app, 'izi start', 1, log);
  const everyMinutes = await checkSite(db, config, log);
  running.databases.length = 0;
  await db.end();
  const supervisor = await startSupervisor(
    placesOf(config, running.embedded === undefined ? null : logins, port),
    log,
    // New processes may be those of a newer version, with migrations of its own. The old ones still use the database.
    () => migrate(owner),
  );
  running.supervisor = supervisor;
  if (config.metricsPort !== undefined)
    running.metrics = await serveMetrics(supervisor.readMetrics, config.metricsPort);
  welcome(config, everyMinutes, config.publicUrl ?? `http://localhost:${port}`);
  for (const line of supervisor.news) console.log(line);
}

/** The web processes, and one for all other roles. */
function placesOf({ roles, webProcesses, consolePort }: Config, embedded: Logins | null, port: number): Place[] {
  const place = (name: string, settings: Place['settings']): Place => ({
    part: { name, webs: webProcesses, embedded },
    settings: { ...settings, PORT: String(port) },
  });
  const webs = Array.from({ length: webProcesses }, (_, index) => place(`web-${index + 1}`, { ROLES: 'web' }));
  const others = roles.filter((role) => role !== 'web');
  if (others.length === 0) return webs;
  return [
    ...webs,
    place(others.includes('worker') ? 'worker' : 'console', {
      ROLES: others.join(','),
      // The port of the site was chosen by the system, and the next one may be taken.
      ...(consolePort === 0 && { CONSOLE_PORT: '0' }),
    }),
  ];
}

/** One of the processes of a site with several. Its supervisor has looked after the database. */
async function startPart(part: Part, config: Config, log: Logger): Promise<void> {
  // What `ps` and `top` show.
  process.title = `izi ${part.name}`;
  // A terminal and a supervisor of services send signals to all processes: whoever started this one passes on what it should do.
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {});
  let isStopping = false;
  const leave = (replaced: boolean) => {
    if (isStopping) return;
    isStopping = true;
    exitAfter(stop(replaced), log);
  };
  process.on('SIGTERM', () => leave(false));
  obeySupervisor({
    stop: (order) => leave(order === 'leave'),
    readMetrics: async () => (await running.app?.readMetrics()) ?? '',
  });
  const logins = part.embedded ?? loginsOf(config);
  if (isConsoleOnly(config.roles)) return tellReady(await startConsole(config, logins.operators, log));
  const db = openPool(logins.app, 'izi web', config.databaseConnections, log);
  const { aboutConsole } = await serve(config, logins, db, log, part.name);
  tellReady(aboutConsole);
}

/** Serves what the roles say. */
async function serve(
  config: Config,
  { app, operators }: Logins,
  db: Database,
  log: Logger,
  processName?: string,
): Promise<{ url: string; aboutConsole: string | null }> {
  // Not before: a supervisor would hold all of it for nothing.
  const { createApp } = await import('./app.ts');
  const workerDb = openPool(app, 'izi worker', 8, log, { statementTimeoutMs: workerStatementTimeoutMs });
  running.app = await createApp({ config, db, workerDb, log, ...(processName !== undefined && { processName }) });
  // Before players are served: where the console fails to start, the whole process ends.
  const aboutConsole =
    config.consolePort === undefined ? null : await startConsole(config, operators, log, running.app.forget);
  return { url: await running.app.listen(), aboutConsole };
}

/** Resolves to the minutes between draws. */
async function checkSite(db: Database, config: Config, log: Logger): Promise<number> {
  await checkLogin(db, config.mode, log);
  const { timetable, warnings } = await checkTimetable(db, config.timetable, (await readTimetable(db)).at(-1));
  for (const warning of warnings) log.warn(warning);
  return timetable.everyMinutes;
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
  const reportDb = openPool(connection, 'izi reports', reportConnections, log, {
    role: 'izi_console',
    statementTimeoutMs: reportStatementTimeoutMs,
  });
  const excess = await findExcessRights(db, 'izi_console');
  if (excess !== null && config.mode === 'production') {
    throw new ConfigError(
      `CONSOLE_DATABASE_URL logs in with more rights than the console needs: ${excess}. Make a user who is a member of izi_console and nothing else`,
    );
  }
  const { createConsole } = await import('./console.ts');
  running.console = await createConsole({ config, db, reportDb, log, ...(forget && { forget }) });
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

/**
 * Checks that the port is free before the database starts, so that the most common mistake is reported at once. Resolves to
 * it; with PORT=0 to one that the system chose, for processes that share one.
 */
function findFreePort({ host, port }: Config): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen({ host, port }, () => {
      const chosen = (probe.address() as AddressInfo).port;
      probe.close(() => resolve(chosen));
    });
  });
}

/** The connections of the owner of the tables, for migrations, and of the application. */
async function openDatabase(config: Config): Promise<Logins & { readonly owner: ConnectionConfig }> {
  if (config.databaseUrl !== undefined) {
    return { owner: { connectionString: config.databaseOwnerUrl ?? config.databaseUrl }, ...loginsOf(config) };
  }
  mkdirSync(config.dataDir, { recursive: true });
  running.embedded = await startEmbedded({ dataDir: config.dataDir, log: (message) => console.log(`· ${message}`) });
  return {
    owner: running.embedded.config,
    app: running.embedded.appConfig,
    operators: running.embedded.consoleConfig,
  };
}

/** How the settings say that the database is reached. */
function loginsOf(config: Config): Logins {
  return { app: { connectionString: config.databaseUrl! }, operators: operatorsConnection(config) };
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
  const { makeDemoMonth } = await import('./demo-month/make-month.ts');
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
    exitAfter(stop(), log);
  };
  process.on('SIGINT', ask);
  process.on('SIGTERM', ask);
  // With several processes: a deploy. With one there is nobody to take its place.
  process.on('SIGHUP', (signal) => {
    if (!running.supervises) return ask(signal);
    // Before all processes are there, they are the newest.
    void running.supervisor?.restart();
  });
  // The script that started this process was killed, so nothing else would stop it.
  process.on('disconnect', () => ask('SIGTERM'));
}

function exitAfter(stopped: Promise<void>, log: Logger): void {
  stopped.then(
    () => process.exit(0),
    (error: unknown) => {
      log.error({ err: error }, 'stopping failed');
      process.exit(1);
    },
  );
}

/** @param replaced whether another process of the same site has taken the place of this one */
async function stop(replaced = false): Promise<void> {
  running.metrics?.close();
  await running.supervisor?.stop();
  await running.console?.stop();
  await running.app?.stop(replaced);
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
  return ['ConfigError', 'EmbeddedError', 'MigrationError', 'StartError'].includes(error.name);
}

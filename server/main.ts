import { mkdirSync } from 'node:fs';
import type { Server } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { atServer, readFromStandby, type StandbyReads } from '#database/standby-reads.ts';
import { connect, type ConnectionConfig, type Database, type ProcessRole } from '#database/connect.ts';
import { requireOwnVersion, startEmbedded, type EmbeddedDatabase } from '#database/embedded.ts';
import { readSchemaFiles, refuseStart } from '#database/schema-files.ts';
import { ConfigError, isAlone, readConfig, type Config } from './config.ts';
import type { Console } from './console.ts';
import { clientOfMonth, demoClient } from './demo.ts';
import { refuseKeys } from './fair-draw/check-keys.ts';
import { openDrawKeys } from './fair-draw/draw-keys.ts';
import { refuseDatabaseError } from './http/database-errors.ts';
import { createLog } from './http/log.ts';
import { serveMetrics } from './http/metrics.ts';
import { readTimetable } from './draws/timetable.ts';
import {
  databaseAwayCode,
  obeySupervisor,
  readPart,
  tellReady,
  tellWaiting,
  type Logins,
  type Part,
} from './processes/part.ts';
import { startSupervisor, type Place, type Supervisor } from './processes/supervisor.ts';
import type { Machine } from './machine.ts';
import { prepareDatabase } from './prepare-database.ts';
import { keepSecret } from './secrets.ts';
import type { Patience, SiteProcess } from './site-process.ts';
import { checkTimetable, findExcessRights, findOtherOpinionRule, refuseSite } from './start-checks.ts';
import type { MonthMade } from './demo-month/make-month.ts';
import type { Past } from './worker.ts';

/** Size of the console's pool. */
const consoleConnections = 6;
const consoleStatementTimeoutMs = 2_000;
/** Size of the pool of what programs read. */
const machineConnections = 6;
/** Size of the pool for reports of the console, and of programs, which may add up a year. */
const reportConnections = 2;
const reportStatementTimeoutMs = 30_000;
const workerStatementTimeoutMs = 10 * 60_000;
/** Connecting takes milliseconds. A longer attempt began during a network failure, so it is better to start again. */
const connectTimeoutMs = 3_000;

/** The setting of a login. */
const settingOf: Readonly<Record<Login['role'], string>> = {
  izi_app: 'DATABASE_URL',
  izi_worker: 'WORKER_DATABASE_URL',
};

/** Settings that a process which only serves players does not need, so they are removed from its environment. */
const notForPlayers = [
  'WORKER_DATABASE_URL',
  'DATABASE_OWNER_URL',
  'CONSOLE_DATABASE_URL',
  'MACHINE_DATABASE_URL',
  'SEED_KEY',
  'SEED_KEY_FORMER',
].flatMap((name) => [name, `${name}_FILE`]);

/** The running parts of this process, so that a stop ends them in order. */
interface Running {
  site?: SiteProcess;
  supervisor?: Supervisor;
  /** Whether this process is to be a supervisor; it is none before all processes are there. */
  supervises?: boolean;
  metrics?: Server;
  console?: Console;
  machine?: Machine;
  databases: Database[];
  embedded?: EmbeddedDatabase;
}

const running: Running = { databases: [] };

try {
  await start();
} catch (error) {
  console.error(`\n✗ ${explain(error)}`);
  await stop();
  const waitsForDatabase = readPart() !== null && refuseDatabaseError(error)?.code === 'unavailable';
  process.exit(waitsForDatabase ? databaseAwayCode : 1);
}

async function start(): Promise<void> {
  const dataDir = process.env['DATA_DIR']?.trim() || './data';
  // A demonstration keeps its secrets there too.
  await requireOwnVersion(dataDir);
  const config = readConfig(process.env, (name) => keepSecret(dataDir, name));
  const log = createLog(config.logLevel);
  const part = readPart();
  if (part !== null) return startPart(part, config, log);
  stopOnSignals(log);
  const port = config.roles.includes('web') ? await findFreePort(config) : config.port;
  if (isAlone(config.roles, 'console')) console.log(await startConsole(config, operatorsConnection(config), log));
  else if (isAlone(config.roles, 'machine')) console.log(await startMachine(config, machineConnection(config), log));
  else await startSite(config, port, log);
}

async function startSite(config: Config, port: number, log: Logger): Promise<void> {
  const logins = await openDatabase(config);
  await prepare(config, logins, running.embedded !== undefined);
  const past = config.demoMonth && logins.owner !== null ? pastOf(logins.owner, config, log) : undefined;
  const everyMinutes = await checkSite(logins, config, log);
  if (needsSupervisor(config)) {
    // The processes of a site with several begin their work by themselves.
    if (await past?.isMissing()) await past!.make();
    return supervise(config, logins, port, log, everyMinutes);
  }
  const { url, besides } = await serve(config, logins, log, { past });
  welcome(config, everyMinutes, url);
  if (besides !== null) console.log(besides);
}

/** In production, what serves players and what works are two processes: whoever takes over the first has no login of the second. */
function needsSupervisor({ mode, roles, webProcesses }: Config): boolean {
  return webProcesses > 1 || (mode === 'production' && roles.includes('web') && roles.includes('worker'));
}

/** Starts the processes of a site with several, and stays to keep them running. */
async function supervise(
  config: Config,
  logins: SiteLogins,
  port: number,
  log: Logger,
  everyMinutes: number,
): Promise<void> {
  running.supervises = true;
  const supervisor = await startSupervisor(
    placesOf(config, running.embedded === undefined ? null : logins, port),
    log,
    // New processes may be those of a newer version. The old ones still use the database.
    () => prepare(config, logins, false),
  );
  running.supervisor = supervisor;
  if (config.metricsPort !== undefined)
    running.metrics = await serveMetrics(supervisor.readMetrics, config.metricsPort, config.metricsHost);
  welcome(config, everyMinutes, config.publicUrl ?? `http://localhost:${port}`);
  for (const line of supervisor.news) console.log(line);
}

/** The web processes, and one for all other roles. */
function placesOf(
  { roles, webProcesses, consolePort, machinePort }: Config,
  embedded: Logins | null,
  port: number,
): Place[] {
  const place = (name: string, settings: Place['settings']): Place => ({
    part: { name, webs: webProcesses, embedded },
    settings: { ...settings, PORT: String(port) },
  });
  const webs = Array.from({ length: webProcesses }, (_, index) =>
    place(`web-${index + 1}`, { ROLES: 'web', ...Object.fromEntries(notForPlayers.map((name) => [name, ''])) }),
  );
  const others = roles.filter((role) => role !== 'web');
  if (others.length === 0) return webs;
  return [
    ...webs,
    place(others.includes('worker') ? 'worker' : others[0]!, {
      ROLES: others.join(','),
      // The port of the site was chosen by the system, and the next one may be taken.
      ...(consolePort === 0 && { CONSOLE_PORT: '0' }),
      ...(machinePort === 0 && { MACHINE_PORT: '0' }),
    }),
  ];
}

/** One of the processes of a site with several. Its supervisor has looked after the database. */
async function startPart(part: Part, config: Config, log: Logger): Promise<void> {
  // The name that `ps` and `top` show.
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
    readMetrics: async () => (await running.site?.readMetrics()) ?? '',
  });
  const logins = part.embedded ?? loginsOf(config);
  if (isAlone(config.roles, 'console')) return tellReady(await startConsole(config, logins.operators, log));
  if (isAlone(config.roles, 'machine')) return tellReady(await startMachine(config, logins.machines, log));
  const { besides } = await serve(config, logins, log, {
    processName: part.name,
    patience: { listens: !part.replaces, onWait: tellWaiting },
  });
  tellReady(besides);
}

interface Started {
  /** Set where this is one of several processes. */
  readonly processName?: string;
  readonly patience?: Patience;
  readonly past?: Past | undefined;
}

/** Serves what the roles say. */
async function serve(
  config: Config,
  logins: Logins,
  log: Logger,
  { processName, patience, past }: Started,
): Promise<{ url: string; besides: string | null }> {
  // Imported late, because a supervisor does not need it.
  const { createSiteProcess } = await import('./site-process.ts');
  const { calls, background } = loginsFor(config, logins);
  const db = openPool(calls.connection, 'izi web', config.databaseConnections, log, { role: calls.role });
  const workerDb = openPool(background.connection, 'izi worker', 8, log, {
    role: background.role,
    statementTimeoutMs: workerStatementTimeoutMs,
  });
  const watchDb = config.roles.includes('worker')
    ? openPool(background.connection, 'izi watch', 1, log, { role: background.role })
    : undefined;
  const standby = config.roles.includes('web') ? openStandby(config, calls, db, 'izi web reads', log) : undefined;
  running.site = await createSiteProcess({
    config,
    db,
    workerDb,
    log,
    ...(watchDb && { watchDb }),
    ...(standby && { standby }),
    ...(processName !== undefined && { processName }),
    ...(past && { past }),
  });
  await running.site.begin(patience);
  // Started before players are served: when one of these fails to start, the whole process ends.
  const besides: string[] = [];
  if (config.consolePort !== undefined)
    besides.push(await startConsole(config, logins.operators, log, running.site.forget));
  if (config.machinePort !== undefined) besides.push(await startMachine(config, logins.machines, log));
  return { url: await running.site.listen(), besides: besides.length === 0 ? null : besides.join('\n') };
}

interface Login {
  readonly connection: ConnectionConfig;
  readonly role: 'izi_app' | 'izi_worker';
}

/** Web processes are izi_app, workers are izi_worker. A process that does one of the two has no login for the other. */
function loginsFor({ roles }: Config, { app, worker }: Logins): { readonly calls: Login; readonly background: Login } {
  const players: Login = { connection: app, role: 'izi_app' };
  const workers: Login = { connection: worker, role: 'izi_worker' };
  return {
    calls: roles.includes('web') ? players : workers,
    background: roles.includes('worker') ? workers : players,
  };
}

/** Looks at each login that the roles need. Resolves to the minutes between draws. */
async function checkSite(logins: Logins, config: Config, log: Logger): Promise<number> {
  const { calls, background } = loginsFor(config, logins);
  if (background.role !== calls.role)
    await briefly(background, (db) => checkLogin(db, background.role, config.mode, log));
  return briefly(calls, async (db) => {
    await checkLogin(db, calls.role, config.mode, log);
    const { timetable, warnings } = await checkTimetable(db, config.timetable, (await readTimetable(db)).at(-1));
    const otherRule = await findOtherOpinionRule(db, config.opinionWaitSeconds);
    for (const warning of [...warnings, ...(otherRule ? [otherRule] : [])]) log.warn(warning);
    return timetable.everyMinutes;
  });
}

async function briefly<T>({ connection, role }: Login, work: (db: Database) => Promise<T>): Promise<T> {
  const db = connect({ config: connection, applicationName: 'izi start', max: 1, role, connectTimeoutMs });
  try {
    return await work(db);
  } finally {
    await db.end();
  }
}

/** Resolves, once it serves, to what the person who starts it is told about it. */
async function startConsole(
  config: Config,
  connection: ConnectionConfig,
  log: Logger,
  forget?: (clientId: number) => void,
): Promise<string> {
  const login = { connection, role: 'izi_console' } as const;
  const db = openPool(connection, 'izi console', consoleConnections, log, {
    role: 'izi_console',
    statementTimeoutMs: consoleStatementTimeoutMs,
  });
  const reportDb = openPool(connection, 'izi reports', reportConnections, log, {
    role: 'izi_console',
    statementTimeoutMs: reportStatementTimeoutMs,
  });
  await requireOwnRole(
    db,
    'izi_console',
    'CONSOLE_DATABASE_URL logs in with more rights than the console needs',
    config,
  );
  const { createConsole } = await import('./console.ts');
  running.console = await createConsole({
    config,
    db,
    readDb: openStandby(config, login, db, 'izi console reads', log) ?? db,
    reportDb: openStandby(config, login, reportDb, 'izi reports', log, reportStatementTimeoutMs) ?? reportDb,
    log,
    ...(forget && { forget }),
  });
  try {
    const url = await running.console.listen();
    const ready = `✓ The operators’ console is ready at ${url}`;
    return config.mode === 'demo' ? `${ready}\n  Come in without a passkey: ${url}/#demo` : ready;
  } catch (error) {
    // The site runs without a console, unless a setting names its port.
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || config.consolePortGiven) throw error;
    return `· Port ${config.consolePort} is taken, so there is no operators’ console. Set CONSOLE_PORT for one`;
  }
}

/** Resolves, once it serves programs with a key, to what the person who starts it is told about it. */
async function startMachine(config: Config, connection: ConnectionConfig, log: Logger): Promise<string> {
  const role = 'izi_machine';
  const db = openPool(connection, 'izi machine', machineConnections, log, {
    role,
    statementTimeoutMs: consoleStatementTimeoutMs,
  });
  const reportDb = openPool(connection, 'izi machine reports', reportConnections, log, {
    role,
    statementTimeoutMs: reportStatementTimeoutMs,
  });
  await requireOwnRole(db, role, 'MACHINE_DATABASE_URL logs in with more rights than programs need', config);
  const { createMachine } = await import('./machine.ts');
  running.machine = await createMachine({ config, db, reportDb, log });
  try {
    return `✓ The API for programs with a machine key is ready at ${await running.machine.listen()}/api/docs`;
  } catch (error) {
    // Programs are not served where the port is taken and was not chosen, as with the console.
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || config.machinePortGiven) throw error;
    return `· Port ${config.machinePort} is taken, so programs with a machine key are not served. Set MACHINE_PORT`;
  }
}

/** In production a login is a member of its role alone. */
async function requireOwnRole(db: Database, role: ProcessRole, says: string, { mode }: Config): Promise<void> {
  const excess = await findExcessRights(db, role);
  if (excess === null || mode !== 'production') return;
  throw new ConfigError(`${says}: ${excess}. Make a user who is a member of ${role} and nothing else`);
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

/** The logins of a site. `owner`: null where this process has none, as in production. */
interface SiteLogins extends Logins {
  readonly owner: ConnectionConfig | null;
}

async function openDatabase(config: Config): Promise<SiteLogins> {
  if (isElsewhere(config)) return { ...loginsOf(config), owner: await findOwner(config) };
  mkdirSync(config.dataDir, { recursive: true });
  running.embedded = await startEmbedded({ dataDir: config.dataDir, log: (message) => console.log(`· ${message}`) });
  return {
    owner: running.embedded.config,
    app: running.embedded.appConfig,
    worker: running.embedded.workerConfig,
    operators: running.embedded.consoleConfig,
    machines: running.embedded.machineConfig,
  };
}

/** Whether a setting names the database. */
function isElsewhere({ databaseUrl, workerDatabaseUrl }: Config): boolean {
  return databaseUrl !== undefined || workerDatabaseUrl !== undefined;
}

/** A demonstration migrates at its start, where it has the login of the owner or there are no tables yet. */
async function findOwner(config: Config): Promise<ConnectionConfig | null> {
  if (config.mode === 'production') return null;
  if (config.databaseOwnerUrl !== undefined) return { connectionString: config.databaseOwnerUrl };
  const own = { connectionString: config.databaseUrl ?? config.workerDatabaseUrl! };
  const db = connect({ config: own, applicationName: 'izi start', max: 1, connectTimeoutMs });
  try {
    const [row] = await db.query<{ is_owner: boolean }>(
      `select coalesce((select pg_has_role(relowner, 'usage') from pg_class where oid = to_regclass('migration')), true) as is_owner`,
    );
    return row!.is_owner ? own : null;
  } finally {
    await db.end();
  }
}

/** How the settings say that the database is reached. In a demonstration its owner takes on the roles that have no login. */
function loginsOf(config: Config): Logins {
  const { databaseUrl, workerDatabaseUrl, databaseOwnerUrl } = config;
  const worker = { connectionString: (workerDatabaseUrl ?? databaseOwnerUrl ?? databaseUrl)! };
  // A process that only works may have no other login. It does not use this one.
  return {
    app: databaseUrl === undefined ? worker : { connectionString: databaseUrl },
    worker,
    operators: operatorsConnection(config),
    machines: machineConnection(config),
  };
}

/** In a demonstration the owner of the tables takes on the console's role, where it has no login of its own. */
function operatorsConnection(config: Config): ConnectionConfig {
  const { consoleDatabaseUrl, databaseOwnerUrl, databaseUrl, workerDatabaseUrl } = config;
  const connectionString = consoleDatabaseUrl ?? databaseOwnerUrl ?? databaseUrl ?? workerDatabaseUrl;
  if (connectionString === undefined) throw new ConfigError('CONSOLE_DATABASE_URL is not set');
  return { connectionString };
}

/** The connection for what programs read. */
function machineConnection(config: Config): ConnectionConfig {
  const { machineDatabaseUrl, databaseOwnerUrl, databaseUrl, workerDatabaseUrl } = config;
  const connectionString = machineDatabaseUrl ?? databaseOwnerUrl ?? databaseUrl ?? workerDatabaseUrl;
  if (connectionString === undefined) throw new ConfigError('MACHINE_DATABASE_URL is not set');
  return { connectionString };
}

/**
 * Brings the database to this version where this process has the owner's login; else looks whether it is there.
 *
 * @param alone whether nobody else uses the database, as when its server has just been started
 */
async function prepare(config: Config, logins: SiteLogins, alone: boolean): Promise<void> {
  if (logins.owner !== null) {
    await prepareDatabase(logins.owner, config, { alone });
    return;
  }
  const refusal = await briefly(
    loginsFor(config, logins).calls,
    async (db) => (await refuseStart(db, await readSchemaFiles())) ?? refuseSite(db, config.mode),
  );
  if (refusal !== null) throw new ConfigError(refusal);
}

/** An invented month of play, so that there is something to look at; none where there is one, or where this login may not write it. */
function pastOf(owner: ConnectionConfig, config: Config, log: Logger): Past {
  const withOwner = async <Result>(work: (db: Database) => Promise<Result>): Promise<Result> => {
    const settings = { applicationName: 'izi start', max: 2, statementTimeoutMs: workerStatementTimeoutMs };
    const db = connect({ config: owner, ...settings });
    try {
      return await work(db);
    } finally {
      await db.end();
    }
  };
  return {
    async isMissing() {
      const { isPastMissing } = await import('./demo-month/make-month.ts');
      return withOwner(isPastMissing);
    },
    async make(signal) {
      try {
        await withOwner((db) => inventMonth(db, config, signal));
      } catch (error) {
        log.error({ err: error }, 'no month of play could be invented');
      }
    },
  };
}

/** Where the keys are not those of the database, the start fails, with its reason. */
async function inventMonth(owner: Database, config: Config, signal?: AbortSignal): Promise<void> {
  const keys = openDrawKeys(config.seedKeys, config.operatorKeys);
  if ((await refuseKeys(owner, keys, true)) !== null) return;
  const { timetable, beaconPatienceHours: patienceHours } = config;
  const { makeDemoMonth } = await import('./demo-month/make-month.ts');
  const { closeSecondsBefore } = timetable;
  const settings = { keys, closeSecondsBefore, patienceHours, client: clientOfMonth };
  const made = await makeDemoMonth(owner, { ...settings, ...(signal && { signal }) });
  if (made) {
    const { leaveWork } = await import('./demo-month/leave-work.ts');
    await leaveWork(owner, config.documents);
    return tellMade('a month', made);
  }
  if (signal?.reason?.name !== 'TimeoutError') return;
  console.log('· Invented no month of play: the first draw would have waited for it');
  // There is time for this before that draw closes, and the client that signs in has something to look at.
  const ofDay = { days: 1, players: 12, signal: AbortSignal.timeout(dayOfPlayMs) };
  const day = await makeDemoMonth(owner, { ...settings, ...ofDay });
  if (day) tellMade('a day', day);
}

/** The time limit of one invented day of play, which usually takes some tenths of a second. */
const dayOfPlayMs = 3_000;

function tellMade(what: string, { draws, tickets, players }: MonthMade): void {
  console.log(`· Invented ${what} of play: ${draws} draws, ${tickets} tickets of ${players} players`);
}

/** Checks that a login is only a member of its role, so that a flaw in the server cannot change the books, or choose a result. */
async function checkLogin(db: Database, role: Login['role'], mode: Config['mode'], log: Logger): Promise<void> {
  const excess = await findExcessRights(db, role);
  if (excess === null) return;
  const message = `${settingOf[role]} logs in with more rights than the server needs: ${excess}. Make a user who is a member of ${role} and nothing else`;
  if (mode === 'production') throw new ConfigError(message);
  log.warn(message);
}

function openPool(
  config: ConnectionConfig,
  applicationName: string,
  max: number,
  log: Logger,
  { role, statementTimeoutMs }: { readonly role: ProcessRole; readonly statementTimeoutMs?: number },
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

/** The standby that the setting names, with the login of the primary; undefined without the setting. */
function openStandby(
  { databaseReadUrl, mostBehindMs }: Config,
  { connection, role }: { readonly connection: ConnectionConfig; readonly role: ProcessRole },
  primary: Database,
  applicationName: string,
  log: Logger,
  statementTimeoutMs?: number,
): StandbyReads | undefined {
  if (databaseReadUrl === undefined) return undefined;
  if (connection.connectionString === undefined) {
    throw new ConfigError('DATABASE_READ_URL is set, and the embedded database has no standby. Set DATABASE_URL');
  }
  const { most } = primary.connections();
  const standby = connect({
    config: atServer(connection, databaseReadUrl),
    applicationName,
    max: most,
    role,
    connectTimeoutMs,
    ...(statementTimeoutMs !== undefined && { statementTimeoutMs }),
  });
  const reads = readFromStandby({
    primary,
    standby,
    mostBehindMs,
    mostOnPrimary: Math.ceil(most / 4),
    onChange: (isRead) =>
      isRead
        ? log.info({ pool: applicationName }, 'the standby answers reads')
        : log.warn({ pool: applicationName }, 'the standby is behind or does not answer, so the primary answers reads'),
  });
  running.databases.push(reads);
  return reads;
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
  // With several processes this is a deploy. A single process just stops, because no other one takes its place.
  process.on('SIGHUP', (signal) => {
    if (!running.supervises) return ask(signal);
    // While processes still start, they are of the newest version already.
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
  await running.machine?.stop();
  await running.site?.stop(replaced);
  await Promise.all(running.databases.map((database) => database.end()));
  await running.embedded?.stop();
}

/** Prints one plain line for a fault that a person can fix, and the stack for a bug. */
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

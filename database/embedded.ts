import { spawn, type ChildProcess } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { chown, lstat, mkdir, open, realpath, rename, rm, stat, statfs } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { ConnectionConfig } from './connect.ts';
import { chooseAccount, type Account } from './embedded/account.ts';
import { findBinaries, type Binaries } from './embedded/binaries.ts';
import { createCluster, nameForServer, requireOwnVersion } from './embedded/cluster.ts';
import { EmbeddedError } from './embedded/error.ts';
import {
  clearLeftover,
  isTemporaryFolder,
  readPidFile,
  stopProcess,
  temporaryFolder,
  watchdogName,
} from './embedded/leftover.ts';

export { requireOwnVersion, versionFile } from './embedded/cluster.ts';
export { EmbeddedError } from './embedded/error.ts';

interface EmbeddedSettings {
  /** The folder for everything that the database stores. It is created when missing. */
  readonly dataDir: string;
  /** Called with one sentence for each thing that takes time or fails. */
  readonly log: (message: string) => void;
  /** Server settings that differ from ours, such as `{ fsync: 'off' }` for a test. */
  readonly parameters?: Readonly<Record<string, string>>;
}

export interface EmbeddedDatabase {
  /** Connects as the owner, `izi`, to the database `izi`. */
  readonly config: ConnectionConfig;
  /** Connects as the application, `izi_app`, the role that the migrations create. */
  readonly appConfig: ConnectionConfig;
  /** Connects as a worker, `izi_worker`. */
  readonly workerConfig: ConnectionConfig;
  /** Connects as the operators' console, `izi_console`. */
  readonly consoleConfig: ConnectionConfig;
  /** Connects as what serves programs with a key, `izi_machine`. */
  readonly machineConfig: ConnectionConfig;
  /** Ends every connection and the server, and returns when no process is left. */
  readonly stop: () => Promise<void>;
}

/** The name of the owner, and of the database. */
const ownerName = 'izi';
const appUser = 'izi_app';
const workerUser = 'izi_worker';
const consoleUser = 'izi_console';
const machineUser = 'izi_machine';
/** How long the children of a killed server may take to notice and end. */
const leftoverRetryMs = 6_000;
const readyTimeoutMs = 120_000;
const restartPauseMs = 1_000;
const stopTimeoutMs = 10_000;
const lookForSocketEveryMs = 1_000;
const largestLogBytes = 10_000_000;
/** The size of PostgreSQL's write-ahead log files. */
const walFileBytes = 16 * 2 ** 20;

/**
 * The server runs under this shell, which reads from a pipe that only this process holds open. However this process ends,
 * kill -9 included, the pipe closes and the shell tells the server to stop: first without cutting sessions, because processes that
 * used this one's database may have calls to finish, then with them. Both are in a session of their own, so that
 * Ctrl-C in a terminal reaches only the application, which stops its database last.
 */
const watchdogScript = `
socket_folder=$2; shift 2
exec 3<&0 </dev/null
"$@" 3<&- & server=$!
{ cat <&3 >/dev/null; kill -TERM $server; sleep 3 & nap=$!; trap 'kill $nap; exit' TERM; wait $nap; kill -INT $server; } 2>/dev/null & ender=$!
exec 3<&-
wait $server; status=$?
{ kill $ender; wait $ender; } 2>/dev/null
rmdir "$socket_folder" 2>/dev/null
exit $status`;

interface Cluster {
  readonly folder: string;
  /** Given to the server as `cluster_name`, so that its process can be distinguished from any other. */
  readonly name: string;
  readonly account: Account;
  readonly binaries: Binaries;
  readonly socketFolder: string;
  /** The server's name for that folder. */
  readonly socketFolderForServer: string;
  readonly logFile: string;
  readonly parameters: Readonly<Record<string, string>>;
}

interface Server {
  readonly watchdog: ChildProcess;
  readonly pid: number;
}

/**
 * Starts the project's own PostgreSQL on a Unix socket, and creates its data folder when there is none. The server never
 * outlives this process.
 *
 * @throws EmbeddedError when it cannot, with the reason in one line
 */
export async function startEmbedded(settings: EmbeddedSettings): Promise<EmbeddedDatabase> {
  const cluster = await prepareCluster(settings);
  const config = configFor(cluster.socketFolder);
  let stopping = false;
  let server = await launch(cluster, settings.log);
  let isRunning = true;
  let restarting: Promise<void> | undefined;
  const watch = setInterval(() => void healSocket(), lookForSocketEveryMs);
  watch.unref();

  superviseFrom(server);
  try {
    await ensureDatabase(config);
  } catch (error) {
    await stop();
    throw error;
  }
  const as = (user: string) => ({ ...config, user });
  return {
    config,
    appConfig: as(appUser),
    workerConfig: as(workerUser),
    consoleConfig: as(consoleUser),
    machineConfig: as(machineUser),
    stop,
  };

  function superviseFrom(running: Server): void {
    running.watchdog.once('exit', () => {
      isRunning = false;
      if (!stopping) restarting = restart();
    });
  }

  /**
   * Nobody new can connect to a server whose socket was removed, for example by a cleaner of temporary files, and the server
   * creates its socket only when it starts. So it is stopped, and then restarted like one that ended by itself.
   */
  async function healSocket(): Promise<void> {
    if (!isRunning || stopping || (await hasSocket(cluster.socketFolder)) || !isRunning || stopping) return;
    isRunning = false;
    settings.log('PostgreSQL’s socket was removed');
    await stopServer(server);
  }

  async function restart(): Promise<void> {
    settings.log('PostgreSQL ended by itself; starting it again');
    server.watchdog.stdin?.destroy();
    for (let said = ''; ;) {
      try {
        server = await launch(cluster, settings.log);
        isRunning = true;
        superviseFrom(server);
        if (stopping) await stopServer(server);
        return;
      } catch (error) {
        if (stopping) return;
        // The disk may be full, for example: once there is room, the server starts without anybody's help.
        const { message } = error as Error;
        if (message !== said) settings.log(`${message}; trying again`);
        said = message;
        await sleep(restartPauseMs);
      }
    }
  }

  async function stop(): Promise<void> {
    stopping = true;
    clearInterval(watch);
    await stopServer(server);
    // A server that was being started meanwhile is stopped too.
    await restarting;
    if (isTemporaryFolder(cluster.socketFolder)) await rm(cluster.socketFolder, { recursive: true, force: true });
  }
}

/**
 * How to connect, as its owner, to the database in this data folder while another process runs it; null when none does. The
 * server itself records where its socket is, in a file that only its user and root may read.
 *
 * @param dataDir may be relative; the address never is, because a client takes a relative one for the name of a host
 * @throws EmbeddedError when the folder is one of version 0.1
 */
export async function findEmbedded(dataDir: string): Promise<ConnectionConfig | null> {
  await requireOwnVersion(dataDir);
  const running = await readPidFile(resolve(dataDir, 'postgres'));
  if (running === null || !(await answers(running.socketFolder))) return null;
  return configFor(running.socketFolder);
}

function configFor(socketFolder: string): ConnectionConfig {
  return { host: socketFolder, port: 5432, user: ownerName, database: ownerName, ssl: false };
}

async function prepareCluster(settings: EmbeddedSettings): Promise<Cluster> {
  if (process.platform === 'win32') {
    throw new EmbeddedError('the embedded PostgreSQL needs Linux or macOS: use WSL, or set DATABASE_URL to a server');
  }
  await mkdir(settings.dataDir, { recursive: true });
  const dataDir = await realpath(settings.dataDir);
  const folder = join(dataDir, 'postgres');
  await requireOwnVersion(dataDir);
  const name = `izi-${createHash('sha256').update(folder).digest('hex').slice(0, 12)}`;
  const account = await chooseAccount(folder);
  const binaries = await findBinaries(account);

  await clearLeftover(folder, name);
  await createCluster(folder, binaries, account, settings.log);
  const socketFolder = chooseSocketFolder(folder);
  return {
    folder,
    name,
    account,
    binaries,
    socketFolder,
    socketFolderForServer: socketFolder === folder ? await nameForServer(folder, account) : socketFolder,
    logFile: join(dataDir, 'postgres.log'),
    parameters: { ...tunedParameters(), ...settings.parameters },
  };
}

const socketName = '.s.PGSQL.5432';
/** The longest path of a socket on Linux and on macOS, without the zero byte at its end. */
const longestSocketPath = process.platform === 'linux' ? 107 : 103;

/**
 * The data folder itself, which no cleaner touches and only the server's user may enter. When its path is too long for a
 * socket, a folder among the temporary files, with a name that nobody can guess.
 */
function chooseSocketFolder(folder: string): string {
  const isShort = Buffer.byteLength(join(folder, socketName)) <= longestSocketPath;
  return isShort ? folder : temporaryFolder(randomBytes(6).toString('hex'));
}

/** Starts the server, waits for the remains of an earlier one to end, and returns once it accepts connections. */
async function launch(cluster: Cluster, log: (message: string) => void): Promise<Server> {
  const deadline = Date.now() + leftoverRetryMs;
  for (;;) {
    const logged = await logSize(cluster.logFile);
    const watchdog = await spawnServer(cluster);
    if (await becomesReady(watchdog, cluster, log)) {
      const pid = (await readPidFile(cluster.folder))?.pid;
      if (pid !== undefined) return { watchdog, pid };
    }
    watchdog.stdin?.destroy();
    const reason = await readReason(cluster.logFile, logged);
    const isLeftover = /shared memory block|lock file/.test(reason);
    if (!isLeftover || Date.now() >= deadline) throw new EmbeddedError(`PostgreSQL does not start: ${reason}`);
    await sleep(100);
  }
}

async function spawnServer(cluster: Cluster): Promise<ChildProcess> {
  await makeSocketFolder(cluster);
  const logFile = await open(cluster.logFile, 'a', 0o600);
  try {
    const parameters = Object.entries({
      ...cluster.parameters,
      cluster_name: cluster.name,
      listen_addresses: '',
      unix_socket_directories: cluster.socketFolderForServer,
      // A connection needs no password, so only the server's user, and root, may connect.
      unix_socket_permissions: '0700',
    });
    const command = [
      cluster.binaries.postgres,
      '-D',
      await nameForServer(cluster.folder, cluster.account),
      ...parameters.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ];
    return spawn(
      '/bin/sh',
      ['-c', watchdogScript, watchdogName, String(process.pid), cluster.socketFolder, ...command],
      {
        ...cluster.account,
        cwd: cluster.folder,
        env: { PATH: process.env['PATH'], TZ: 'UTC' },
        detached: true,
        stdio: ['pipe', logFile.fd, logFile.fd],
      },
    );
  } finally {
    await logFile.close();
  }
}

/** Waits until the server accepts connections; false when it ended before. Recovery after a crash may take a while. */
async function becomesReady(
  watchdog: ChildProcess,
  cluster: Cluster,
  log: (message: string) => void,
): Promise<boolean> {
  const startedAt = Date.now();
  let toldAt = startedAt;
  while (watchdog.exitCode === null && watchdog.signalCode === null) {
    if (await answers(cluster.socketFolder)) return true;
    if (Date.now() - toldAt > 5_000) {
      log('PostgreSQL is still starting');
      toldAt = Date.now();
    }
    if (Date.now() - startedAt > readyTimeoutMs) return false;
    await sleep(5);
  }
  return false;
}

async function answers(socketFolder: string): Promise<boolean> {
  if (!(await hasSocket(socketFolder))) return false;
  try {
    await withClient({ host: socketFolder, database: 'postgres' }, (client) => client.query('select 1'));
    return true;
  } catch {
    return false;
  }
}

/** False only when it is certain that there is none. */
async function hasSocket(socketFolder: string): Promise<boolean> {
  return lstat(join(socketFolder, socketName)).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
  );
}

async function ensureDatabase(config: ConnectionConfig): Promise<void> {
  await withClient({ ...config, database: 'postgres' }, async (client) => {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [ownerName]);
    if (rowCount === 0) await client.query(`create database ${ownerName}`);
  });
}

async function withClient(config: ConnectionConfig, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({
    port: 5432,
    user: ownerName,
    ssl: false,
    ...config,
    connectionTimeoutMillis: 5_000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    await work(client);
  } finally {
    await client.end();
  }
}

async function stopServer({ watchdog, pid }: Server): Promise<void> {
  const ended = hasEnded(watchdog);
  // The server ends all connections, flushes and stops.
  if (watchdog.exitCode === null && watchdog.signalCode === null) endSessions(pid);
  watchdog.stdin?.destroy();
  const inTime = await Promise.race([ended.then(() => true), sleep(stopTimeoutMs, false, { ref: false })]);
  if (!inTime)
    await stopProcess(pid, [
      ['SIGQUIT', 5_000],
      ['SIGKILL', 5_000],
    ]);
  await ended;
}

function endSessions(pid: number): void {
  try {
    process.kill(pid, 'SIGINT');
  } catch {
    // It has ended by itself.
  }
}

function hasEnded(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => void child.once('exit', () => resolve()));
}

/** Only the server's user, and root, may enter. The name cannot be guessed, so a name that is taken is suspicious. */
async function makeSocketFolder({ socketFolder, folder, account }: Cluster): Promise<void> {
  if (socketFolder === folder) return;
  try {
    await mkdir(socketFolder, { mode: 0o700 });
    if (account.uid !== undefined) await chown(socketFolder, account.uid, account.gid);
  } catch (error) {
    const found = await lstat(socketFolder).catch(() => null);
    const expectedOwner = account.uid ?? process.getuid?.();
    if (!found?.isDirectory() || found.uid !== expectedOwner) {
      throw new EmbeddedError(`cannot make ${socketFolder} for the database's socket: ${(error as Error).message}`);
    }
  }
}

/** The size of the log, which is emptied when it has become large. */
async function logSize(file: string): Promise<number> {
  const { size } = await stat(file).catch(() => ({ size: 0 }));
  if (size < largestLogBytes) return size;
  await rename(file, `${file}.1`);
  return 0;
}

/** Why the server ended: the first fatal line it logged since `offset`. */
async function readReason(file: string, offset: number): Promise<string> {
  const { bavail, bsize } = await statfs(file);
  // A server without disk space could not log the reason.
  if (bavail * bsize < walFileBytes) return 'the disk is full';
  const log = await open(file);
  try {
    const { buffer, bytesRead } = await log.read(Buffer.alloc(64_000), 0, 64_000, offset);
    const text = buffer.toString('utf8', 0, bytesRead);
    return reasonIn(text) ?? (text.trim().split('\n').at(-1) || `see ${file}`);
  } finally {
    await log.close();
  }
}

/** The reason why a server did not start, from its log; null when the log does not say. */
export function reasonIn(logged: string): string | null {
  // Two other messages have the same severity: that a client came too early, and that a killed server ends its connections.
  return /(?:FATAL|PANIC): +(?! |the database system is|terminating connection)(.*)/.exec(logged)?.[1] ?? null;
}

/** Fits a small machine and does not limit a large one. Durability is PostgreSQL's default: full. */
function tunedParameters(): Record<string, string> {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.MAX_SAFE_INTEGER);
  const sharedMegabytes = Math.max(32, Math.min(1_024, Math.floor(memory / 8 / 2 ** 20)));
  return {
    shared_buffers: `${sharedMegabytes}MB`,
    max_connections: '100',
    max_wal_size: '2GB',
    checkpoint_timeout: '15min',
    // The only compression in this build takes longer for a page than writing the page.
    wal_compression: 'off',
    max_logical_replication_workers: '0',
    random_page_cost: '1.1',
    // The statements here are short; compiling them takes longer than running them.
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    log_min_messages: 'error',
    // Statements contain what people typed, which does not belong in a log.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
  };
}

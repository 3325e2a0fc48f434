import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { listen } from './listen.ts';
import { isConnectionUsable, runQuery, type PreparedStatement, type Queryable, type Transaction } from './query.ts';
import { runningMs } from './running-time.ts';
import { watchForSilence } from './silence.ts';
import { transact } from './transact.ts';
import { types } from './types.ts';

export {
  arrayLiteral,
  isDeadlock,
  isLockTimeout,
  isUnavailable,
  levelOfFailure,
  type PreparedStatement,
  type Queryable,
  type Transaction,
} from './query.ts';

/** Where the database is: a host (a name, or the folder of a Unix socket) or a connection string, and the user who connects. */
export type ConnectionConfig = Pick<
  pg.ClientConfig,
  'host' | 'port' | 'user' | 'password' | 'database' | 'connectionString' | 'ssl'
>;

/** The role of a process: serve players, work, serve the operators, or serve programs with a key. */
export type ProcessRole = 'izi_app' | 'izi_worker' | 'izi_console' | 'izi_machine';

export interface ConnectSettings {
  readonly config: ConnectionConfig;
  /** Shown in `pg_stat_activity`. */
  readonly applicationName: string;
  /** The most connections this process opens at once. */
  readonly max: number;
  /**
   * The role every session takes on; without it, the role of the user who connects. It is a convenience, not a defence: any
   * SQL in such a session can reset it, so the application's user has no other role worth having.
   */
  readonly role?: ProcessRole;
  /** The time limit of one statement, in milliseconds. 5,000 by default. */
  readonly statementTimeoutMs?: number;
  /** The longest a transaction may be idle, in milliseconds. 5,000 by default. */
  readonly idleInTransactionTimeoutMs?: number;
  /** The longest to wait for a connection, new or free, in milliseconds. 5,000 by default. */
  readonly connectTimeoutMs?: number;
  /** Further server settings for each session, such as `{ enable_seqscan: 'off' }`. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** Called when an idle connection breaks. The pool replaces it by itself. */
  readonly onConnectionError?: (error: Error) => void;
}

export interface Database extends Queryable {
  /** Runs `work` in one READ COMMITTED transaction: committed when it returns, rolled back when it throws. */
  transact<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /**
   * Calls `handler` with the payload of each `NOTIFY channel`, on a separate connection that reconnects by itself. After a
   * break it calls `handler(null)`: notifications may have been missed. Until then, from some six seconds after the last sign of
   * life at the latest, it has called `onBreak`. Resolves to a function that stops it, once it listens or the first try failed,
   * which counts as a break.
   */
  listen(
    channel: string,
    handler: (payload: string | null) => void,
    onBreak?: () => void,
  ): Promise<() => Promise<void>>;
  /** How many connections this process has open, how many of these are idle, and how many callers want one. */
  connections(): Connections;
  /** Stops listening, waits for the running queries and closes every connection. */
  end(): Promise<void>;
}

export interface Connections {
  readonly open: number;
  readonly idle: number;
  readonly wanted: number;
  readonly most: number;
}

const defaultTimeoutMs = 5_000;
const closeTimeoutMs = 2_000;

export function connect(settings: ConnectSettings): Database {
  const clientConfig = toClientConfig(settings);
  const onConnectionError = settings.onConnectionError ?? (() => {});
  const connectTimeoutMs = settings.connectTimeoutMs ?? defaultTimeoutMs;
  const pool = new pg.Pool({
    ...clientConfig,
    max: settings.max,
    connectionTimeoutMillis: connectTimeoutMs,
    // Longer than the pauses of the background work: a new connection is a new process, which plans each statement anew.
    idleTimeoutMillis: 60_000,
  });
  const open = new Set<pg.PoolClient>();
  // Later than the server's own limit, so that it only applies when the server cannot be reached.
  const silence = watchForSilence(clientConfig, (settings.statementTimeoutMs ?? defaultTimeoutMs) + 1_000);
  pool.on('connect', (client) => {
    silence.greet(client);
    open.add(client);
    client.once('end', () => open.delete(client));
  });
  pool.on('error', (error) => {
    if (!pool.ending) onConnectionError(error);
  });

  async function checkOut(): Promise<pg.PoolClient> {
    const since = runningMs();
    for (;;) {
      try {
        const client = await pool.connect();
        if (!silence.isDoubtful(client)) return client;
        client.release(true);
      } catch (error) {
        // The pool's timers count the time in which this process did not run.
        if (!isPoolTimeout(error) || runningMs() - since > connectTimeoutMs / 2) throw error;
      }
    }
  }

  const listeners = new Set<() => Promise<void>>();
  return {
    async query<Row extends object>(sql: string | PreparedStatement, params?: readonly unknown[]) {
      const client = await checkOut();
      try {
        const rows = await silence.during(client, () => runQuery<Row>(client, sql, params));
        client.release();
        return rows;
      } catch (error) {
        client.release(isConnectionUsable(error) ? undefined : true);
        throw error;
      }
    },
    transact: (work) => transact(checkOut, silence.during, work),
    async listen(channel, handler, onBreak) {
      const stop = await listen(clientConfig, channel, handler, onConnectionError, onBreak);
      listeners.add(stop);
      return async () => {
        listeners.delete(stop);
        await stop();
      };
    },
    connections: () => ({
      open: pool.totalCount,
      idle: pool.idleCount,
      wanted: pool.waitingCount,
      most: settings.max,
    }),
    async end() {
      await Promise.all([...listeners].map((stop) => stop()));
      listeners.clear();
      await pool.end();
      silence.stop();
      // The pool only sends the terminate message. A server that is stopped right after would still find the connections
      // open.
      await Promise.race([Promise.all([...open].map(hasClosed)), sleep(closeTimeoutMs, undefined, { ref: false })]);
    },
  };
}

/** pg has no code for it. */
function isPoolTimeout(error: unknown): boolean {
  return error instanceof Error && /timeout exceeded when trying to connect|connection timeout/.test(error.message);
}

function hasClosed(client: pg.ClientBase): Promise<void> {
  return new Promise((resolve) => void client.once('end', () => resolve()));
}

/** After a minute of silence the server ends a session whose network was cut; by default, after two hours. */
const keepAlives = { tcp_keepalives_idle: '30', tcp_keepalives_interval: '10', tcp_keepalives_count: '3' };

function toClientConfig(settings: ConnectSettings): pg.ClientConfig {
  const parameters = { ...keepAlives, ...(settings.role && { role: settings.role }), ...settings.parameters };
  return withServerOptions(
    {
      ...settings.config,
      application_name: settings.applicationName,
      statement_timeout: settings.statementTimeoutMs ?? defaultTimeoutMs,
      idle_in_transaction_session_timeout: settings.idleInTransactionTimeoutMs ?? defaultTimeoutMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      types,
    },
    Object.entries(parameters)
      .map(([name, value]) => `-c ${name}=${value.replaceAll(/[\\ ]/g, '\\$&')}`)
      .join(' '),
  );
}

/** Adds start-up options. Options in a connection string would hide the ones beside it, so both are joined there. */
function withServerOptions(config: pg.ClientConfig, options: string): pg.ClientConfig {
  const given = /[?&]options=([^&]*)/.exec(config.connectionString ?? '')?.[1];
  if (given === undefined) return { ...config, options };
  const joined = `options=${given}${encodeURIComponent(` ${options}`)}`;
  return { ...config, connectionString: config.connectionString?.replace(`options=${given}`, () => joined) ?? '' };
}

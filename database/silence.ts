import pg from 'pg';
import { isStandby } from './query.ts';

/**
 * Detects half-open connections. A cut network reports no error: a statement waits for its answer until its time limit,
 * which in the background is minutes, and idle connections look healthy. So the server is asked, on a separate connection,
 * whether it still works on statements that are late.
 */
export interface SilenceWatch {
  /** Runs one statement on this connection. */
  during<T>(client: pg.ClientBase, statement: () => Promise<T>): Promise<T>;
  /** A new connection, over which the server has just answered. */
  greet(client: pg.ClientBase): void;
  /**
   * Whether its last answer is older than the last statement that a cut connection lost, or that a standby refused. It may be
   * cut as well, or lead to the same standby.
   */
  isDoubtful(client: pg.ClientBase): boolean;
  stop(): void;
}

/** An answer that takes longer is late. */
const lateMs = 1_000;
const askEveryMs = 1_000;
const askTimeoutMs = 2_000;
/** When the server is idle once, the answer may just be on its way. */
const idleTimesToBeCut = 2;

interface UnderWay {
  readonly sentAt: number;
  foundIdle: number;
}

export function watchForSilence(config: pg.ClientConfig): SilenceWatch {
  const underWay = new Map<pg.ClientBase, UnderWay>();
  const heardAt = new WeakMap<pg.ClientBase, number>();
  let cutAt = -Infinity;
  let asking = false;
  const timer = setInterval(() => void askAfterLate(), askEveryMs);
  timer.unref();

  async function during<T>(client: pg.ClientBase, statement: () => Promise<T>): Promise<T> {
    const sentAt = performance.now();
    underWay.set(client, { sentAt, foundIdle: 0 });
    try {
      const result = await statement();
      heardAt.set(client, performance.now());
      return result;
    } catch (error) {
      if (isStandby(error)) cutAt = performance.now();
      else if (error instanceof pg.DatabaseError) heardAt.set(client, performance.now());
      else cutAt = Math.max(cutAt, sentAt);
      throw error;
    } finally {
      underWay.delete(client);
    }
  }

  async function askAfterLate(): Promise<void> {
    const late = [...underWay].filter(([, { sentAt }]) => performance.now() - sentAt > lateMs);
    if (late.length === 0 || asking) return;
    asking = true;
    const idle = await findIdle(
      config,
      late.map(([client]) => processIdOf(client)),
    );
    asking = false;
    for (const [client, statement] of late) {
      if (!idle.has(processIdOf(client))) continue;
      statement.foundIdle += 1;
      // The statement is rejected; the pool opens another connection.
      if (statement.foundIdle === idleTimesToBeCut && underWay.get(client) === statement) void endNow(client);
    }
  }

  return {
    during,
    greet: (client) => void heardAt.set(client, performance.now()),
    isDoubtful: (client) => heardAt.get(client)! < cutAt,
    stop: () => clearInterval(timer),
  };
}

/** pg knows the process id from the start of the connection; its types do not show it. */
function processIdOf(client: pg.ClientBase): number {
  return (client as unknown as { processID: number }).processID;
}

/** With a running statement, pg closes the connection without the terminate message. */
function endNow(client: pg.ClientBase): Promise<void> {
  return (client as pg.Client).end().catch(() => {});
}

/**
 * Which of these server processes are idle or gone. None when that cannot be found out: while the network is cut, and behind
 * a pooler, which has process ids of its own.
 */
async function findIdle(config: pg.ClientConfig, pids: readonly number[]): Promise<ReadonlySet<number>> {
  // As the user who connected, who may see all of their own sessions, and not in the role that those sessions took on.
  const { options: _role, ...plain } = config;
  const client = new pg.Client({ ...plain, connectionTimeoutMillis: askTimeoutMs, query_timeout: askTimeoutMs });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ pid: number }>(
      `select asked.pid
       from unnest($1::integer[]) as asked (pid) left join pg_stat_activity a on a.pid = asked.pid
       where pg_backend_pid() = $2 and (a.pid is null or a.state like 'idle%')`,
      [pids, processIdOf(client)],
    );
    return new Set(rows.map(({ pid }) => pid));
  } catch {
    return new Set();
  } finally {
    void endNow(client);
  }
}

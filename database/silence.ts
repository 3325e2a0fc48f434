import pg from 'pg';

/**
 * A network that is cut tells nobody: a statement waits for its answer until its time is up, which in the background are
 * minutes, and connections that rest look as good as ever. So whatever is late is asked after, on a connection of its own.
 */
export interface SilenceWatch {
  /** Runs one statement on this connection. */
  during<T>(client: pg.ClientBase, statement: () => Promise<T>): Promise<T>;
  /** A new connection, which has just been heard. */
  greet(client: pg.ClientBase): void;
  /** Whether a connection was last heard before one that turned out to be cut. It may be cut as well. */
  isDoubtful(client: pg.ClientBase): boolean;
  stop(): void;
}

/** An answer that takes longer is late. */
const LATE_MS = 1_000;
const ASK_EVERY_MS = 1_000;
const ASK_TIMEOUT_MS = 2_000;
/** Once, the answer may just be on its way. */
const IDLE_TIMES_TO_BE_CUT = 2;

interface UnderWay {
  readonly sentAt: number;
  foundIdle: number;
}

export function watchForSilence(config: pg.ClientConfig): SilenceWatch {
  const underWay = new Map<pg.ClientBase, UnderWay>();
  const heardAt = new WeakMap<pg.ClientBase, number>();
  let cutAt = -Infinity;
  let asking = false;
  const timer = setInterval(() => void askAfterLate(), ASK_EVERY_MS);
  timer.unref();

  async function during<T>(client: pg.ClientBase, statement: () => Promise<T>): Promise<T> {
    const sentAt = performance.now();
    underWay.set(client, { sentAt, foundIdle: 0 });
    try {
      const result = await statement();
      heardAt.set(client, performance.now());
      return result;
    } catch (error) {
      if (error instanceof pg.DatabaseError) heardAt.set(client, performance.now());
      else cutAt = Math.max(cutAt, sentAt);
      throw error;
    } finally {
      underWay.delete(client);
    }
  }

  async function askAfterLate(): Promise<void> {
    const late = [...underWay].filter(([, { sentAt }]) => performance.now() - sentAt > LATE_MS);
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
      // Its statement is rejected; the pool makes another connection.
      if (statement.foundIdle === IDLE_TIMES_TO_BE_CUT && underWay.get(client) === statement) void endNow(client);
    }
  }

  return {
    during,
    greet: (client) => void heardAt.set(client, performance.now()),
    isDoubtful: (client) => heardAt.get(client)! < cutAt,
    stop: () => clearInterval(timer),
  };
}

/** pg knows it from the start of the connection; its types do not. */
function processIdOf(client: pg.ClientBase): number {
  return (client as unknown as { processID: number }).processID;
}

/** With a statement under way, pg drops the connection without a goodbye. */
function endNow(client: pg.ClientBase): Promise<void> {
  return (client as pg.Client).end().catch(() => {});
}

/**
 * Which of these processes of the server are not at work on anything, or gone. None where that cannot be learnt: while the
 * network is cut, and behind a pooler, whose numbers are its own.
 */
async function findIdle(config: pg.ClientConfig, pids: readonly number[]): Promise<ReadonlySet<number>> {
  // As the user who connected, who may see all of their own sessions, and not in the role that those took on.
  const { options: _role, ...plain } = config;
  const client = new pg.Client({ ...plain, connectionTimeoutMillis: ASK_TIMEOUT_MS, query_timeout: ASK_TIMEOUT_MS });
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

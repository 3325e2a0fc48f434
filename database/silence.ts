import { setImmediate as turnOfEventLoop } from 'node:timers/promises';
import type { Socket } from 'node:net';
import pg from 'pg';
import { isStandby } from './query.ts';
import { afterRunning, runningMs } from './running-time.ts';

/**
 * Detects half-open connections. A cut network reports no error: a statement waits for its answer until its time limit,
 * which in the background is minutes, and idle connections look healthy. So the server is asked, on a separate connection,
 * whether it still works on statements that are late.
 *
 * Only a process that ran, and has read what its socket held, has heard nothing.
 */
export interface SilenceWatch {
  /**
   * Runs one statement on this connection.
   *
   * @throws the error by which the connection was lost, if it was lost before
   */
  during<T>(client: pg.ClientBase, statement: () => Promise<T>): Promise<T>;
  /** A new connection, over which the server has just answered. */
  greet(client: pg.ClientBase): void;
  /**
   * Whether it is not to be used: it is lost, or its last answer is older than the last statement that a cut connection lost,
   * or that a standby refused. Then it may be cut as well, or lead to the same standby.
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
  readonly client: pg.ClientBase;
  readonly sentAt: number;
  bytesRead: number;
  foundIdle: number;
}

/** @param limitMs the longest that a server which can be reached is silent during a statement */
export function watchForSilence(config: pg.ClientConfig, limitMs: number): SilenceWatch {
  const underWay = new Set<UnderWay>();
  const heardAt = new WeakMap<pg.ClientBase, number>();
  const lostBy = new WeakMap<pg.ClientBase, Error>();
  let cutAt = -Infinity;
  let asking = false;
  const timer = setInterval(() => void askAfterLate(), askEveryMs);
  timer.unref();

  async function during<T>(client: pg.ClientBase, statement: () => Promise<T>): Promise<T> {
    const lost = lostBy.get(client);
    if (lost) throw lost;
    const sentAt = performance.now();
    const entry = { client, sentAt: runningMs(), bytesRead: socketOf(client).bytesRead, foundIdle: 0 };
    underWay.add(entry);
    try {
      const result = await withinSilence(client, limitMs, statement);
      heardAt.set(client, performance.now());
      return result;
    } catch (error) {
      if (isStandby(error)) cutAt = performance.now();
      else if (error instanceof pg.DatabaseError) heardAt.set(client, performance.now());
      else cutAt = Math.max(cutAt, sentAt);
      throw error;
    } finally {
      underWay.delete(entry);
    }
  }

  async function askAfterLate(): Promise<void> {
    const late = [...underWay].filter(({ sentAt }) => runningMs() - sentAt > lateMs);
    if (late.length === 0 || asking) return;
    asking = true;
    const askedAt = performance.now();
    const idle = await findIdle(
      config,
      late.map(({ client }) => processIdOf(client)),
    );
    // An answer that came meanwhile is read first.
    await turnOfEventLoop();
    asking = false;
    // A server that takes long to answer this takes long to begin a statement, too.
    if (performance.now() - askedAt > lateMs) return;
    for (const statement of late) {
      const { client, bytesRead } = statement;
      statement.bytesRead = socketOf(client).bytesRead;
      if (!idle.has(processIdOf(client)) || statement.bytesRead !== bytesRead) continue;
      statement.foundIdle += 1;
      // The statement is rejected; the pool opens another connection.
      if (statement.foundIdle === idleTimesToBeCut && underWay.has(statement)) giveUp(client, 'the answer was lost');
    }
  }

  return {
    during,
    greet(client) {
      heardAt.set(client, performance.now());
      // The pool only handles the errors of idle clients. A client that breaks while it is checked out would otherwise raise
      // an unhandled 'error' event, which ends the process. Later events only say that it is closed.
      client.on('error', (error) => void (lostBy.has(client) || lostBy.set(client, error)));
    },
    isDoubtful: (client) => lostBy.has(client) || heardAt.get(client)! < cutAt,
    stop: () => clearInterval(timer),
  };
}

/**
 * Runs a statement, and gives the connection up when nothing has arrived on it for so long. It takes the place of pg's
 * `query_timeout`, which counts the time in which this process did not run, and calls an answer late that nobody has read.
 */
export async function withinSilence<T>(
  client: pg.ClientBase,
  limitMs: number,
  statement: () => Promise<T>,
): Promise<T> {
  const socket = socketOf(client);
  let { bytesRead } = socket;
  const wait = () =>
    afterRunning(limitMs, () => {
      if (socket.bytesRead === bytesRead) return giveUp(client, `no answer within ${limitMs} ms`);
      ({ bytesRead } = socket);
      cancel = wait();
    });
  let cancel = wait();
  try {
    return await statement();
  } finally {
    cancel();
  }
}

/** Queries under way on the connection are rejected. */
function giveUp(client: pg.ClientBase, why: string): void {
  socketOf(client).destroy(new Error(`Connection terminated: ${why}`));
}

/** Properties that pg has from the start of the connection, though its types do not show them. */
interface Inside {
  readonly processID: number;
  readonly connection: { readonly stream: Socket };
}

const processIdOf = (client: pg.ClientBase) => (client as unknown as Inside).processID;
const socketOf = (client: pg.ClientBase) => (client as unknown as Inside).connection.stream;

/**
 * Which of these server processes are idle or gone. None when that cannot be found out: while the network is cut, and behind
 * a pooler, which has process ids of its own.
 */
async function findIdle(config: pg.ClientConfig, pids: readonly number[]): Promise<ReadonlySet<number>> {
  // Runs as the user who connected, who may see all of their own sessions, and not in the role that those sessions took
  // on.
  const { options: _role, ...plain } = config;
  const client = new pg.Client({ ...plain, connectionTimeoutMillis: askTimeoutMs });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await withinSilence(client, askTimeoutMs, () =>
      client.query<{ pid: number }>(
        `select asked.pid
         from unnest($1::integer[]) as asked (pid) left join pg_stat_activity a on a.pid = asked.pid
         where pg_backend_pid() = $2 and (a.pid is null or a.state like 'idle%')`,
        [pids, processIdOf(client)],
      ),
    );
    return new Set(rows.map(({ pid }) => pid));
  } catch {
    return new Set();
  } finally {
    // With a running statement, pg closes the connection without the terminate message.
    void client.end().catch(() => {});
  }
}

import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { mergeMetrics } from './merge-metrics.ts';
import { databaseAwayCode, partVariable, type Order, type Part, type Report } from './part.ts';

/** A process that the supervisor keeps running. */
export interface Place {
  readonly part: Omit<Part, 'replaces'>;
  /** Settings of its own; the others are those of the supervisor. */
  readonly settings: Readonly<Record<string, string>>;
}

export interface Supervisor {
  /** News of its processes for the person who starts the site. */
  readonly news: readonly string[];
  /**
   * Replaces all processes one after another: the new one is ready before the old one stops. A second call during a replacement starts
   * another one after it: processes that were replaced early may be older than the second call.
   */
  restart(): Promise<void>;
  /** Stops all processes, each after the calls that it has under way. */
  stop(): Promise<void>;
  /** The metrics of all processes, each series with the label `process`. */
  readMetrics(): Promise<string>;
}

/** A process said on its own output why it does not start. */
class StartError extends Error {
  override readonly name = 'StartError';
  /** Whether the fault lies outside of the process; see `isFromOutside`. */
  readonly fromOutside: boolean;

  constructor(name: string, fromOutside: boolean) {
    super(`The process ${name} did not start`);
    this.fromOutside = fromOutside;
  }
}

/**
 * Seconds, as a rule. A machine that is far too busy gets its time: a process that is killed here begins again. One that says that it
 * waits for the database is not killed.
 */
const startTimeoutMs = 300_000;
/** Calls under way take seconds. Whoever takes longer is killed, or a deploy would never end. */
const stopTimeoutMs = 25_000;
const metricsTimeoutMs = 2_000;
/**
 * A process that ends sooner than this failed to start. If the fault is its own, the next start waits twice as long as the one before. If
 * the cause lies outside, such as a database that is away, it always waits for the first pause: the cause may be gone at any moment.
 */
const shortLifeMs = 10_000;
const firstPauseMs = 250;
const longestPauseMs = 30_000;

interface Started {
  readonly worker: Worker;
  readonly news: string | null;
}

interface Seat extends Place {
  worker: Worker | undefined;
  /** Called before the next process is started. */
  pauseMs: number;
  /** Operations on one place run one after another. */
  turn: Promise<void>;
}

/**
 * Starts a process for each place and keeps them running. Those that listen on one port share it: this process accepts the
 * connections, and gives each to the next process in turn, so that a process that ends takes along only what it was given.
 *
 * @param beforeRestart what new processes need first; where it fails, the old ones stay
 * @throws StartError when a process does not start; all are stopped
 */
export async function startSupervisor(
  places: readonly Place[],
  log: Logger,
  beforeRestart: () => Promise<unknown>,
): Promise<Supervisor> {
  cluster.schedulingPolicy = cluster.SCHED_RR;
  const stopping = new AbortController();
  const seats = places.map((place): Seat => ({
    ...place,
    worker: undefined,
    pauseMs: 0,
    turn: Promise.resolve(),
  }));
  let asked = 0;

  /**
   * Resolves when the process is ready.
   *
   * @param replaces whether the process that had the place still serves
   * @throws StartError
   */
  function startProcess({ part, settings }: Place, replaces = false): Promise<Started> {
    const worker = cluster.fork({ ...settings, [partVariable]: JSON.stringify({ ...part, replaces } satisfies Part) });
    // A send to a process that has just died; its exit is noticed.
    worker.on('error', () => {});
    closeWhatIsNotTaken(worker);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => worker.process.kill('SIGKILL'), startTimeoutMs);
      const fail = (code: number | null, signal: string | null) => {
        clearTimeout(timer);
        reject(new StartError(part.name, isFromOutside(code, signal)));
      };
      worker.once('exit', fail);
      worker.on('message', (report: Report) => {
        if (report.izi === 'waiting') return void timer.refresh();
        if (report.izi !== 'ready') return;
        clearTimeout(timer);
        worker.off('exit', fail);
        // It did not hear the order before it was ready.
        if (stopping.signal.aborted) order(worker, { izi: 'stop' });
        resolve({ worker, news: report.news });
      });
    });
  }

  function seatProcess(seat: Seat, worker: Worker): void {
    const since = performance.now();
    seat.worker = worker;
    worker.once('exit', (code, signal) => {
      if (seat.worker !== worker) return;
      seat.worker = undefined;
      if (stopping.signal.aborted) return;
      seat.pauseMs = performance.now() - since < shortLifeMs ? nextPauseMs(seat, isFromOutside(code, signal)) : 0;
      log.error({ process: seat.part.name, code, signal }, 'a process died and is replaced');
      void inTurn(seat, () => fill(seat));
    });
  }

  async function fill(seat: Seat): Promise<void> {
    while (!stopping.signal.aborted && seat.worker === undefined) {
      try {
        await sleep(seat.pauseMs, undefined, { signal: stopping.signal });
        seatProcess(seat, (await startProcess(seat)).worker);
      } catch (error) {
        if (stopping.signal.aborted) return;
        seat.pauseMs = nextPauseMs(seat, error instanceof StartError && error.fromOutside);
        log.error({ err: error, process: seat.part.name }, 'a process does not start and is tried again');
      }
    }
  }

  function inTurn(seat: Seat, work: () => Promise<void>): Promise<void> {
    const done = seat.turn.then(work);
    seat.turn = done.catch(() => {});
    return done;
  }

  async function replace(seat: Seat): Promise<void> {
    if (stopping.signal.aborted) return;
    const { worker } = await startProcess(seat, seat.worker !== undefined);
    const old = seat.worker;
    seatProcess(seat, worker);
    if (old) await end(old, 'leave');
  }

  async function replaceAll(): Promise<void> {
    if (stopping.signal.aborted) return;
    log.info('replacing all processes, one after another');
    try {
      await beforeRestart();
      for (const seat of seats) await inTurn(seat, () => replace(seat));
      log.info('all processes are replaced');
    } catch (error) {
      if (!stopping.signal.aborted)
        log.error({ err: error }, 'the restart was abandoned, and the running processes stay');
    }
  }

  let underWay: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  function restart(): Promise<void> {
    next ??= underWay.then(() => {
      next = undefined;
      return (underWay = replaceAll());
    });
    return next;
  }

  async function stop(): Promise<void> {
    stopping.abort();
    // Includes processes that are still starting, and those that are stopping.
    await Promise.all(Object.values(cluster.workers ?? {}).map((worker) => end(worker!, 'stop')));
  }

  function readMetricsOf({ worker }: Seat): Promise<string> {
    if (worker === undefined) return Promise.resolve('');
    const id = (asked += 1);
    return new Promise((resolve) => {
      const finish = (text: string) => {
        clearTimeout(timer);
        worker.off('message', hear);
        resolve(text);
      };
      const hear = (report: Report) => {
        if (report.izi === 'metrics' && report.id === id) finish(report.text);
      };
      const timer = setTimeout(() => finish(''), metricsTimeoutMs);
      worker.on('message', hear);
      order(worker, { izi: 'metrics', id });
    });
  }

  const starts = await Promise.allSettled(
    seats.map(async (seat) => {
      const { worker, news } = await startProcess(seat);
      seatProcess(seat, worker);
      return news;
    }),
  );
  const failed = starts.find((start) => start.status === 'rejected');
  if (failed) {
    await stop();
    throw failed.reason;
  }
  return {
    news: starts.flatMap((start) => (start.status === 'fulfilled' ? (start.value ?? []) : [])),
    restart,
    stop,
    readMetrics: async () => mergeMetrics(await Promise.all(seats.map(readMetricsOf))),
  };
}

/** Killed by whoever runs the machine, or by the kernel for want of memory; a crash of the program has other signals. */
const signalsFromOutside: readonly (string | null)[] = ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'];

/** Whether a process ended by a fault that lies outside of it: it was killed, or its database does not answer. */
export function isFromOutside(code: number | null, signal: string | null): boolean {
  return code === databaseAwayCode || signalsFromOutside.includes(signal);
}

function nextPauseMs({ pauseMs }: Seat, fromOutside: boolean): number {
  if (fromOutside || pauseMs === 0) return firstPauseMs;
  return Math.min(longestPauseMs, 2 * pauseMs);
}

/** The messages between Node's cluster and a process that gets a connection. */
interface ClusterMessage {
  readonly act?: string;
  readonly seq?: number;
  readonly ack?: number;
}

/**
 * Node keeps its own end of a connection until the process that gets it has taken it. When the process is killed before, Node
 * forgets that end without closing it, and the caller would wait in vain. Closed, they connect again. Callers whose process
 * was killed come back at that very moment, so this happens at almost every such death.
 */
function closeWhatIsNotTaken(worker: Worker): void {
  const sent = new Map<number, { close(): void }>();
  const child = worker.process;
  const send = child.send.bind(child) as (...args: unknown[]) => boolean;
  child.send = (...args: unknown[]) => {
    const [message, handle] = args as [ClusterMessage, { close(): void } | undefined];
    if (message.act === 'newconn' && message.seq !== undefined && handle) sent.set(message.seq, handle);
    return send(...args);
  };
  child.on('internalMessage', ({ ack }: ClusterMessage) => {
    if (ack !== undefined) sent.delete(ack);
  });
  worker.once('exit', () => {
    for (const handle of sent.values()) handle.close();
  });
}

function order(worker: Worker, what: Order): void {
  if (worker.isConnected()) worker.send(what, () => {});
}

/** Resolves when the process is gone. */
async function end(worker: Worker, how: 'stop' | 'leave'): Promise<void> {
  if (worker.isDead()) return;
  const gone = new Promise<void>((resolve) => void worker.once('exit', () => resolve()));
  order(worker, { izi: how });
  const timer = setTimeout(() => worker.process.kill('SIGKILL'), stopTimeoutMs);
  await gone;
  clearTimeout(timer);
}

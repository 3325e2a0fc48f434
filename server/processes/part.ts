import cluster from 'node:cluster';
import type { ConnectionConfig } from '#database/connect.ts';

/** How each kind of process reaches the database. */
export interface Logins {
  /** The login of processes that serve players. */
  readonly app: ConnectionConfig;
  readonly worker: ConnectionConfig;
  readonly operators: ConnectionConfig;
  /** The login of what programs with a key read. */
  readonly machines: ConnectionConfig;
}

/** The part of one process in a site with several, as its supervisor assigns it. It goes through the environment, so it holds no secret. */
export interface Part {
  /** Such as `web-1`: the label `process` of its metrics. A process that takes another's place has its name. */
  readonly name: string;
  /** How many web processes the site has on this machine. */
  readonly webs: number;
  /** The embedded database, which the supervisor runs; null where the settings say where the database is. */
  readonly embedded: Logins | null;
  /** Whether the process whose place it takes still serves. */
  readonly replaces: boolean;
}

/** An order of the supervisor to a process. `leave`: another process has taken its place already. */
export type Order = { readonly izi: 'stop' | 'leave' } | { readonly izi: 'metrics'; readonly id: number };

/** A report of a process to the supervisor. */
export type Report =
  | { readonly izi: 'ready'; readonly news: string | null }
  | { readonly izi: 'waiting' }
  | { readonly izi: 'metrics'; readonly id: number; readonly text: string };

/** The exit code of a process that ended because its database does not answer (EX_TEMPFAIL of sysexits.h). */
export const databaseAwayCode = 75;

/** How long a process whose supervisor was killed may take to finish: nobody is there to kill it. */
const orphanTimeoutMs = 25_000;

/** Its name among the environment variables. It is no setting: nobody but the supervisor sets it. */
export const partVariable = 'IZI_PART';

/** Null in a process that no supervisor started. */
export function readPart(): Part | null {
  const text = process.env[partVariable];
  return cluster.isWorker && text !== undefined ? (JSON.parse(text) as Part) : null;
}

/**
 * The share of this process, at least 1, in what the web processes of this machine may do at the same time, such as hashing passwords,
 * which takes a core each.
 */
export function shareOfMachine(most: number): number {
  return shareOf(most, readPart()?.webs ?? 1);
}

/** Rounded down, so that all together never have more than `most`; but at least 1, since a limit of 0 would close the site. */
export function shareOf(most: number, processes: number): number {
  return Math.max(1, Math.floor(most / processes));
}

/**
 * Does what the supervisor says. When the supervisor dies, this process finishes what it has under way and ends. The port is free at
 * once: the supervisor alone listened on it.
 */
export function obeySupervisor(work: {
  readonly stop: (order: 'stop' | 'leave') => void;
  readonly readMetrics: () => Promise<string>;
}): void {
  const worker = cluster.worker!;
  worker.once('disconnect', () => {
    // Otherwise Node would end this process at once.
    worker.exitedAfterDisconnect = true;
    setTimeout(() => process.exit(1), orphanTimeoutMs).unref();
    work.stop('stop');
  });
  process.on('message', (order: Order) => {
    if (order.izi === 'stop' || order.izi === 'leave') return work.stop(order.izi);
    if (order.izi !== 'metrics') return;
    const { id } = order;
    work.readMetrics().then(
      (text) => tell({ izi: 'metrics', id, text }),
      () => tell({ izi: 'metrics', id, text: '' }),
    );
  });
}

/** @param news what the person who starts the site is told about this process */
export function tellReady(news: string | null): void {
  tell({ izi: 'ready', news });
}

/** Tells the supervisor that this process works, and waits for the database. */
export function tellWaiting(): void {
  tell({ izi: 'waiting' });
}

function tell(report: Report): void {
  if (process.connected) process.send!(report, undefined, undefined, () => {});
}

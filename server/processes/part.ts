import cluster from 'node:cluster';
import type { ConnectionConfig } from '#database/connect.ts';

/** How the application and the operators' console reach the database. */
export interface Logins {
  readonly app: ConnectionConfig;
  readonly operators: ConnectionConfig;
}

/** What a process of a site with several is, as its supervisor says. It goes through the environment, so it holds no secret. */
export interface Part {
  /** Such as `web-1`: the label `process` of its metrics. A process that takes another's place has its name. */
  readonly name: string;
  /** How many web processes the site has on this machine. */
  readonly webs: number;
  /** The embedded database, which the supervisor runs; null where the settings say where the database is. */
  readonly embedded: Logins | null;
}

/** What the supervisor says to a process. `leave`: another has taken its place already. */
export type Order = { readonly izi: 'stop' | 'leave' } | { readonly izi: 'metrics'; readonly id: number };

/** What a process says to the supervisor. */
export type Report =
  | { readonly izi: 'ready'; readonly news: string | null }
  | { readonly izi: 'metrics'; readonly id: number; readonly text: string };

/** Its name among the environment variables. It is no setting: nobody but the supervisor sets it. */
export const partVariable = 'IZI_PART';

/** Null in a process that no supervisor started. */
export function readPart(): Part | null {
  const text = process.env[partVariable];
  return cluster.isWorker && text !== undefined ? (JSON.parse(text) as Part) : null;
}

/**
 * Of what the web processes of this machine may do at the same time, such as hashes of passwords, which take a core each: the
 * share of this process, at least 1.
 */
export function shareOfMachine(most: number): number {
  return shareOf(most, readPart()?.webs ?? 1);
}

/** Rounded down, so that all together never have more than `most`; but at least 1, since a limit of 0 would close the site. */
export function shareOf(most: number, processes: number): number {
  return Math.max(1, Math.floor(most / processes));
}

/** Does what the supervisor says. When the supervisor dies, Node ends this process at once, so that no port stays taken. */
export function obeySupervisor(work: {
  readonly stop: (order: 'stop' | 'leave') => void;
  readonly readMetrics: () => Promise<string>;
}): void {
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

function tell(report: Report): void {
  if (process.connected) process.send!(report, undefined, undefined, () => {});
}

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Load {
  /** Of the server, such as `http://127.0.0.1:41451`. */
  readonly url: string;
  readonly drawId: string;
  readonly connections: number;
  /** How many players take turns. */
  readonly players: number;
  readonly ticketsPerCheckout: number;
  /** Whether each player calls from an address of its own, which the server has to believe. */
  readonly ownAddresses?: boolean;
}

/** Calls that one address makes: on each connection the next when the last one is answered; and streams that it opens. */
export interface Attack {
  readonly url: string;
  readonly address: string;
  readonly paths: readonly string[];
  readonly connections: number;
  readonly streams: number;
}

export type ClosedLoop = Load;

export interface OpenLoop extends Load {
  readonly perSecond: number;
  readonly seconds: number;
}

/** In milliseconds. */
export interface Latencies {
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
}

export interface LoadResult extends Latencies {
  /** How many answers had each status. */
  readonly statuses: Readonly<Record<number, number>>;
  /** Connections that broke before the end. */
  readonly broken: number;
  readonly seconds: number;
  /** Checkouts placed in each second since the start. */
  readonly placedInSecond: readonly number[];
}

/** The latencies are those of placed checkouts. */
export interface OpenLoopResult extends Latencies {
  readonly statuses: Readonly<Record<number, number>>;
  readonly seconds: number;
  readonly sent: number;
  /** Checkouts for which no connection was free. */
  readonly unsent: number;
  /** Connections that the server closed. */
  readonly broken: number;
  /** Refusals that did not say when to come again. */
  readonly withoutRetryAfter: number;
  readonly placedPerSecond: number;
}

/** Bets until told to stop, from a process of its own. */
export async function startClosedLoop(load: ClosedLoop): Promise<{ stop(): Promise<LoadResult> }> {
  const child = startChild('closed-loop.ts', load);
  return {
    stop() {
      // Unless every connection broke, and it ended by itself.
      if (child.connected()) child.send('stop');
      return child.result as Promise<LoadResult>;
    },
  };
}

/** Bets for some seconds. @throws when any answer was not 201 */
export async function betInClosedLoop(
  load: ClosedLoop,
  seconds: number,
): Promise<LoadResult & { readonly perSecond: number }> {
  const running = await startClosedLoop(load);
  await sleep(seconds * 1_000);
  const result = await running.stop();
  const { 201: placed = 0, ...others } = result.statuses;
  if (Object.keys(others).length > 0 || result.broken > 0) {
    throw new Error(`bets were answered ${JSON.stringify(result.statuses)}; ${result.broken} connections broke`);
  }
  return { ...result, perSecond: placed / result.seconds };
}

/**
 * Attacks from a process of its own, and resolves when it is over its limit: what it may do by then is a burst of a second
 * or so. `stop` ends it, and says how many answers had each status.
 */
export async function startAttack(attack: Attack): Promise<{ stop(): Promise<Readonly<Record<number, number>>> }> {
  const child = startChild('attack.ts', attack);
  await Promise.race([child.told, child.result]);
  return {
    stop() {
      child.send('stop');
      return child.result as Promise<Readonly<Record<number, number>>>;
    },
  };
}

/** Sends bets at a fixed rate for some seconds, whatever becomes of them. */
export function betInOpenLoop(load: OpenLoop): Promise<OpenLoopResult> {
  return startChild('open-loop.ts', load).result as Promise<OpenLoopResult>;
}

interface LoadProcess {
  send(message: string): void;
  connected(): boolean;
  /** Resolves to the first word that the process says before its result. */
  readonly told: Promise<string>;
  readonly result: Promise<unknown>;
}

function startChild(file: string, load: Load | Attack): LoadProcess {
  const child = fork(join(import.meta.dirname, file), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  child.send(load);
  const told = Promise.withResolvers<string>();
  const answered = new Promise<unknown>((resolve) => {
    child.on('message', (message) => (typeof message === 'string' ? told.resolve(message) : resolve(message)));
  });
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`the load generator ended with ${code} and no figures`);
  });
  return {
    send: (message) => void child.send(message),
    connected: () => child.connected,
    told: told.promise,
    result: Promise.race([answered, failed]),
  };
}

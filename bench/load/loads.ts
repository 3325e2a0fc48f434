import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Load {
  /** The server's address, such as `http://127.0.0.1:41451`. */
  readonly url: string;
  readonly drawId: string;
  readonly connections: number;
  /** How many players take turns. */
  readonly players: number;
  readonly ticketsPerCheckout: number;
  /** Whether each player has an address of its own, in a header that the server must trust. */
  readonly ownAddresses?: boolean;
}

/** Calls from one address: each connection sends its next call when the last one is answered. It also opens streams. */
export interface Attack {
  readonly url: string;
  readonly address: string;
  readonly paths: readonly string[];
  readonly connections: number;
  readonly streams: number;
}

export interface OpenLoop extends Load {
  readonly perSecond: number;
  readonly seconds: number;
  /** The path that each call reads, such as `/api/bets`. Without it each call sends a checkout. */
  readonly reads?: string;
}

/** Players with one checkout each, all sent within the first second. */
export interface Rush extends Omit<Load, 'connections'> {
  readonly seconds: number;
}

/** The number of players whose checkout was placed by the end, and how often one was sent. */
export interface Cohort {
  placed: number;
  sent: number;
}

/** One half of the players sends a refused checkout again at once, the other half one second after the refusal. */
export interface RushResult {
  readonly atOnce: Cohort;
  readonly waiting: Cohort;
}

/** In milliseconds. */
export interface Latencies {
  readonly p50: number;
  readonly p99: number;
  readonly p999: number;
  readonly longest: number;
}

export interface LoadResult extends Latencies {
  /** The number of answers by status. */
  readonly statuses: Readonly<Record<number, number>>;
  /** Connections that broke before the end. */
  readonly broken: number;
  readonly seconds: number;
  /** Checkouts placed in each second since the start. */
  readonly placedInSecond: readonly number[];
}

/** The latencies are those of placed checkouts, or of answered reads. */
export interface OpenLoopResult extends Omit<LoadResult, 'placedInSecond'> {
  readonly sent: number;
  /** Checkouts for which no connection was free. */
  readonly unsent: number;
  /** Refusals without a Retry-After header. */
  readonly withoutRetryAfter: number;
  readonly placedPerSecond: number;
}

/** A load that runs in a separate process. `stop` ends it and returns its figures. */
interface Running<Result> {
  stop(): Promise<Result>;
}

/** Bets until told to stop. */
export async function startClosedLoop(load: Load): Promise<Running<LoadResult>> {
  return startChild<LoadResult>('closed-loop.ts', load);
}

/** Bets for this many seconds, and counts refusals (503). @throws when there was any other answer than these and 201 */
export async function betInClosedLoop(
  load: Load,
  seconds: number,
): Promise<LoadResult & { readonly perSecond: number; readonly refused: number }> {
  const running = await startClosedLoop(load);
  await sleep(seconds * 1_000);
  const result = await running.stop();
  const { 201: placed = 0, 503: refused = 0, ...others } = result.statuses;
  if (Object.keys(others).length > 0 || result.broken > 0) {
    throw new Error(`bets were answered ${JSON.stringify(result.statuses)}; ${result.broken} connections broke`);
  }
  return { ...result, refused, perSecond: placed / result.seconds };
}

/**
 * Attacks, and resolves when the rate limit has been reached; before that it may send a burst of about a second. The figures
 * are the number of answers by status.
 */
export async function startAttack(attack: Attack): Promise<Running<Readonly<Record<number, number>>>> {
  const child = startChild<Readonly<Record<number, number>>>('attack.ts', attack);
  await Promise.race([child.told, child.result]);
  return child;
}

/** Sends bets, or reads, at a fixed rate for this many seconds, without waiting for answers. */
export function sendInOpenLoop(load: OpenLoop): Promise<OpenLoopResult> {
  return startChild<OpenLoopResult>('open-loop.ts', load).result;
}

export function sendInRush(rush: Rush): Promise<RushResult> {
  return startChild<RushResult>('rush.ts', rush).result;
}

interface LoadProcess<Result> extends Running<Result> {
  /** Resolves to the first word that the process sends before its result. */
  readonly told: Promise<string>;
  readonly result: Promise<Result>;
}

function startChild<Result>(file: string, load: Load | Rush | Attack): LoadProcess<Result> {
  const child = fork(join(import.meta.dirname, file), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  child.send(load);
  const told = Promise.withResolvers<string>();
  const answered = new Promise<Result>((resolve) => {
    child.on('message', (message) =>
      typeof message === 'string' ? told.resolve(message) : resolve(message as Result),
    );
  });
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`the load generator ended with ${code} and no figures`);
  });
  const result = Promise.race([answered, failed]);
  return {
    told: told.promise,
    result,
    stop() {
      // The process ends by itself when every connection broke.
      if (child.connected) child.send('stop');
      return result;
    },
  };
}

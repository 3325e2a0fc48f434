import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Control, Fault, StandInRequest } from './serve.ts';

export interface StandIn {
  readonly url: string;
  /** The next call with this prefix, such as `POST /v1/transactions`, fails in this way. */
  fail(path: string, fault: Fault['fault']): Promise<void>;
  /** Whether it loses every second answer from now on, having done what it was asked. */
  loseEverySecond(loses: boolean): Promise<void>;
  change(path: string, fields: object): Promise<void>;
  /** Every call so far. */
  seen(): Promise<StandInRequest[]>;
  /** The party's own record of the payouts that it made. */
  paid(): Promise<Moved[]>;
  /** The party's own record of the deposits that it took. */
  taken(): Promise<Moved[]>;
  /** The party's own record of the payouts that it took back. */
  reversed(): Promise<Moved[]>;
  /** The notices that it sent, and how they were answered. */
  told(): Promise<Told[]>;
  /** Lets calls that failed as `held` continue. */
  release(): Promise<void>;
  stop(): Promise<void>;
}

export interface Moved {
  readonly ourRef: string;
  readonly amount: number;
  readonly phone: string | null;
}

export interface Told {
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The status of the answer; 0 where there was none. */
  readonly answered: number;
}

/** Starts an outside party's stand-in in a separate process. */
export async function startStandIn(name: 'fedapay' | 'cinetpay' | 'pawapay' | 'wave' | 'firebase'): Promise<StandIn> {
  const child = fork(fileURLToPath(new URL(`${name}.ts`, import.meta.url)), {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    execArgv: [],
  });
  const [line] = (await once(child.stdout!, 'data')) as [Buffer];
  const url = `http://127.0.0.1:${Number(line.toString())}`;
  const ask = (wish?: Control) =>
    fetch(`${url}/control`, wish ? { method: 'POST', body: JSON.stringify(wish) } : { method: 'GET' });
  const record = async <T>(name: string) => ((await (await ask()).json()) as Record<string, T[]>)[name]!;
  return {
    url,
    fail: async (path, fault) => void (await ask({ fault: { path, fault } })),
    loseEverySecond: async (loseEverySecond) => void (await ask({ loseEverySecond })),
    change: async (path, fields) => void (await ask({ change: { path, fields } })),
    seen: () => record<StandInRequest>('seen'),
    paid: () => record<Moved>('paid'),
    taken: () => record<Moved>('taken'),
    reversed: () => record<Moved>('reversed'),
    told: () => record<Told>('told'),
    release: async () => void (await ask({ release: true })),
    async stop() {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}

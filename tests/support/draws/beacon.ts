import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { BeaconChain } from '#domain/fair-draw/beacon.ts';
import { toHex } from '#domain/fair-draw/bytes.ts';
import { createTestDatabase } from '#tests/support/database/database.ts';
import { testChain } from './fair-draw.ts';

export type Behaviour =
  | 'honest'
  | 'lagging'
  | 'lying'
  | 'another round'
  | 'another round under this name'
  | 'garbage'
  | 'endless'
  | 'failing'
  | 'silent';

/** A small beacon of our own: real signatures, its own key, process and HTTP. */
export interface TestBeacon {
  readonly chain: BeaconChain;
  readonly url: string;
  behave(behaviour: Behaviour): Promise<void>;
  /** The number of requests for a round since it started. */
  asked(): Promise<number>;
  /** Ends its process. */
  goAway(): Promise<void>;
  /** Restarts it at the same address, honest. */
  comeBack(): Promise<void>;
}

export { testChain };

/** A test's own database and beacon. `end` removes both. */
export async function createDatabaseAndBeacon() {
  const [database, beacon] = await Promise.all([createTestDatabase(), startBeacon()]);
  const end = async () => {
    await beacon.goAway();
    await database.drop();
  };
  return { database, beacon, end };
}

export async function startBeacon(): Promise<TestBeacon> {
  let { child, port } = await start(0);
  const url = `http://127.0.0.1:${port}`;
  return {
    chain: testChain,
    url,
    behave: async (behaviour) => void (await fetch(`${url}/behaviour`, { method: 'POST', body: behaviour })),
    asked: async () => ((await (await fetch(`${url}/behaviour`)).json()) as { asked: number }).asked,
    async goAway() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
    async comeBack() {
      ({ child, port } = await start(port));
    },
  };
}

async function start(port: number): Promise<{ child: ChildProcess; port: number }> {
  const child = fork(
    fileURLToPath(new URL('../stand-ins/beacon.ts', import.meta.url)),
    [String(port), String(testChain.period)],
    { stdio: ['ignore', 'pipe', 'inherit', 'ipc'], execArgv: [] },
  );
  const [line] = (await once(child.stdout!, 'data')) as [Buffer];
  return { child, port: Number(line.toString()) };
}

/** The settings that bind a server's draws to this beacon. */
export function beaconSettings(chain: BeaconChain, urls: readonly string[]): Record<string, string> {
  return {
    BEACON: 'drand',
    BEACON_URLS: urls.join(','),
    BEACON_CHAIN: toHex(chain.hash),
    BEACON_PUBLIC_KEY: toHex(chain.publicKey),
    BEACON_GENESIS: String(chain.genesis),
    BEACON_PERIOD: String(chain.period),
  };
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContextOptions } from 'playwright-core';
import type { Draw } from '#contract/draws.ts';
import { demoClient } from '#server/demo.ts';
import { createOutsider, ticketFor, type Outsider } from '#tests/support/players/outsider.ts';
import { createDataFolder, startServer } from '#tests/support/site/server.ts';
import { ownTime, processorTimeOf } from '#bench/processor-time.ts';
import { startingWith } from './site.ts';

/** A demonstration as it comes: a draw a minute, and a client with money who has a ticket on each of the next draws. */
export interface Demonstration {
  readonly url: string;
  /** For a browser context that starts signed in. */
  readonly signedIn: BrowserContextOptions;
  /** Waits until a draw has its numbers, and the next one does not close during a visit: a page then loads the stage. */
  betweenDraws(): Promise<void>;
  /** Places a ticket on each of the next draws on sale. */
  play(draws: number): Promise<void>;
  /** Waits until its past is whole: for some minutes the worker computes what each draw of it might have had to pay. */
  untilQuiet(): Promise<void>;
  /** The share of one core that each takes, over so many milliseconds. */
  measureShare(ms: number): Promise<Share>;
  end(): Promise<void>;
}

interface Share {
  readonly server: number;
  readonly database: number;
}

const lookMs = 20_000;
/** A past that is being made takes more than a tenth of a core. */
const quietShare = 0.05;
const quietLooks = 2;

export async function startDemonstration(): Promise<Demonstration> {
  const { folder, remove } = await createDataFolder();
  const server = await startServer(folder);
  const api = createOutsider(server.url);
  const { phone, password } = demoClient;
  const answer = await api.call('/clients/auth/local', { body: { identifier: phone, password } });
  api.token = answer.json.jwt as string;
  return {
    url: server.url,
    signedIn: startingWith(server.url, [{ name: 'access_token', value: `Bearer ${api.token}` }]),
    betweenDraws: () => betweenDraws(api),
    play: (draws) => play(api, draws),
    untilQuiet: () => untilQuiet(server.child.pid!),
    measureShare: (ms) => measureShare(server.child.pid!, ms),
    async end() {
      await server.end('SIGINT');
      await remove();
    },
  };
}

async function betweenDraws(api: Outsider): Promise<void> {
  for (;;) {
    const { data, meta } = (await api.call('/draws?status=open&limit=1')).json as {
      data: Draw[];
      meta: { now: string };
    };
    const left = Date.parse(data[0]!.closesAt) - Date.parse(meta.now);
    if (left > 12_000 && left < 40_000) return;
    await sleep(1_000);
  }
}

async function play(api: Outsider, count: number): Promise<void> {
  const { data } = (await api.call(`/draws?status=open&limit=${count}`)).json as { data: Draw[] };
  const tickets = data.map((draw) => ticketFor(draw, 'IziOne', '7', 100));
  const placed = await api.call('/bets', { body: { tickets } });
  if (placed.status !== 201) throw new Error(`not placed: ${placed.text}`);
}

async function untilQuiet(serverPid: number): Promise<void> {
  for (let quiet = 0; quiet < quietLooks;) {
    const { server, database } = await measureShare(serverPid, lookMs);
    quiet = server + database < quietShare ? quiet + 1 : 0;
  }
}

async function measureShare(serverPid: number, ms: number): Promise<Share> {
  const read = () => ({ server: ownTime(serverPid), all: processorTimeOf(serverPid) });
  const before = read();
  await sleep(ms);
  const after = read();
  const [server, all] = [(after.server - before.server) / ms, (after.all - before.all) / ms];
  return { server, database: all - server };
}

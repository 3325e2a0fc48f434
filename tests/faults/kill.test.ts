import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '#database/connect.ts';
import type { NewTicket } from '#contract/bets.ts';
import { expectBooksBalance } from '../support/books.ts';
import {
  addFunds,
  betsOf,
  createOutsider,
  openDraws,
  signUp,
  ticketFor,
  waitFor,
  type Outsider,
} from '../support/outsider.ts';
import { createDataFolder, startServer, type ServerProcess } from '../support/server.ts';

const kills = 3;
const clients = 6;
const loadMs = 1_500;

let data: Awaited<ReturnType<typeof createDataFolder>>;
let server: ServerProcess;

beforeAll(async () => {
  data = await createDataFolder();
  server = await startServer(data.folder);
});
afterAll(async () => {
  await server.end('SIGINT');
  await data.remove();
});

test(
  'kill -9 under load loses nothing that was acknowledged, and takes nothing twice',
  { timeout: 180_000 },
  async () => {
    const players = await Promise.all(
      Array.from({ length: clients }, async () => {
        const outsider = createOutsider(server.url);
        await addFunds(outsider, await signUp(outsider), 500_000);
        return { outsider, acknowledged: new Set<string>(), unanswered: [] as NewTicket[][] };
      }),
    );

    for (let round = 0; round < kills; round++) {
      const load = players.map((player) => betUntilItDies(player.outsider, player));
      await sleep(loadMs);
      await server.end('SIGKILL');
      await Promise.all(load);

      const startedAt = performance.now();
      server = await startServer(data.folder);
      expect(performance.now() - startedAt).toBeLessThan(15_000);
      for (const player of players) {
        player.outsider.url = server.url;
        await sendAgain(player);
      }
      for (const player of players) await expectAllThere(player);
    }

    expect(players.reduce((sum, player) => sum + player.acknowledged.size, 0)).toBeGreaterThan(kills * clients * 3);
    await server.end('SIGINT');
    await checkBooks();
    server = await startServer(data.folder);
  },
);

interface Player {
  readonly outsider: Outsider;
  readonly acknowledged: Set<string>;
  unanswered: NewTicket[][];
}

async function betUntilItDies(outsider: Outsider, player: Player): Promise<void> {
  const [draw] = (await openDraws(outsider, 30_000)).slice(-1);
  for (;;) {
    const tickets = [ticketFor(draw!, 'IziOne', '5', 100), ticketFor(draw!, 'IziTwo', '37', 100)];
    try {
      const answer = await outsider.call('/bets', { body: { tickets } });
      expect(answer.status, answer.text).toBe(201);
      for (const ticket of tickets) player.acknowledged.add(ticket.id);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      // The connection broke: whether these were placed is not known.
      player.unanswered.push(tickets);
      return;
    }
  }
}

/** What a client does that has no answer: the same again, which places it or finds it placed. */
async function sendAgain(player: Player): Promise<void> {
  for (const tickets of player.unanswered) {
    const answer = await player.outsider.call('/bets', { body: { tickets } });
    expect(answer.status, answer.text).toBe(201);
    for (const ticket of tickets) player.acknowledged.add(ticket.id);
  }
  player.unanswered = [];
}

async function expectAllThere(player: Player): Promise<void> {
  const ids = (await betsOf(player.outsider)).map((ticket) => ticket.id);
  expect(new Set(ids)).toEqual(player.acknowledged);
  expect(ids.length).toBe(player.acknowledged.size);
}

async function checkBooks(): Promise<void> {
  const { startEmbedded } = await import('#database/embedded.ts');
  const embedded = await startEmbedded({ dataDir: data.folder, log: () => {} });
  const owner = connect({ config: embedded.config, applicationName: 'izi test owner', max: 2 });
  try {
    await expectBooksBalance(owner);
  } finally {
    await owner.end();
    await embedded.stop();
  }
}

test('no PostgreSQL outlives a killed server for long', { timeout: 30_000 }, async () => {
  const pidFile = join(data.folder, 'postgres', 'postmaster.pid');
  const postmaster = Number((await readFile(pidFile, 'utf8')).split('\n', 1)[0]);
  await server.end('SIGKILL');
  await waitFor(async () => !isAlive(postmaster), 'the end of PostgreSQL', 10_000);
  server = await startServer(data.folder);
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

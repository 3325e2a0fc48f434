import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#database/connect.ts';
import { setPlayLimits } from '#server/play-limits/play-limits.ts';
import { createIntake } from '#server/tickets/intake.ts';
import { withDatabase } from './database.ts';
import { openDraw } from './draws.ts';
import { startClosedLoop, type Load } from './load/loads.ts';
import { openConnection } from './load/connection.ts';
import { firstClientId } from './load/player.ts';
import { createIds, createRequests, requestOf } from './load/request.ts';
import { createResponseReader } from './load/response.ts';
import { processorTimeOf } from './processor-time.ts';
import { number, type Report } from './report.ts';
import type { Rig } from './rig.ts';
import { median } from './statistics.ts';

/** Starts something that runs beside the honest players; the result stops it. */
type Beside = () => Promise<() => Promise<void>>;

interface Attack {
  readonly what: string;
  readonly begin: Beside;
  /**
   * The attackers' work between attacks. When their attack is to call like honest players, they bet: they have a share of the server in any
   * case, and the question is whether they take more.
   */
  readonly instead: Beside;
}

const rounds = 4;
const stuckConnections = 300;
const ticketsOfAttacker = 9_800;
const changesPerSecond = 3;
const conflictingClients = 8;

/**
 * The share of their bets per second that honest players keep while somebody tries to prevent their bets. Each turn of an
 * attack is between two turns without it, and no limit by address helps.
 */
export async function measureAttacksOnBets(rig: Rig, report: Report, seconds: number): Promise<void> {
  const drawId = await openDraw(rig.owner);
  const { url } = rig.server;
  const load: Load = { url, drawId, players: 1_024, ticketsPerCheckout: 1, connections: 64 };
  // Players that are not in the honest load.
  const attackers = Array.from({ length: conflictingClients + 1 }, (_, index) => load.players + index);
  const [victim, ...conflicting] = attackers.toReversed();
  const rich = attackers.slice(0, 2);

  await withDatabase(rig.appConfig, 4, async (db) => {
    for (const player of rich) await buy(db, drawId, firstClientId + player, ticketsOfAttacker);
    const known = await buy(db, drawId, firstClientId + victim!, 1);
    const nextRequest = createRequests(drawId, 1);
    const attacks: readonly Attack[] = [
      {
        what: `${stuckConnections} connections without a token send one byte of a body`,
        begin: () => getStuck(url),
        instead: async () => async () => {},
      },
      {
        what: `two clients with ${number(ticketsOfAttacker)} tickets set their limits ${changesPerSecond} times a second`,
        begin: async () => both(callInTurn(url, rich, nextRequest), changeLimits(db, rich)),
        instead: async () => callInTurn(url, rich, nextRequest),
      },
      {
        what: `${conflictingClients} clients send the id of another client’s ticket`,
        begin: async () => callInTurn(url, conflicting, (player) => requestOf(player, ticketWith(known, drawId))),
        instead: async () => callInTurn(url, conflicting, nextRequest),
      },
    ];
    const betBeside = async (beside: Beside) => {
      const end = await beside();
      const before = processorTimeOf(process.pid);
      const running = await startClosedLoop(load);
      await sleep(seconds * 1_000);
      const { statuses, seconds: taken } = await running.stop();
      const placed = statuses[201] ?? 0;
      const cost = (processorTimeOf(process.pid) - before) / placed;
      await end();
      return { perSecond: placed / taken, cost };
    };
    await betBeside(attacks[0]!.instead);
    for (const { what, begin, instead } of attacks) {
      const ratios: number[] = [];
      const rates: number[] = [];
      const costs: number[] = [];
      let before = await betBeside(instead);
      for (let round = 0; round < rounds; round++) {
        const during = await betBeside(begin);
        const after = await betBeside(instead);
        rates.push(during.perSecond);
        ratios.push((2 * during.perSecond) / (before.perSecond + after.perSecond));
        costs.push((before.cost + after.cost) / (2 * during.cost));
        before = after;
      }
      const ratio = median(ratios);
      const range = `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`;
      report.add({
        what: `bets/s over HTTP while ${what}, against as many who bet`,
        goal: '≥ 0.9',
        measured: `${ratio.toFixed(2)} (${range}); ${number(median(rates))}/s; by processor time ${median(costs).toFixed(2)}`,
        met: ratio >= 0.9,
      });
    }
  });
}

function both(...ends: (() => Promise<void>)[]): () => Promise<void> {
  return async () => void (await Promise.all(ends.map((end) => end())));
}

function ticketWith(id: string, drawId: string): string {
  return `{"tickets":[{"id":"${id}","name":"IziOne","drawId":"${drawId}","betAmount":100,"selectedNumbers":["1"]}]}`;
}

/** Places this many tickets for a client; the result is the id of the last one. */
async function buy(db: Database, drawId: string, clientId: number, count: number): Promise<string> {
  const intake = createIntake(db);
  const nextId = createIds();
  let id = '';
  for (let bought = 0; bought < count; bought += 50) {
    const tickets = Array.from({ length: Math.min(50, count - bought) }, () => {
      id = nextId();
      return { id, drawId, betType: 2, selection: 5, stake: 100 };
    });
    const { answer } = await intake.place({ clientId, tickets });
    if (answer !== 'placed') throw new Error(`tickets of an attacker were answered ${answer}`);
  }
  return id;
}

async function getStuck(url: string): Promise<() => Promise<void>> {
  const { hostname, port } = new URL(url);
  const open = new Set<Socket>();
  let ended = false;
  const begin = () => {
    const socket = connect({ host: hostname, port: Number(port) });
    open.add(socket);
    socket.on('error', () => {});
    socket.write(
      'POST /api/bets HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{',
    );
    socket.once('close', () => {
      open.delete(socket);
      if (!ended) begin();
    });
    socket.resume();
  };
  for (let index = 0; index < stuckConnections; index++) begin();
  // Waits until all of them exist.
  await sleep(500);
  return async () => {
    ended = true;
    for (const socket of open) socket.destroy();
    await sleep(500);
  };
}

/** The sessions are made without HTTP, where an account may do this only a few times an hour. */
function changeLimits(db: Database, players: readonly number[]): () => Promise<void> {
  const underWay = new Set<Promise<unknown>>();
  let amount = 100_000_000;
  const timer = setInterval(() => {
    amount -= 100;
    const limits = (['stake', 'deposit'] as const).flatMap((kind) =>
      (['day', 'week', 'month'] as const).map((period) => ({ kind, period, amount })),
    );
    for (const player of players) {
      const change = setPlayLimits(db, firstClientId + player, limits, 'Africa/Abidjan', async () => {});
      underWay.add(change);
      void change.finally(() => underWay.delete(change));
    }
  }, 1_000 / changesPerSecond);
  return async () => {
    clearInterval(timer);
    await Promise.all(underWay);
  };
}

/** Each player calls on one connection, and again when that call is answered. */
function callInTurn(
  url: string,
  players: readonly number[],
  nextRequest: (player: number) => string,
): () => Promise<void> {
  return both(
    ...players.map((player) => {
      const { promise: closed, resolve } = Promise.withResolvers<void>();
      const send = () => void socket.write(nextRequest(player), 'latin1');
      const socket = openConnection(url, createResponseReader(send));
      socket.once('connect', send);
      // The reason why a connection broke does not matter.
      socket.on('error', () => {});
      socket.once('close', () => resolve());
      return () => {
        socket.destroy();
        return closed;
      };
    }),
  );
}

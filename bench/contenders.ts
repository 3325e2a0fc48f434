import type { Database } from '#database/connect.ts';
import type { Checkout } from '#server/tickets/checkout.ts';
import { createIntake, type Intake } from '#server/tickets/intake.ts';
import type { ServerProcess } from '#tests/support/site/server.ts';
import { withDatabase } from './database.ts';
import type { Contender } from './interleave.ts';
import { betInClosedLoop, type Latencies } from './load/loads.ts';
import { firstClientId } from './load/player.ts';
import { createIds } from './load/request.ts';
import type { Rig } from './rig.ts';

const connections = 64;
/** The number of them that share each HTTP connection and take turns. */
const playersPerConnection = 16;

export interface OverHttp extends Contender {
  /** One entry for each turn. */
  readonly latencies: readonly Latencies[];
  /** How many checkouts the door refused, in all turns. */
  readonly refused: () => number;
}

/** Bets over HTTP; `run` counts tickets. Refusals are counted: the door refuses beyond its limit, and after a pause of the disk. */
export function overHttp(
  { url }: Pick<ServerProcess, 'url'>,
  drawId: string,
  load: { connections?: number; ticketsPerCheckout?: number; players?: number } = {},
): OverHttp {
  const { ticketsPerCheckout = 1 } = load;
  const open = load.connections ?? connections;
  const players = load.players ?? playersPerConnection * open;
  const latencies: Latencies[] = [];
  let refused = 0;
  return {
    name: `bets over HTTP, ${open} connections`,
    latencies,
    refused: () => refused,
    async run(seconds) {
      const result = await betInClosedLoop({ url, drawId, connections: open, players, ticketsPerCheckout }, seconds);
      latencies.push(result);
      refused += result.refused;
      return result.perSecond * ticketsPerCheckout;
    },
  };
}

/** The intake alone, with this many checkouts waiting at any time. */
export function inProcess(rig: Rig, drawId: string, waiting: number): Contender {
  return {
    name: `in process, ${waiting} waiting`,
    run: (seconds) =>
      withDatabase(rig.appConfig, 1, (db) => placeThrough(createIntake(db), waiting, seconds, rig.players, drawId)),
  };
}

/** Bets through an intake, with this many checkouts waiting at any time; returns the rate per second. */
export function placeThrough(
  intake: Intake,
  waiting: number,
  seconds: number,
  players: number,
  drawId: string,
): Promise<number> {
  return repeat(waiting, seconds, players, drawId, (checkout) => takes(intake, checkout));
}

async function takes(intake: Intake, checkout: Checkout): Promise<boolean> {
  const { answer } = await intake.place(checkout);
  return answer === 'placed';
}

/** A checkout as one call of its SQL function per request, on 64 connections: what the intake's batches are compared with. */
export function callPerRequest(rig: Rig, drawId: string): Contender {
  return {
    name: 'one SQL function call per request',
    run: (seconds) =>
      withDatabase(rig.appConfig, connections, (db) =>
        repeat(connections, seconds, rig.players, drawId, (checkout) => takes(createIntake(db), checkout)),
      ),
  };
}

/** The obvious first version: a transaction of six statements per request, on 64 connections. */
export function naive(rig: Rig, drawId: string): Contender {
  return {
    name: 'BEGIN, SELECT FOR UPDATE, UPDATE, INSERTs, COMMIT',
    run: (seconds) =>
      withDatabase(rig.config, connections, (owner) =>
        repeat(connections, seconds, rig.players, drawId, (checkout) => placeNaively(owner, checkout)),
      ),
  };
}

async function placeNaively(owner: Database, { clientId, tickets }: Checkout): Promise<boolean> {
  const [ticket] = tickets as [Checkout['tickets'][number]];
  return owner.transact(async (tx) => {
    const open = await tx.query(
      `select from draw where id = $1 and status = 'open' and closes_at > clock_timestamp() for share`,
      [ticket.drawId],
    );
    const [wallet] = await tx.query<{ dep: number }>('select dep from wallet where client_id = $1 for update', [
      clientId,
    ]);
    if (open.length === 0 || !wallet || wallet.dep < ticket.stake) return false;
    const [after] = await tx.query<{ dep: number; win: number }>(
      'update wallet set dep = dep - $2 where client_id = $1 returning dep, win',
      [clientId, ticket.stake],
    );
    await tx.query(
      `insert into ticket (client_id, id, draw_id, bet_type, selection, stake, stake_win, accepted_at)
       values ($1, $2, $3, $4, $5, $6, 0, clock_timestamp())`,
      [clientId, ticket.id, ticket.drawId, ticket.betType, ticket.selection, ticket.stake],
    );
    await tx.query(
      `insert into posting (client_id, from_account, to_account, amount, kind, reference, draw_id, at, dep_after, win_after)
       values ($1, 'client_dep', 'draw_stakes', $2, 'bet', $3, $4, clock_timestamp(), $5, $6)`,
      [clientId, ticket.stake, ticket.id, ticket.drawId, after!.dep, after!.win],
    );
    return true;
  });
}

/** This many callers, each placing one checkout after the other for the next player; returns the rate per second. */
async function repeat(
  callers: number,
  seconds: number,
  players: number,
  drawId: string,
  place: (checkout: Checkout) => Promise<boolean>,
): Promise<number> {
  const nextId = createIds();
  const startedAt = performance.now();
  const endAt = startedAt + seconds * 1_000;
  let placed = 0;
  let last = 0;
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (performance.now() < endAt) {
        last = (last + 7_919) % players;
        const ticket = { id: nextId(), drawId, betType: 2, selection: 5, stake: 100 };
        if (!(await place({ clientId: firstClientId + last, tickets: [ticket] })))
          throw new Error('a bet was not taken');
        placed += 1;
      }
    }),
  );
  return placed / ((performance.now() - startedAt) / 1_000);
}

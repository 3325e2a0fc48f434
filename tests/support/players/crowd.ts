import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { waitMs } from '#tests/support/patience.ts';
import type { NewTicket } from '#contract/bets.ts';
import type { Database, Queryable } from '#database/connect.ts';
import { reconcile } from '#server/reconciliation/reconcile.ts';
import { expectBooksBalance } from '#tests/support/money/books.ts';
import { balanceOf, createOutsider, openDraws, signUp, ticketFor, waitFor, type Outsider } from './outsider.ts';

/**
 * Players who bet as fast as they are answered, whatever happens to the site. A player without an answer, or who is told to
 * retry, sends the same checkout again until it is placed, as any good client does.
 */
export interface Crowd {
  /** Every sending of a checkout, in the order in which they ended. */
  readonly sends: readonly Send[];
  /** Every ticket that was acknowledged. */
  acknowledged(): Acknowledged[];
  /** Starts to bet, until `stop`. */
  start(): Promise<void>;
  /** Resolves when each checkout that was started is placed. Rejects when there was an answer that is not allowed. */
  stop(): Promise<void>;
  /** From now on the site is at this address. */
  moveTo(url: string): void;
  /** Resolves when a checkout that was sent from now on is placed. */
  nextPlaced(): Promise<void>;
  /** Fails unless every acknowledged ticket is stored exactly once, there is no other ticket, and the balances are right. */
  expectAllThere(owner: Database): Promise<void>;
}

/** One sending of a checkout, and how it ended, at moments of `performance.now()`. */
export interface Send {
  readonly startedAt: number;
  readonly endedAt: number;
  /** Null where the connection broke. */
  readonly status: number | null;
  readonly retryAfter: string | null;
  /** The error that broke the connection, such as `ECONNREFUSED`. */
  readonly broken: string | null;
}

/** A ticket, and when its player heard that it is placed, in milliseconds since 1970. */
interface Acknowledged {
  readonly id: string;
  readonly at: number;
}

interface Player {
  readonly clientId: number;
  readonly outsider: Outsider;
  readonly acknowledged: Acknowledged[];
}

const funds = 50_000_000;
const stake = 100;
/** Shorter than any Retry-After, to send more. */
const pauseBeforeSendingAgainMs = 50;

/** Signs up this many players and gives them money, which needs the owner's connection. */
export async function gatherCrowd(url: string, owner: Queryable, size: number): Promise<Crowd> {
  const sends: Send[] = [];
  const players = await Promise.all(Array.from({ length: size }, () => createPlayer(url, owner)));
  const isOnSale = `select from draw where status = 'open' and opens_at <= clock_timestamp() limit 1`;
  await waitFor(async () => (await owner.query(isOnSale)).length > 0, 'the start of sales');
  let stopping = new AbortController();
  let running: Promise<unknown> = Promise.resolve();

  async function betUntil(stop: AbortSignal, player: Player, drawId: string): Promise<void> {
    while (!stop.aborted) {
      const tickets = ['5', '37'].map((numbers, index) =>
        ticketFor({ id: drawId }, index === 0 ? 'IziOne' : 'IziTwo', numbers, stake),
      );
      await placeInTheEnd(player, tickets);
    }
  }

  async function placeInTheEnd({ outsider, acknowledged }: Player, tickets: NewTicket[]): Promise<void> {
    const deadline = performance.now() + waitMs;
    for (;;) {
      const { sent, said } = await send(outsider, tickets);
      sends.push(sent);
      if (sent.status === 201) break;
      if (!mayBeSentAgain(sent) || performance.now() > deadline) {
        throw new Error(`a checkout was answered ${sent.status}, ${said}`);
      }
      await sleep(pauseBeforeSendingAgainMs);
    }
    const at = Date.now();
    acknowledged.push(...tickets.map(({ id }) => ({ id, at })));
  }

  return {
    sends,
    acknowledged: () => players.flatMap((player) => player.acknowledged),
    async start() {
      const drawId = await latestOnSale(players[0]!.outsider);
      stopping = new AbortController();
      running = Promise.all(players.map((player) => betUntil(stopping.signal, player, drawId)));
      // `stop` reports the error.
      running.catch(() => {});
    },
    async stop() {
      stopping.abort();
      await running;
    },
    moveTo(url) {
      for (const { outsider } of players) outsider.url = url;
    },
    async nextPlaced() {
      const since = performance.now();
      const isPlaced = () => sends.some(({ status, startedAt }) => status === 201 && startedAt >= since);
      while (!isPlaced()) {
        if (performance.now() > since + waitMs) throw new Error('nobody could bet any more');
        await Promise.race([sleep(5), running.then(() => sleep(5))]);
      }
    },
    expectAllThere: (owner) => expectAllThere(owner, players),
  };
}

async function createPlayer(url: string, owner: Queryable): Promise<Player> {
  const outsider = createOutsider(url);
  const { phone } = await signUp(outsider);
  const [client] = await owner.query<{ id: number }>(
    `select id, post_adjustment(id, $2, 'adjustment', 'client_dep', $3) from client where phone = $1`,
    [phone, randomUUID(), funds],
  );
  return { clientId: client!.id, outsider, acknowledged: [] };
}

async function send(outsider: Outsider, tickets: NewTicket[]): Promise<{ sent: Send; said: string }> {
  const startedAt = performance.now();
  try {
    const { status, headers, text } = await outsider.call('/bets', { body: { tickets } });
    const endedAt = performance.now();
    return { sent: { startedAt, endedAt, status, retryAfter: headers.get('retry-after'), broken: null }, said: text };
  } catch (error) {
    // A broken connection gives a TypeError. A call that hangs does not, and is always an error.
    if (!(error instanceof TypeError)) throw error;
    const broken = (error.cause as { code?: string } | undefined)?.code ?? error.message;
    return { sent: { startedAt, endedAt: performance.now(), status: null, retryAfter: null, broken }, said: broken };
  }
}

function mayBeSentAgain({ status, retryAfter }: Send): boolean {
  return status === null || (status === 503 && Number(retryAfter) >= 1);
}

async function expectAllThere(owner: Database, players: readonly Player[]): Promise<void> {
  const acknowledged = players.flatMap((player) => player.acknowledged.map(({ id }) => id));
  const [found] = await owner.query<{ tickets: number; acknowledged: number }>(
    `select count(*) as tickets, count(*) filter (where id = any ($2)) as acknowledged
     from ticket where client_id = any ($1)`,
    [players.map(({ clientId }) => clientId), acknowledged],
  );
  expect(found).toEqual({ tickets: acknowledged.length, acknowledged: new Set(acknowledged).size });
  for (const player of players) {
    expect(await balanceOf(player.outsider)).toEqual({ dep: funds - stake * player.acknowledged.length, win: 0 });
  }
  await expectBooksBalance(owner);
  expect((await reconcile(owner, 'full')).mismatches).toEqual([]);
}

/** The last draw whose sales have opened: a new one is public for some seconds before. */
async function latestOnSale(outsider: Outsider): Promise<string> {
  for (const { id } of (await openDraws(outsider, 60_000)).toReversed()) {
    const { opensAt } = (await outsider.call(`/draws/${id}`)).json.data;
    if (Date.parse(opensAt) < Date.now()) return id;
  }
  throw new Error('no draw is on sale for long enough');
}

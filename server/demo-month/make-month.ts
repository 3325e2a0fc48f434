import { randomInt } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database, Transaction } from '#database/connect.ts';
import { planDraws, type DrawTerms } from './plan-draws.ts';
import { playMonth } from './play.ts';
import { inventPlayers, showPlayer, type ShownClient } from './players.ts';
import { createRandom } from './random.ts';
import { findShown, isFresh, writeMonth } from './write-month.ts';

export interface DemoMonth extends DrawTerms {
  /** Repeats the same play; the draws' own secrets are new each time. */
  readonly seed?: number;
  readonly days?: number;
  readonly players?: number;
  /** The client that signs in: it plays too. Its postings leave the first numbers free, this many. */
  readonly client?: ShownClient & { readonly room: number };
  /** Cancels the work; nothing is written then. */
  readonly signal?: AbortSignal;
}

/** The size of the invented month, for the person who starts the server. */
export interface MonthMade {
  readonly draws: number;
  readonly tickets: number;
  readonly players: number;
}

/** Whether the database has no past yet, and this login may write one. */
export async function isPastMissing(owner: Database): Promise<boolean> {
  return (await owner.transact(isFresh)) !== null;
}

/**
 * Gives a fresh demonstration a past: a draw each hour of the last thirty days, each committed, sealed and drawn with the site's
 * own keys, so that all of them verify, and invented players whose money adds up. `demo_month` says what of the database it is.
 * It writes past the rules that keep history, so only the owner of a database with a superuser's rights can do it.
 *
 * @param owner connects as the owner of the tables, with two connections where there is a signal
 * @returns null where the database has a past already, where this login may not write one, or where it was given up
 */
export async function makeDemoMonth(owner: Database, settings: DemoMonth): Promise<MonthMade | null> {
  const { seed = randomInt(2 ** 32), days = 30, players: count = 240, client, signal } = settings;
  try {
    // It is played before the transaction that writes it, which may not wait for seconds.
    const now = await transactUntil(owner, signal, isFresh);
    if (now === null) return null;
    const random = createRandom(seed);
    const month = planDraws(settings, now, days);
    const shown = client && (await findShown(owner, client));
    // Clients are paid in the order of their numbers, and this one came first.
    const players = [...(shown ? [showPlayer(client, shown, month.from)] : []), ...inventPlayers(random, count, month)];
    // One draw was called off, so that there is one to look at.
    const calledOff = Math.floor(month.draws.length * 0.4);
    const toPlay = month.draws.map((draw, index) => ({ ...draw, void: index === calledOff }));
    const play = await playMonth(random, players, toPlay, async (draw, tickets) => {
      // A draw takes some milliseconds, and the site may have its first visitor.
      await nextTurn(undefined, { signal });
      return draw.void ? null : month.sealAndDraw(draw.id, tickets);
    });
    return await transactUntil(owner, signal, async (tx) => {
      if ((await isFresh(tx)) === null) return null;
      await writeMonth(tx, { players, draws: toPlay.map(({ id }) => month.made(id)), play });
      return { draws: toPlay.length, tickets: play.tickets.length, players: count };
    });
  } catch (error) {
    if (signal?.aborted) return null;
    throw error;
  }
}

/** A transaction that is rolled back at the signal. The statement under way ends then. */
async function transactUntil<Result>(
  owner: Database,
  signal: AbortSignal | undefined,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  return owner.transact(async (tx) => {
    const [session] = await tx.query<{ pid: number }>('select pg_backend_pid() as pid');
    const cancel = () => void owner.query('select pg_cancel_backend($1)', [session!.pid]).catch(() => {});
    signal?.addEventListener('abort', cancel);
    try {
      signal?.throwIfAborted();
      const result = await work(tx);
      signal?.throwIfAborted();
      return result;
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
  });
}

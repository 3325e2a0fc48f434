import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Queryable } from '#database/connect.ts';
import { areaOf } from './area.ts';
import { sendProblemLate } from './problem.ts';
import { Refusal, type Limit } from './refusal.ts';
import { waitInWords } from './wait-in-words.ts';

/** Counts attempts by a key: an address, an account, a phone, or `site` for the whole site. */
export interface Limiter {
  /** Counts one attempt. @throws Refusal rate_limited, with how long to wait, when there were too many */
  take(key: string): Promise<void>;
  /** Counts one attempt, never refuses. To count failures only, `check` before and `count` after a failed attempt. */
  count(key: string): Promise<void>;
  /** Refuses when `take` would, without counting. @throws Refusal rate_limited */
  check(key: string): Promise<void>;
  /** Resets the count of a key, after a successful attempt. */
  forget(key: string): Promise<void>;
}

/** A limit that this process counts for itself. `scale` multiplies it; see RATE_LIMIT_SCALE. */
export function limitInMemory(limit: Limit, scale: number): Limiter {
  return toLimiter(countInMemory(limit, scale));
}

/**
 * A limit that holds for all processes of the site together, and across restarts of them. `scale` multiplies it, for addresses; limits
 * of accounts and phones are never scaled.
 */
export function limitInDatabase(db: Queryable, limit: Limit, scale = 1): Limiter {
  return toLimiter(countInDatabase(db, limit, scale));
}

export interface SharedLimiter {
  /** Counts one attempt. @throws Refusal rate_limited, with how long to wait, when there were too many */
  take(key: string): Promise<void>;
  /** Adds the attempts since the last turn to the counts in the database. */
  share(): Promise<void>;
}

/** Keys with fewer attempts wait until they have more, so that most keys never reach the database. */
const fewestToShare = 20;
/** The most keys that are shared in one turn. Further keys wait for the next one. */
const mostToShare = 50;

/**
 * A limit for what happens too often to be counted in the database each time. This process counts in its memory; `share` adds the
 * counts of busy keys to the database and takes over what all processes have counted. So an attempt costs nothing, and all processes
 * together allow little more than the limit: what they let in between two turns, and up to `fewestToShare` in each.
 */
export function limitInTurns(db: Queryable, limit: Limit, scale: number): SharedLimiter {
  const own = countInMemory(limit, scale);
  const all = countInDatabase(db, limit, scale);
  const limiter = toLimiter(own);
  let unshared = new Map<string, number>();
  let since = performance.now();

  async function shareKey(key: string, attempts: number): Promise<void> {
    unshared.delete(key);
    const { consumedPoints, msBeforeNext } = await all.penalty(key, attempts);
    await own.set(key, consumedPoints + (unshared.get(key) ?? 0), msBeforeNext / 1_000);
  }

  return {
    take(key) {
      unshared.set(key, (unshared.get(key) ?? 0) + 1);
      return limiter.take(key);
    },
    async share() {
      const busy = [...unshared].filter(([, attempts]) => attempts >= fewestToShare);
      const busiest = busy.toSorted(([, one], [, other]) => other - one).slice(0, mostToShare);
      if (performance.now() - since > limit.seconds * 1_000) {
        // Counts that are left are of keys that were never busy, in a time that is over.
        unshared = new Map(busy);
        since = performance.now();
      }
      // One after another, so that bets never wait for more than one connection of the pool.
      for (const [key, attempts] of busiest) await shareKey(key, attempts);
    },
  };
}

/** Rounded down, but at least one attempt. */
function scaled(points: number, scale: number): number {
  return Math.max(1, Math.floor(points * scale));
}

function countInMemory({ name, points, seconds }: Limit, scale: number): RateLimiterMemory {
  return new RateLimiterMemory({ keyPrefix: name, points: scaled(points, scale), duration: seconds });
}

function countInDatabase(db: Queryable, { name, points, seconds }: Limit, scale: number): RateLimiterPostgres {
  return new RateLimiterPostgres({
    // The library expects the result object of pg's client; our pools return the rows.
    storeClient: {
      query: async (statement: Parameters<Queryable['query']>[0]) => {
        const rows = await db.query(statement);
        return { rows, rowCount: rows.length };
      },
    },
    storeType: 'client',
    tableName: 'rate_limit',
    tableCreated: true,
    keyPrefix: name,
    points: scaled(points, scale),
    duration: seconds,
  });
}

function toLimiter(limiter: RateLimiterAbstract): Limiter {
  return {
    async take(key) {
      try {
        await limiter.consume(key);
      } catch (reason) {
        throw reason instanceof RateLimiterRes ? refuse(limiter, reason) : reason;
      }
    },
    async count(key) {
      await limiter.penalty(key);
    },
    async check(key) {
      const counted = await limiter.get(key);
      if (counted !== null && counted.consumedPoints >= limiter.points) throw refuse(limiter, counted);
    },
    async forget(key) {
      await limiter.delete(key);
    },
  };
}

function refuse(
  { keyPrefix: name, points, duration: seconds }: RateLimiterAbstract,
  { msBeforeNext }: RateLimiterRes,
): Refusal {
  const retryAfterSeconds = msBeforeNext / 1_000;
  return new Refusal('rate_limited', {
    retryAfterSeconds,
    limit: { name, points, seconds },
    detail: (words) => words.tooManyAttempts(waitInWords(retryAfterSeconds, words)),
  });
}

/** Far above what the browsers of many people behind one address send in a minute. */
const generalLimit: Limit = { name: 'address', points: 6_000, seconds: 60 };

/**
 * The general limit per address, on every call of the API and on requests that no route matches.
 *
 * @param db where the processes of the site count together; without it this process counts alone
 */
export function limitByAddress(
  scale: number,
  db: Queryable | undefined,
): { limit: OnRequest; share: () => Promise<void> } {
  const limiter = db
    ? limitInTurns(db, generalLimit, scale)
    : { ...limitInMemory(generalLimit, scale), share: async () => {} };
  const limit = limitBy(limiter);
  return {
    limit: (request, reply, done) => (areaOf(request) === 'api' ? limit(request, reply, done) : done()),
    share: limiter.share,
  };
}

type OnRequest = (request: FastifyRequest, reply: FastifyReply, done: () => void) => void;

/** Counts each request by its address, and refuses those over the limit. */
export function limitBy(limiter: Pick<Limiter, 'take'>): OnRequest {
  return (request, reply, done) => {
    limiter.take(addressKey(request.ip)).then(
      () => done(),
      (refusal: unknown) => sendProblemLate(request, reply, refusal),
    );
  };
}

/**
 * The key that an address is counted under. For IPv6 it is the /64, because one subscriber holds all of it.
 *
 * @param ip undefined where the client reset the connection before its request was handled: the socket has no address
 *   then. Such requests are counted together, because nobody hears their answers.
 */
export function addressKey(ip: string | undefined): string {
  if (ip === undefined) return 'reset';
  const address = ip.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::', 2);
  const groups = head.split(':').filter(Boolean);
  if (tail !== undefined) {
    const after = tail.split(':').filter(Boolean);
    while (groups.length + after.length < 8) groups.push('0');
  }
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

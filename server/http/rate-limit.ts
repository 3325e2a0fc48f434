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
import { Refusal } from './refusal.ts';
import { waitInWords } from './wait-in-words.ts';

export interface Limit {
  readonly name: string;
  /** How many attempts within `seconds`. */
  readonly points: number;
  readonly seconds: number;
}

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

/**
 * A limit that this process counts for itself, for addresses and for the whole site. `scale` multiplies it; see RATE_LIMIT_SCALE. Where
 * several processes share a limit it is the share of each, so it is rounded down: all together never allow more.
 */
export function limitInMemory({ name, points, seconds }: Limit, scale: number): Limiter {
  return toLimiter(
    new RateLimiterMemory({ keyPrefix: name, points: Math.max(1, Math.floor(points * scale)), duration: seconds }),
  );
}

/** A limit that holds across processes and restarts of them, for accounts and phones. It is never scaled. */
export function limitInDatabase(db: Queryable, { name, points, seconds }: Limit): Limiter {
  return toLimiter(
    new RateLimiterPostgres({
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
      points,
      duration: seconds,
    }),
  );
}

function toLimiter(limiter: RateLimiterAbstract): Limiter {
  return {
    async take(key) {
      try {
        await limiter.consume(key);
      } catch (reason) {
        throw reason instanceof RateLimiterRes ? refuse(reason) : reason;
      }
    },
    async count(key) {
      await limiter.penalty(key);
    },
    async check(key) {
      const counted = await limiter.get(key);
      if (counted !== null && counted.consumedPoints >= limiter.points) throw refuse(counted);
    },
    async forget(key) {
      await limiter.delete(key);
    },
  };
}

function refuse({ msBeforeNext }: RateLimiterRes): Refusal {
  const retryAfterSeconds = msBeforeNext / 1_000;
  return new Refusal('rate_limited', {
    retryAfterSeconds,
    detail: (words) => words.tooManyAttempts(waitInWords(retryAfterSeconds, words)),
  });
}

/** Far above what the browsers of many people behind one address send in a minute. */
const generalLimit: Limit = { name: 'address', points: 6_000, seconds: 60 };

/** The general limit per address, on every call of the API and on requests that no route matches. */
export function limitByAddress(scale: number): OnRequest {
  const limit = limitBy(limitInMemory(generalLimit, scale));
  return (request, reply, done) => (areaOf(request) === 'api' ? limit(request, reply, done) : done());
}

type OnRequest = (request: FastifyRequest, reply: FastifyReply, done: () => void) => void;

/** Counts each request by its address, and refuses those over the limit. */
export function limitBy(limiter: Limiter): OnRequest {
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

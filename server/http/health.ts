import { setTimeout as delay } from 'node:timers/promises';
import type { Queryable } from '#database/connect.ts';
import { hasHad, type SchemaFiles } from '#database/schema-files.ts';
import type { Http } from './http.ts';

/** Something this process cannot do its work without. It throws when that is not there. */
export interface ReadinessCheck {
  readonly name: string;
  readonly check: () => Promise<void>;
}

/** Something about this site that an operator should know and that keeps nobody from being served, in one word. */
export interface HealthNote {
  readonly name: string;
  readonly read: () => Promise<string>;
}

const TIME_LIMIT_MS = 2_000;

/**
 * `/livez`: whether this process answers at all; it asks nobody else, so a database that is away restarts nothing.
 * `/readyz`: whether it can serve; 503 while a check fails or takes too long, naming the check and not the reason. The
 * notes beside the checks change nothing about that.
 */
export function serveHealth(
  http: Http,
  checks: readonly ReadinessCheck[],
  healthNotes: readonly HealthNote[] = [],
): void {
  const headers = { 'cache-control': 'no-store' };
  http.get('/livez', (_request, reply) => reply.headers(headers).send({ status: 'ok' }));
  http.get('/readyz', async (request, reply) => {
    const notes = readNotes(healthNotes);
    const results = await Promise.all(
      checks.map(async ({ name, check }) => {
        try {
          await within(TIME_LIMIT_MS, check());
          return [name, 'ok'] as const;
        } catch (error) {
          request.log.warn({ err: error, check: name }, 'not ready');
          return [name, 'failed'] as const;
        }
      }),
    );
    const ready = results.every(([, result]) => result === 'ok');
    if (!ready) void reply.code(503).header('retry-after', '2');
    return reply.headers(headers).send({
      status: ready ? 'ok' : 'unavailable',
      checks: Object.fromEntries(results),
      ...(healthNotes.length > 0 && { notes: await notes }),
    });
  });
}

async function readNotes(notes: readonly HealthNote[]): Promise<Record<string, string>> {
  const entries = notes.map(async ({ name, read }) => {
    return [name, await within(TIME_LIMIT_MS, read()).catch(() => 'unknown')] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** The database answers, and has had the tables and functions of this version. */
export function checkDatabase(db: Queryable, files: SchemaFiles): ReadinessCheck {
  return {
    name: 'database',
    async check() {
      if (!(await hasHad(db, files))) throw new Error('the database is older than this version of the application');
    },
  };
}

async function within<T>(limitMs: number, work: Promise<T>): Promise<T> {
  const late = new AbortController();
  try {
    return await Promise.race([
      work,
      delay(limitMs, undefined, { signal: late.signal }).then((): never => {
        throw new Error(`no answer within ${limitMs} ms`);
      }),
    ]);
  } finally {
    late.abort();
  }
}

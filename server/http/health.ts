import type { Queryable } from '#database/connect.ts';
import { afterRunning } from '#database/running-time.ts';
import { refuseDatabase, type SchemaFiles } from '#database/schema-files.ts';
import type { Http } from './http.ts';
import { limitBy, limitInMemory } from './rate-limit.ts';
import type { Limit } from './refusal.ts';

/** A dependency that this process cannot serve without. `check` throws when it is not available. */
export interface ReadinessCheck {
  readonly name: string;
  readonly check: () => Promise<void>;
}

/** One word of status for operators. It does not affect readiness. */
export interface HealthNote {
  readonly name: string;
  readonly read: () => Promise<string>;
}

const timeLimitMs = 2_000;
/** How long a result of a check is reused. */
const sharedMs = 1_000;
/** Far more than several load balancers and monitors behind one address ask. */
const readinessLimit: Limit = { name: 'readiness', points: 600, seconds: 60 };

/**
 * `/healthz`, which Kubernetes calls `/livez`: whether this process answers at all. It depends on nothing else, so a database outage restarts no process.
 * `/readyz`: whether it can serve. 503 while a check fails or times out; the answer names the check, not the reason. The
 * notes do not change the status. Polling is cheap: the database is asked at most once a second.
 */
export function serveHealth(
  http: Http,
  checks: readonly ReadinessCheck[],
  healthNotes: readonly HealthNote[] = [],
): void {
  const headers = { 'cache-control': 'no-store' };
  const limiter = limitInMemory(readinessLimit, http.izi.rateLimitScale);
  const sharedNotes = healthNotes.map(({ name, read }) => ({ name, read: share(read) }));
  for (const path of ['/healthz', '/livez']) {
    http.get(path, (_request, reply) => reply.headers(headers).send({ status: 'ok' }));
  }
  http.get('/readyz', { onRequest: limitBy(limiter) }, async (request, reply) => {
    const notes = readNotes(sharedNotes);
    const results = await Promise.all(
      checks.map(async ({ name, check }) => {
        try {
          await within(timeLimitMs, check());
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
    return [name, await within(timeLimitMs, read()).catch(() => 'unknown')] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** Checks that the database answers and may write, and that the migrations and functions of this version were applied. */
export function checkDatabase(db: Queryable, files: SchemaFiles): ReadinessCheck {
  return {
    name: 'database',
    check: share(async () => {
      const refusal = await refuseDatabase(db, files);
      if (refusal !== null) throw new Error(refusal);
    }),
  };
}

/** Shares one run of the work among all callers while it is under way, or for `sharedMs` from when it began. */
function share<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  let isUnderWay = false;
  let begunAt = 0;
  return () => {
    const now = performance.now();
    if (running !== undefined && (isUnderWay || now - begunAt < sharedMs)) return running;
    isUnderWay = true;
    begunAt = now;
    running = work().finally(() => (isUnderWay = false));
    return running;
  };
}

function within<T>(limitMs: number, work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const cancel = afterRunning(limitMs, () => reject(new Error(`no answer within ${limitMs} ms`)));
  return Promise.race([work, late]).finally(cancel);
}

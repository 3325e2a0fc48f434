import { expect } from 'vitest';
import type { Queryable } from '#database/connect.ts';
import { patience } from '#tests/support/patience.ts';

interface DrawBatches {
  readonly owner: Queryable;
  readonly mostDraws: number;
  /** On a machine that is too slow for all draws, as many are taken as start within this time. */
  readonly beginWithinMs: number;
  /**
   * Creates a batch of draws, each with its moment this long after its close, and returns their ids once all of them are due
   * to close.
   */
  readonly play: (drawsAfterMs: number) => Promise<readonly string[]>;
  /** Whether the batches have shown enough; until then others follow, also beyond `mostDraws`. */
  readonly isEnough?: () => boolean;
}

const leastDrawsAfterMs = patience(20_000);
const mostDrawsAfterMs = patience(60_000);
const lookEveryMs = 100;

/**
 * Has draws closed batch by batch, each batch once the one before it is sealed. So a slow machine never has more draws to
 * seal at a time than a fast one. A draw that is not sealed before its moment is void, so on a slower machine the moment of the
 * next draws is later.
 *
 * @returns the ids of all draws, some of which may still wait for their moment
 */
export async function playDrawBatches(batches: DrawBatches): Promise<string[]> {
  const { owner, mostDraws, beginWithinMs, play, isEnough = () => true } = batches;
  const all: string[] = [];
  let drawsAfterMs = leastDrawsAfterMs;
  const startedAt = performance.now();
  while ((all.length < mostDraws || !isEnough()) && performance.now() - startedAt < beginWithinMs) {
    const ids = await play(drawsAfterMs);
    all.push(...ids);
    const closedAt = performance.now();
    await waitUntilNone(owner, `status = 'open' or status = 'closed' and sealed_at is null`, ids);
    const sealedAfterMs = Math.ceil(performance.now() - closedAt);
    drawsAfterMs = Math.min(mostDrawsAfterMs, Math.max(drawsAfterMs, 10 * sealedAfterMs));
  }
  return all;
}

/** Waits until all of the draws are paid or refunded. */
export function waitUntilFinished(owner: Queryable, ids: readonly string[]): Promise<void> {
  return waitUntilNone(owner, 'finished_at is null', ids);
}

async function waitUntilNone(owner: Queryable, condition: string, ids: readonly string[]): Promise<void> {
  const count = async () =>
    (await owner.query(`select from draw where id = any ($1) and (${condition})`, [ids])).length;
  await expect.poll(count, { interval: lookEveryMs }).toBe(0);
}

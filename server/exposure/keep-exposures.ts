import { randomUUID } from 'node:crypto';
import type { Database } from '#database/connect.ts';
import type { Work } from '#server/background/background.ts';
import { NoExposure, type ComputedExposure } from './exposed-draw.ts';
import type { Measuring } from './measuring.ts';

/** How often the worker looks whether somebody wants an exposure. */
const everyMs = 500;
const retryMs = 2_000;

/** The worker's part of exposure. All of it can be made again from the tickets, so nothing is lost with a process. */
export interface ExposureKeeping {
  readonly works: readonly Work[];
  /** Releases the work, so that another process can continue at once. */
  stop(): Promise<void>;
}

/**
 * Computes the exposures that operators look at, and keeps what each sealed draw may have to pay. One process at a time does so;
 * neither delays the life of a draw.
 */
export function createExposureKeeping(db: Database, measuring: Measuring): ExposureKeeping {
  const holder = randomUUID();
  /** The last stored exposure of each draw, to see whether it has changed. */
  const stored = new Map<string, ComputedExposure['exposure']>();

  const hold = async (): Promise<boolean> => {
    const [row] = await db.query<{ held: boolean }>('select hold_exposure($1) as held', [holder]);
    return row!.held;
  };

  async function computeWanted(): Promise<boolean> {
    const wanted = await db.query<{ id: string }>('select id from exposures_to_compute() id');
    for (const { id } of wanted) {
      if (!(await hold())) return false;
      await storeExposure(id);
    }
    // A draw that nobody looks at may have changed when somebody does again.
    if (wanted.length === 0) stored.clear();
    return false;
  }

  async function storeExposure(id: string): Promise<void> {
    const computed = await measuring.measureDraw(id).catch((error: unknown) => {
      // It was called off a moment ago, or another process knows its rules. Nobody sees anything of it.
      if (error instanceof NoExposure) return null;
      throw error;
    });
    if (computed === null) return;
    const { draw, exposure, computedAt, ms } = computed;
    const isNew = stored.get(id) !== exposure;
    await db.query('select store_exposure($1, $2, $3, $4, $5, $6, $7, $8)', [
      id,
      computedAt,
      ms,
      exposure.tickets,
      exposure.stakes,
      exposure.worst.payout,
      draw.status !== 'open',
      isNew ? JSON.stringify(exposure) : null,
    ]);
    stored.set(id, exposure);
  }

  const works: readonly Work[] = [
    { name: 'computing what draws may have to pay', step: computeWanted, everyMs, retryMs },
    {
      name: 'keeping what sealed draws may have to pay',
      async step() {
        await keepNextExposure(db, measuring, hold);
        await placeNextPayout(db, measuring, hold);
        // One at a time, so that a month of draws without an exposure does not keep a core busy.
        return false;
      },
      everyMs,
      retryMs,
    },
  ];
  return {
    works,
    async stop() {
      await measuring.close();
      // Where the database is gone, its time ends by itself.
      await db.query('select release_exposure($1)', [holder]).catch(() => {});
    },
  };
}

type Hold = () => Promise<boolean>;
const always: Hold = async () => true;

/**
 * Keeps the exposure of the next sealed draw. If the process dies before the commit, it is done again; if two processes do it at once, the
 * second changes nothing.
 *
 * @param hold whether this process may do it
 * @returns whether there was one
 */
export async function keepNextExposure(db: Database, measuring: Measuring, hold = always): Promise<boolean> {
  const [next] = await db.query<{ draw: string | null }>('select next_exposure_to_keep() as draw');
  if (next!.draw === null || !(await hold())) return false;
  const { tickets, stakes, digest, worst } = await measuring.digestDraw(next!.draw);
  await db.query('select keep_exposure($1, $2, $3, $4, $5)', [next!.draw, tickets, stakes, Buffer.from(digest), worst]);
  return true;
}

/** Gives the payout of a kept draw its place, from its tickets read again: as above. @returns whether there was one */
export async function placeNextPayout(db: Database, measuring: Measuring, hold = always): Promise<boolean> {
  const [next] = await db.query<{ draw_id: string; result: number; payout: number }>(
    'select draw_id, result, payout from next_exposure_to_place()',
  );
  if (!next || !(await hold())) return false;
  const { draw_id, result, payout } = next;
  const { digest, place } = await measuring.digestDraw(draw_id, { result, paid: payout });
  await db.query('select place_exposure($1, $2, $3, $4, $5, $6)', [
    draw_id,
    payout,
    place!.expected,
    Buffer.from(digest),
    place!.below,
    place!.equal,
  ]);
  return true;
}

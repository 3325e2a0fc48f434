import type { Database } from '#database/connect.ts';
import { encodeNumbers } from '#domain/result.ts';
import { closeDueDraw } from '#server/draws/life/close-draw.ts';
import { voidLostDraw } from '#server/draws/life/void-draw.ts';
import { sealDueDraw } from '#server/draws/life/seal-draw.ts';
import { settleDueDraw } from '#server/draws/life/settle-draw.ts';
import { testKeys } from '#tests/support/draws/keys.ts';
import { changeHistory, moveDraw } from '#tests/support/players/play.ts';
import * as books from './model.ts';
import type { Step, StepOf } from './steps.ts';
import { follow, pick, type World } from './world.ts';

const farAhead = { drawsIn: 24 * 60 * 60 * 1_000 };

export async function moveTheClock({ site, draws, model }: World, step: StepOf<'move the clock'>): Promise<void> {
  const { id } = pick(draws, step.draw)!;
  const draw = model.draws[id]!;
  if (draw.time === 'after the draw') return;
  const pastTheDraw = step.far || draw.time === 'after the close';
  draw.time = pastTheDraw ? 'after the draw' : 'after the close';
  await moveDraw(
    site.owner,
    id,
    pastTheDraw ? { closesIn: -20_000, drawsIn: -10_000 } : { closesIn: -1_000, ...farAhead },
  );
}

export async function advanceDraws(world: World, step: StepOf<'advance draws'>, db: Database): Promise<void> {
  const { site, draws, model } = world;
  const unfinished = await site.owner.query<{ id: string }>(
    'select id from draw where id = any ($1) and finished_at is null order by closes_at',
    [draws.map(({ id }) => id)],
  );
  const order = unfinished.map(({ id }) => id);
  const workers = Array.from({ length: step.crashAfter === null ? step.workers : 1 });
  await follow(world, step, books.advanceDraws(model, order, step.clientsAtOnce), async () => {
    await Promise.all(workers.map(() => advanceAll(world, order, db, step.clientsAtOnce)));
  });
}

/**
 * A round of the product's worker, except for the results: the sequence brings them, so that it can be repeated. The
 * application itself may only write results that follow from seed and seal.
 */
async function advanceAll(
  { site, model }: World,
  order: readonly string[],
  db: Database,
  clientsAtOnce: number,
): Promise<void> {
  while (await closeDueDraw(db));
  while (await sealDueDraw(db, testKeys));
  while (await voidLostDraw(db));
  for (const id of order) {
    await changeHistory(
      site.owner,
      `update draw set status = 'drawn', result = $2, drawn_at = clock_timestamp()
       where id = $1 and status = 'closed' and sealed_at is not null and draws_at <= clock_timestamp()`,
      [id, encodeNumbers(model.draws[id]!.result)],
    );
  }
  while (await settleDueDraw(db, clientsAtOnce));
}

/** At the end the time of every draw comes, and a worker runs until nothing is left to do. */
export function endingOf({ draws }: World): Step[] {
  const clocks = [...draws.keys()].map((draw): Step => ({ do: 'move the clock', draw, far: false, crashAfter: null }));
  const worker: Step = { do: 'advance draws', clientsAtOnce: 300, workers: 1, crashAfter: null };
  return [...clocks, worker, ...clocks, worker];
}

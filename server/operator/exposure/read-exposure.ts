import { setTimeout as sleep } from 'node:timers/promises';
import type { AnswerOf, RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/exposure.ts';
import { currentRules, type DrawStatus } from '#domain/draw.ts';
import type { DrawExposure } from '#domain/exposure/exposure.ts';
import { presentExposure } from '#server/exposure/present-exposure.ts';
import { Refusal } from '#server/http/refusal.ts';
import { actAs, type Operator, type Operators } from '#server/operator/access/operators.ts';
import { readAll } from '#server/operator/access/reads.ts';

type Presented = AnswerOf<typeof contract.getExposure>['data'];

interface ExposureRow {
  readonly status: DrawStatus;
  readonly rules: string;
  readonly draws_at: Date;
  readonly closes_at: Date;
  readonly now: Date;
  readonly computed_at: Date | null;
  readonly ms: number | null;
  readonly final: boolean | null;
  readonly figures: string | null;
}

/** An older exposure of a draw on sale is computed again before it is answered. */
const freshMs = 6_000;
/** The time that a call waits for a fresh exposure, where an older one exists and where none does: less than the console waits. */
const patienceMs = 3_000;
const longPatienceMs = 12_000;
const askAgainMs = 200;

/**
 * The exposure of a draw. It is wanted from the worker by looking at it; where the worker takes too long, or is gone, the last one is
 * shown, which tells its age.
 *
 * @throws Refusal not_found; conflict for a draw that was voided, or by rules that are not known; unavailable where nothing came
 */
export async function readExposure(
  operators: Operators,
  operator: Operator,
  id: string,
  { histogram }: RequestOf<typeof contract.getExposure>['query'],
): Promise<Presented> {
  const row = await waitForFresh(operators, operator, id);
  return {
    ...presentExposure(
      { exposure: JSON.parse(row.figures!) as DrawExposure, computedAt: row.computed_at!, ms: row.ms! },
      histogram,
    ),
    status: row.status,
    drawsAt: row.draws_at.toISOString(),
    closesAt: row.closes_at.toISOString(),
    kept: await readKept(operators, operator, id),
  } as Presented;
}

async function waitForFresh(operators: Operators, { session }: Operator, id: string): Promise<ExposureRow> {
  const startedAt = performance.now();
  for (;;) {
    const [row] = await actAs(operators, (tx) =>
      tx.query<ExposureRow>('select * from console.read_exposure($1, $2)', [session, id]),
    );
    refuseRow(row);
    const waited = performance.now() - startedAt;
    if (row.computed_at !== null) {
      // One from before the end of sales may lack the last tickets.
      const isFresh =
        row.status === 'open' ? row.now.getTime() - row.computed_at.getTime() < freshMs : row.final === true;
      if (isFresh || waited > patienceMs) return row;
    } else if (waited > longPatienceMs) {
      throw new Refusal('unavailable', { detail: ({ operators: says }) => says.exposure.notComputed });
    }
    await sleep(askAgainMs);
  }
}

function refuseRow(row: ExposureRow | undefined): asserts row is ExposureRow {
  if (row === undefined) throw new Refusal('not_found');
  if (row.status === 'void') {
    throw new Refusal('conflict', { detail: ({ operators: says }) => says.exposure.calledOff });
  }
  if (row.rules !== currentRules) {
    throw new Refusal('conflict', {
      detail: ({ operators: says }) => says.exposure.otherRules(row.rules),
    });
  }
}

async function readKept(operators: Operators, { session }: Operator, id: string): Promise<Presented['kept']> {
  const [kept] = await readAll<NonNullable<Presented['kept']>>(operators, 'console.read_kept_exposure', [session, id]);
  return kept ?? null;
}

const mostDraws = 12;

type Exposures = AnswerOf<typeof contract.listExposures>['data'];

/** The next draws on sale with their worst cases, and the reserve. */
export async function listExposures(operators: Operators, { session }: Operator): Promise<Exposures> {
  const draws = await readAll<Exposures['draws'][number]>(operators, 'console.list_exposures', [session, mostDraws]);
  const [reserve] = await readAll<NonNullable<Exposures['reserve']>>(operators, 'console.read_reserve', [session]);
  return { draws, reserve: reserve ?? null };
}

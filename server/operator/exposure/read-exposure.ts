import { setTimeout as sleep } from 'node:timers/promises';
import type { AnswerOf, RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/exposure.ts';
import { currentRules, type DrawStatus } from '#domain/draw.ts';
import type { DrawExposure } from '#domain/exposure/exposure.ts';
import { startOfDate } from '#domain/timetable.ts';
import { presentExposure } from '#server/exposure/present-exposure.ts';
import { Refusal } from '#server/http/refusal.ts';
import { actAs, type Operator, type Operators } from '#server/operator/door/operators.ts';

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

/** An exposure of a draw on sale that is older is waited for to be computed anew. */
const freshMs = 6_000;
/** How long somebody waits for a fresh one, where an older one is there, and where none is: less than the console waits. */
const patienceMs = 3_000;
const longPatienceMs = 12_000;
const askAgainMs = 200;

/**
 * What a draw may have to pay. It is wanted from the worker by looking at it; where the worker takes too long, or is gone, the last one
 * is shown, which tells its age.
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

interface KeptRow {
  readonly kept_at: Date;
  readonly digest: Buffer;
  readonly payout: number | null;
  readonly below: number | null;
  readonly equal: number | null;
  readonly place: number | null;
  readonly agrees: boolean;
}

async function readKept(operators: Operators, { session }: Operator, id: string): Promise<Presented['kept']> {
  const [kept] = await actAs(operators, (tx) =>
    tx.query<KeptRow>('select * from console.read_kept_exposure($1, $2)', [session, id]),
  );
  if (!kept) return null;
  return {
    digest: kept.digest.toString('hex'),
    keptAt: kept.kept_at.toISOString(),
    paid: kept.payout,
    below: kept.below,
    equal: kept.equal,
    place: kept.place,
    agrees: kept.agrees,
  };
}

interface ListedRow {
  readonly id: string;
  readonly draws_at: Date;
  readonly closes_at: Date;
  readonly computed_at: Date | null;
  readonly tickets: number | null;
  readonly stakes: number | null;
  readonly worst: number | null;
}

interface ReserveRow {
  readonly number: number;
  readonly amount: number;
  readonly set_at: Date;
  readonly request_id: string;
  readonly asked_by: string;
  readonly approved_by: string | null;
}

const mostDraws = 12;

/** The next draws on sale with their worst cases, and the reserve. */
export async function listExposures(
  operators: Operators,
  { session }: Operator,
): Promise<AnswerOf<typeof contract.listExposures>['data']> {
  const { rows, reserve } = await actAs(operators, async (tx) => ({
    rows: await tx.query<ListedRow>('select * from console.list_exposures($1, $2)', [session, mostDraws]),
    reserve: (await tx.query<ReserveRow>('select * from console.read_reserve($1)', [session]))[0],
  }));
  return {
    draws: rows.map((row) => ({
      id: row.id,
      drawsAt: row.draws_at.toISOString(),
      closesAt: row.closes_at.toISOString(),
      computedAt: row.computed_at?.toISOString() ?? null,
      tickets: row.tickets,
      stakes: row.stakes,
      worst: row.worst,
    })),
    reserve: reserve
      ? {
          number: reserve.number,
          amount: reserve.amount,
          setAt: reserve.set_at.toISOString(),
          request: reserve.request_id,
          askedBy: reserve.asked_by,
          approvedBy: reserve.approved_by,
        }
      : null,
  };
}

interface UniformityRow {
  readonly begins_at: Date;
  readonly ends_at: Date;
  readonly draws: number;
  readonly bands: number[];
  readonly statistic: number | null;
  readonly p_value: number | null;
  readonly verdict: AnswerOf<typeof contract.getUniformity>['data']['verdict'];
}

const day = 24 * 60 * 60 * 1_000;

/** Whether payouts stand evenly among what draws may have had to pay, in days of the operator's zone. */
export async function readUniformity(
  operators: Operators,
  { session }: Operator,
  query: RequestOf<typeof contract.getUniformity>['query'],
): Promise<AnswerOf<typeof contract.getUniformity>['data']> {
  const start = (date: string, days: number) =>
    new Date(
      startOfDate(
        new Date(Date.parse(`${date}T00:00:00Z`) + days * day).toISOString().slice(0, 10),
        operators.timeZone,
      ),
    );
  const from = query.from === undefined ? null : start(query.from, 0);
  const to = query.to === undefined ? null : start(query.to, 1);
  const [row] = await actAs(operators, (tx) =>
    tx.query<UniformityRow>('select * from console.exposure_uniformity($1, $2, $3)', [session, from, to]),
  );
  const { begins_at, ends_at, draws, bands, statistic, p_value, verdict } = row!;
  return {
    from: begins_at.toISOString(),
    to: ends_at.toISOString(),
    draws,
    bands: bands.map(Number),
    statistic,
    pValue: p_value,
    verdict,
  };
}

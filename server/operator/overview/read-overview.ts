import type { AnswerOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/overview.ts';
import { betTypeOfCode } from '#domain/bet-types.ts';
import { actAs, type Operator, type Operators } from '#server/operator/door/operators.ts';

type Overview = AnswerOf<typeof contract.getOverview>['data'];

/** As the database writes it: bet types by their code. */
type StoredOverview = Omit<Overview, 'nextDraw'> & {
  readonly nextDraw:
    | (Omit<NonNullable<Overview['nextDraw']>, 'byType' | 'worst'> & {
        readonly byType: readonly { readonly betType: number; readonly stakes: number; readonly tickets: number }[];
      })
    | null;
};

/** All that the first screen shows, read at one moment. */
export async function readOverview(operators: Operators, operator: Operator): Promise<Overview> {
  const { session } = operator;
  const [row] = await actAs(operators, (tx) =>
    tx.query<{ overview: string }>('select console.read_overview($1, $2)::text as overview', [
      session,
      operators.timeZone,
    ]),
  );
  const { nextDraw, ...stored } = JSON.parse(row!.overview, writeInstants) as StoredOverview;
  return {
    ...stored,
    nextDraw: nextDraw && {
      ...nextDraw,
      byType: nextDraw.byType.map(({ betType, ...sums }) => ({ name: betTypeOfCode(betType).name, ...sums })),
      worst: await readWorstCase(operators, operator, nextDraw.id),
    },
  };
}

const seeExposure = ['draws', 'risk', 'compliance', 'auditor'] as const;

async function readWorstCase(
  operators: Operators,
  { session, roles }: Operator,
  draw: string,
): Promise<NonNullable<Overview['nextDraw']>['worst']> {
  if (!seeExposure.some((role) => roles.includes(role))) return null;
  const [row] = await actAs(operators, (tx) =>
    tx.query<{ worst: number; computed_at: Date }>('select * from console.read_worst_case($1, $2)', [session, draw]),
  );
  return row ? { payout: row.worst, computedAt: row.computed_at.toISOString() } : null;
}

/** What waits for somebody. The functions of the database count up to a thousand. */
export async function countWaiting(
  operators: Operators,
  { session }: Operator,
): Promise<AnswerOf<typeof contract.countWaiting>['data']> {
  const [row] = await actAs(operators, (tx) =>
    tx.query<AnswerOf<typeof contract.countWaiting>['data']>('select * from console.count_waiting($1)', [session]),
  );
  return row!;
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?[+-]\d\d:\d\d$/;

/** The database writes microseconds and an offset. */
export function writeInstants(_: string, value: unknown): unknown {
  return typeof value === 'string' && instant.test(value) ? new Date(value).toISOString() : value;
}

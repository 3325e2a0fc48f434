import type { AnswerOf, RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/draws.ts';
import type { Transaction } from '#database/connect.ts';
import { betTypeOfCode, betTypes, type BetName } from '#domain/bet-types.ts';
import { defaultLimit, readCursor, toPage } from '#server/http/paging.ts';
import { Refusal } from '#server/http/refusal.ts';
import { askFor, type AskedFor } from '#server/operator/acts/ask-for.ts';
import { actAndTell, actAs, type Acted, type Operator, type Operators } from '#server/operator/door/operators.ts';

interface StopRow {
  readonly id: string;
  readonly draw_id: string | null;
  readonly draws_at: Date | null;
  readonly bet_type: number | null;
  readonly sentence: string;
  readonly reason: string;
  readonly stopped_by: string | null;
  readonly own: boolean;
  readonly stopped_at: Date;
  readonly ended_at: Date | null;
  readonly request_id: string | null;
  readonly asked: string | null;
}

/** A page of stops. The cursor names the one that was seen last. */
export async function listStops(
  operators: Operators,
  { session }: Operator,
  { active, cursor, limit = defaultLimit }: RequestOf<typeof contract.listStops>['query'],
): Promise<AnswerOf<typeof contract.listStops>> {
  const rows = await actAs(operators, (tx) =>
    tx.query<StopRow>('select * from console.list_stops($1, $2, $3, $4)', [
      session,
      active === undefined ? null : active === 'yes',
      readCursor(cursor, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      limit + 1,
    ]),
  );
  return toPage(rows, limit, presentStop, ({ id }) => id);
}

function presentStop(row: StopRow): AnswerOf<typeof contract.listStops>['data'][number] {
  return {
    id: row.id,
    draw: row.draw_id === null ? null : { id: row.draw_id, drawsAt: row.draws_at!.toISOString() },
    name: nameOf(row.bet_type),
    sentence: row.sentence,
    reason: row.reason,
    stoppedBy: row.stopped_by,
    own: row.own,
    stoppedAt: row.stopped_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    request: row.request_id,
    asked: row.asked,
  };
}

function nameOf(betType: number | null): BetName | null {
  return betType === null ? null : betTypeOfCode(betType).name;
}

type StopOfDraw = AnswerOf<typeof contract.getDraw>['data']['stops'][number];

/** The stops that are or were about a draw; those of all draws while they go on. */
export async function readStopsOfDraw(
  tx: Transaction,
  session: string,
  drawId: string,
  at: string | null,
): Promise<StopOfDraw[]> {
  const rows = await tx.query<Pick<StopRow, 'id' | 'draw_id' | 'bet_type' | 'sentence' | 'stopped_at' | 'ended_at'>>(
    'select * from console.stops_of_draw($1, $2, $3)',
    [session, drawId, at],
  );
  return rows.map((row) => ({
    id: row.id,
    name: nameOf(row.bet_type),
    ofAllDraws: row.draw_id === null,
    sentence: row.sentence,
    stoppedAt: row.stopped_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
  }));
}

/**
 * Stops sales, at once.
 *
 * @returns the stop
 * @throws Refusal conflict where just that is stopped already, or the draw is not on sale
 */
export async function stopSales(
  operators: Operators,
  { session }: Operator,
  { drawId = null, name = null, sentence, reason }: RequestOf<typeof contract.stopSales>['body'],
): Promise<Acted<{ readonly id: string }>> {
  return actAndTell(operators, async (tx) => {
    const [row] = await tx.query<{ id: string | null }>('select console.stop_sales($1, $2, $3, $4, $5) as id', [
      session,
      drawId,
      name === null ? null : betTypes[name].code,
      sentence,
      reason,
    ]);
    const { id } = row!;
    if (id !== null) return { id };
    throw new Refusal('conflict', { detail: ({ operators: says }) => says.stoppedAlready });
  });
}

interface EndableRow {
  readonly subject: string;
  readonly old_values: object;
  readonly new_values: object;
}

/** Asks to start sales again. @returns the request @throws Refusal not_found where there is no such stop that goes on; as askFor */
export async function askToStartSales(
  operators: Operators,
  operator: Operator,
  id: string,
  { reason, signature }: RequestOf<typeof contract.startSales>['body'],
): Promise<AskedFor> {
  const [row] = await actAs(operators, (tx) =>
    tx.query<EndableRow>('select * from console.stop_to_end($1, $2)', [operator.session, id]),
  );
  if (row === undefined) throw new Refusal('not_found');
  const { subject, old_values: oldValues, new_values: newValues } = row;
  return askFor(operators, operator, { kind: 'start_sales', subject, oldValues, newValues, reason }, signature);
}

import type { BetSums } from '#contract/bets.ts';
import type { Queryable } from '#database/connect.ts';
import { betTypeOfCode } from '#domain/bet-types.ts';
import type { DrawStatus } from '#domain/draw.ts';
import type { Francs } from '#domain/money.ts';
import { outcomeOf } from '#domain/outcome.ts';
import { decodeNumbers } from '#domain/result.ts';

/** A client's tickets on one draw with the same numbers. */
interface SameTickets {
  readonly draw_id: string;
  readonly status: DrawStatus;
  readonly result: number | null;
  /** The draw's dues for all of the client's tickets; null for none or not yet known. */
  readonly due: Francs | null;
  readonly bet_type: number;
  readonly selection: number;
  readonly tickets: number;
  readonly staked: Francs;
}

/** Reads only those tickets of the client that can belong to these draws, judged by their ids. */
const selectSameTickets = `
  with asked as materialized (
    select id, status, result from draw where id = any ($2)
  )
  select d.id as draw_id, d.status, d.result, u.due, t.bet_type, t.selection, t.tickets, t.staked
  from (
    select draw_id, bet_type, selection, count(*) as tickets, sum(stake)::bigint as staked
    from every_ticket as ticket
    where client_id = $1 and draw_id = any ($2)
      and id >= (ids_of_draws($2)).first and id < (ids_of_draws($2)).beyond
    group by draw_id, bet_type, selection
  ) t
  join asked d on d.id = t.draw_id
  left join lateral (
    select sum(to_dep + to_win)::bigint as due from due where due.draw_id = d.id and due.client_id = $1
  ) u on true`;

/** The stakes and payouts of a client's tickets on each of these draws. A draw without any is left out. */
export async function sumBets(db: Queryable, clientId: number, drawIds: readonly string[]): Promise<BetSums[]> {
  const rows = await db.query<SameTickets>({ name: 'sum-bets', text: selectSameTickets, values: [clientId, drawIds] });
  return Array.from(Map.groupBy(rows, (row) => row.draw_id).values(), sumUp);
}

function sumUp(ofDraw: readonly SameTickets[]): BetSums {
  const { draw_id, result } = ofDraw[0]!;
  const staked = ofDraw.reduce((sum, row) => sum + row.staked, 0);
  return {
    drawId: draw_id,
    tickets: ofDraw.reduce((sum, row) => sum + row.tickets, 0),
    staked,
    paid: paidFor(ofDraw[0]!, staked),
    places: result === null ? null : payingPlaces(decodeNumbers(result), ofDraw),
  };
}

function paidFor({ status, due }: SameTickets, staked: Francs): Francs | null {
  switch (status) {
    case 'settled':
      return due ?? 0;
    case 'void':
      return staked;
    default:
      return null;
  }
}

/**
 * For each place of a result, whether one of these selections pays because of it. The hits of one that pays nothing are left out:
 * they would show how close it was.
 */
function payingPlaces(result: readonly number[], rows: readonly SameTickets[]): boolean[] {
  const hit = result.map(() => false);
  for (const { bet_type, selection } of rows) {
    const numbers = decodeNumbers(selection);
    const { places, mult } = outcomeOf(betTypeOfCode(bet_type), numbers, result);
    if (mult === 0) continue;
    for (const [slot, isHit] of places.entries()) if (isHit) hit[result.indexOf(numbers[slot]!)] = true;
  }
  return hit;
}

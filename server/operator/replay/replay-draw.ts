import { drawParts } from '#contract/calls/operator/replay.ts';
import type { AnswerOf, RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/replay.ts';
import { betTypeOfCode } from '#domain/bet-types.ts';
import { numberStrings } from '#domain/result.ts';
import { ticketSerial } from '#domain/ticket-serial.ts';
import { defaultLimit } from '#server/http/paging.ts';
import type { Operator, Operators } from '#server/operator/door/operators.ts';
import { callFor } from '#server/operator/players/act-on.ts';
import { readPlaceWithSums, writePlace, type PlaceRow } from './place.ts';

type Replay = AnswerOf<typeof contract.replayDraw>;

interface LineRow extends PlaceRow {
  readonly at: Date;
  readonly kind: string;
  readonly bet_type: number | null;
  readonly tickets: number | null;
  readonly staked: number | null;
  readonly paid: number | null;
  readonly ticket_id: string | null;
  readonly client_id: number | null;
  readonly selection: number;
  readonly result: number | null;
  readonly detail: Replay['data'][number]['detail'];
}

/** A page of a draw's life. The cursor carries what was staked and paid until then. @throws Refusal not_found */
export async function replayDraw(
  operators: Operators,
  { session }: Operator,
  drawId: string,
  { by, cursor, limit = defaultLimit }: RequestOf<typeof contract.replayDraw>['query'],
): Promise<Replay> {
  const before = readPlaceWithSums(cursor);
  const values = [session, drawId, by === 'ticket', ...before.place, limit + 1];
  const rows = await callFor<LineRow>(operators, 'console.replay_draw', values);
  const page = rows.slice(0, limit);
  let { staked, paid } = before;
  const data = page.map((row) => {
    staked += row.staked ?? 0;
    paid += row.paid ?? 0;
    return {
      id: writePlace(row),
      at: row.at.toISOString(),
      what: drawParts[row.what - 1]!,
      kind: row.kind,
      name: row.bet_type === null ? null : betTypeOfCode(row.bet_type).name,
      tickets: row.tickets,
      amount: row.staked ?? row.paid,
      ticket:
        row.ticket_id === null
          ? null
          : {
              serial: ticketSerial(row.ticket_id),
              selectedNumbers: numberStrings(row.selection),
              clientId: row.client_id,
            },
      result: row.result === null ? null : numberStrings(row.result),
      staked,
      paid,
      detail: row.detail,
    };
  });
  return { data, meta: { next: rows.length > limit ? [data.at(-1)!.id, staked, paid].join('.') : null } };
}

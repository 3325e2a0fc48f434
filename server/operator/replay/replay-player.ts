import { playerParts } from '#contract/calls/operator/replay.ts';
import type { AnswerOf, RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/replay.ts';
import { readClock } from '#database/clock.ts';
import { betTypeOfCode } from '#domain/bet-types.ts';
import { numberStrings } from '#domain/result.ts';
import { ticketSerial } from '#domain/ticket-serial.ts';
import { localTimeIn } from '#domain/timetable.ts';
import { defaultLimit, toPage } from '#server/http/paging.ts';
import { boundsOf } from '#server/operator/days.ts';
import type { Operator, Operators } from '#server/operator/door/operators.ts';
import { callFor, callForOne } from '#server/operator/players/act-on.ts';
import { deviceIn, type Language } from '#server/words/languages.ts';
import { readPlace, writePlace, type PlaceRow } from './place.ts';

type Day = AnswerOf<typeof contract.getPlayerDay>['data'];
type Line = AnswerOf<typeof contract.replayPlayer>['data'][number];

/** The day that is asked for, today where none is. */
async function dayOf({ db, timeZone }: Operators, day: string | undefined): Promise<[Date, Date]> {
  return boundsOf(day ?? localTimeIn(timeZone)((await readClock(db)).getTime()).date, timeZone);
}

/** What a player's day began and ended with. @throws Refusal not_found, moment_ahead, not_there_yet */
export async function readPlayerDay(
  operators: Operators,
  { session }: Operator,
  clientId: number,
  day: string | undefined,
): Promise<Day> {
  const [from, to] = await dayOf(operators, day);
  const sums = await callForOne<Omit<Day, 'from' | 'to'>>(operators, 'console.player_day', [
    session,
    clientId,
    from,
    to,
  ]);
  return { from: from.toISOString(), to: to.toISOString(), ...sums };
}

interface LineRow extends PlaceRow {
  readonly at: Date;
  readonly kind: string;
  readonly wallet: Line['wallet'];
  readonly amount: number | null;
  readonly dep: number;
  readonly win: number;
  readonly ticket_id: string | null;
  readonly bet_type: number;
  readonly selection: number;
  readonly stake: number;
  readonly draw_id: string | null;
  readonly draws_at: Date;
  readonly result: number | null;
  readonly tickets: number | null;
  readonly staked: number | null;
  readonly won: number | null;
  readonly payment_id: string | null;
  readonly direction: NonNullable<Line['payment']>['direction'];
  readonly paid: number;
  readonly status: string | null;
  readonly who: string | null;
  readonly detail: Line['detail'];
}

/** A page of a player's day. @throws Refusal as above */
export async function replayPlayer(
  operators: Operators,
  { session }: Operator,
  clientId: number,
  { day, cursor, limit = defaultLimit }: RequestOf<typeof contract.replayPlayer>['query'],
  language: Language = 'en',
): Promise<AnswerOf<typeof contract.replayPlayer>> {
  const place = readPlace(cursor);
  const bounds = await dayOf(operators, day);
  const values = [session, clientId, ...bounds, ...place, limit + 1];
  const rows = await callFor<LineRow>(operators, 'console.replay_player', values);
  return toPage(rows, limit, (row) => presentLine(row, language), writePlace);
}

function presentLine(row: LineRow, language: Language): Line {
  const { detail } = row;
  return {
    id: writePlace(row),
    at: row.at.toISOString(),
    what: playerParts[row.what - 1]!,
    kind: row.kind,
    wallet: row.wallet,
    amount: row.amount,
    dep: row.dep,
    win: row.win,
    ticket:
      row.ticket_id === null
        ? null
        : {
            serial: ticketSerial(row.ticket_id),
            name: betTypeOfCode(row.bet_type).name,
            selectedNumbers: numberStrings(row.selection),
            betAmount: row.stake,
          },
    draw:
      row.draw_id === null
        ? null
        : {
            id: row.draw_id,
            drawsAt: row.draws_at.toISOString(),
            result: row.result === null ? null : numberStrings(row.result),
            tickets: row.tickets,
            staked: row.staked,
            won: row.won,
          },
    payment:
      row.payment_id === null
        ? null
        : {
            id: row.payment_id,
            direction: row.direction,
            amount: row.paid,
            status: row.status,
          },
    who: row.who,
    detail:
      typeof detail?.['device'] === 'string' ? { ...detail, device: deviceIn(detail['device'], language) } : detail,
  };
}

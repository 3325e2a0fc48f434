import type { AnswerOf, RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/money.ts';
import { betTypeOfCode, betTypes } from '#domain/bet-types.ts';
import type { Francs } from '#domain/money.ts';
import { localTimeIn } from '#domain/timetable.ts';
import { uuidPattern } from '#domain/uuid.ts';
import { dayAfter, momentsOf, readDays, startAt, todayIn } from '#server/figures/period.ts';
import { csvLine } from '#server/http/csv.ts';
import { defaultLimit, readCursor, toPage } from '#server/http/paging.ts';
import { Refusal } from '#server/http/refusal.ts';
import { actAs, type Operator, type Operators } from '#server/operator/door/operators.ts';
import { noteExport } from '#server/operator/exports/note-export.ts';

type Figures = AnswerOf<typeof contract.listFigures>['data'];

interface SumsRow {
  readonly bet_type: number;
  readonly tickets: number;
  readonly stakes: Francs;
  readonly won: number;
  readonly payouts: Francs;
}

interface FigureRow extends SumsRow {
  readonly day: Date;
  readonly draws: number;
}

const usualDays = 31;

/** What draws took and paid by day and bet type, both days included. @throws Refusal invalid_request for too many days */
export async function listFigures(
  operators: Operators,
  { session }: Operator,
  query: RequestOf<typeof contract.listFigures>['query'],
): Promise<Figures> {
  const { db, timeZone } = operators;
  const days = readDays(query, await todayIn(db, timeZone), usualDays);
  const rows = await actAs(operators, (tx) =>
    tx.query<FigureRow>('select * from console.draw_figures($1, $2, $3, $4)', [
      session,
      ...momentsOf(days, timeZone),
      timeZone,
    ]),
  );
  const local = localTimeIn(timeZone);
  return rows.map((row) => {
    const day = local(row.day.getTime()).date;
    return {
      day,
      from: row.day.toISOString(),
      to: startAt(dayAfter(day), timeZone),
      draws: row.draws,
      ...presentSums(row),
    };
  });
}

function presentSums({ bet_type, tickets, stakes, won, payouts }: SumsRow) {
  return { betType: betTypeOfCode(bet_type).name, tickets, stakes, won, payouts, ggr: stakes - payouts };
}

export async function exportFigures(
  operators: Operators,
  operator: Operator,
  query: RequestOf<typeof contract.listFigures>['query'],
): Promise<string> {
  const figures = await listFigures(operators, operator, query);
  await noteExport(operators, operator, 'figures', query);
  const header = ['day', 'bet_type', 'draws', 'tickets', 'stakes', 'won', 'payouts', 'ggr'];
  return [
    csvLine(header),
    ...figures.map((one) =>
      csvLine([one.day, one.betType, one.draws, one.tickets, one.stakes, one.won, one.payouts, one.ggr]),
    ),
  ].join('');
}

type FigureDraw = AnswerOf<typeof contract.listFigureDraws>['data'][number];

interface DrawRow extends SumsRow {
  readonly draw_id: string;
  readonly draws_at: Date;
  readonly finished_at: Date;
  readonly micros: string;
}

/** A page of the draws behind a figure. The cursor is the microsecond of the last one's end, its id and its bet type. */
export async function listFigureDraws(
  operators: Operators,
  { session }: Operator,
  { from, to, betType, cursor, limit = defaultLimit }: RequestOf<typeof contract.listFigureDraws>['query'],
): Promise<AnswerOf<typeof contract.listFigureDraws>> {
  const { db, timeZone } = operators;
  const day = await todayIn(db, timeZone);
  const [micros, last, lastBetType] = readCursor(cursor, /^\d{1,17}\.[0-9a-f-]{36}\.\d$/)?.split('.') ?? [];
  if (last !== undefined && !uuidPattern.test(last)) throw new Refusal('invalid_request');
  const rows = await actAs(operators, (tx) =>
    tx.query<DrawRow>(
      `select *, (extract(epoch from finished_at) * 1000000)::bigint::text as micros
       from console.draws_of_figure($1, $2, $3, $4, 'epoch'::timestamptz + $5 * interval '1 microsecond', $6, $7, $8)`,
      [
        session,
        from ?? startAt(day, timeZone),
        to ?? startAt(dayAfter(day), timeZone),
        betType === undefined ? null : betTypes[betType].code,
        micros ?? null,
        last ?? null,
        lastBetType ?? null,
        limit + 1,
      ],
    ),
  );
  return toPage(rows, limit, presentDraw, ({ micros: at, draw_id, bet_type }) => `${at}.${draw_id}.${bet_type}`);
}

function presentDraw(row: DrawRow): FigureDraw {
  return {
    drawId: row.draw_id,
    drawsAt: row.draws_at.toISOString(),
    finishedAt: row.finished_at.toISOString(),
    ...presentSums(row),
  };
}

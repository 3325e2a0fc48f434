import type { AnswerOf, RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/money.ts';
import { betTypes } from '#domain/bet-types.ts';
import { uuidPattern } from '#domain/uuid.ts';
import { dayAfter, momentsOf, readDays, startAt, todayIn } from '#server/figures/period.ts';
import { readCursor } from '#server/http/paging.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { Operator, Operators } from '#server/operator/access/operators.ts';
import { readAll } from '#server/operator/access/reads.ts';

type Figures = AnswerOf<typeof contract.listFigures>['data'];

const usualDays = 31;

/** Stakes and payouts of draws by day and bet type, both days included. */
export async function listFigures(
  operators: Operators,
  { session }: Operator,
  query: RequestOf<typeof contract.listFigures>['query'],
): Promise<Figures> {
  const { db, timeZone } = operators;
  const days = readDays(query, await todayIn(db, timeZone), usualDays);
  const values = [session, ...momentsOf(days, timeZone), timeZone];
  const figures = await readAll<Omit<Figures[number], 'to'>>(operators, 'console.draw_figures', values);
  return figures.map((figure) => ({ ...figure, to: startAt(dayAfter(figure.day), timeZone) }));
}

/** The draws behind a figure: its bounds, its bet type and the cursor, which is the microsecond of the last draw's end, its id and its bet type. */
export async function figureDrawsOf(
  { db, timeZone }: Operators,
  { from, to, betType, cursor }: RequestOf<typeof contract.listFigureDraws>['query'],
): Promise<unknown[]> {
  const day = await todayIn(db, timeZone);
  const last = readCursor(cursor, /^\d{1,17}\.[0-9a-f-]{36}\.\d$/)?.split('.') ?? [null, null, null];
  if (last[1] != null && !uuidPattern.test(last[1])) throw new Refusal('invalid_request');
  const bounds = [from ?? startAt(day, timeZone), to ?? startAt(dayAfter(day), timeZone)];
  return [...bounds, betType && betTypes[betType].code, ...last];
}

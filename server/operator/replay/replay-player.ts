import type { AnswerOf, RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/replay.ts';
import { readClock } from '#database/clock.ts';
import { localTimeIn } from '#domain/timetable.ts';
import { boundsOf } from '#server/operator/days.ts';
import type { Operator, Operators } from '#server/operator/access/operators.ts';
import { readOne, readPage } from '#server/operator/access/reads.ts';
import { deviceIn, type Language } from '#server/words/languages.ts';
import { readPlace } from './cursor.ts';

type Day = AnswerOf<typeof contract.getPlayerDay>['data'];
type Line = AnswerOf<typeof contract.replayPlayer>['data'][number];

/** The day that is asked for, today where none is. */
async function dayOf({ db, timeZone }: Operators, day: string | undefined): Promise<[Date, Date]> {
  return boundsOf(day ?? localTimeIn(timeZone)((await readClock(db)).getTime()).date, timeZone);
}

/** The balances of a player at the beginning and the end of a day. */
export async function readPlayerDay(
  operators: Operators,
  { session }: Operator,
  clientId: number,
  day: string | undefined,
): Promise<Day> {
  const [from, to] = await dayOf(operators, day);
  const sums = await readOne<Omit<Day, 'from' | 'to'>>(operators, 'console.player_day', [session, clientId, from, to]);
  return { from: from.toISOString(), to: to.toISOString(), ...sums };
}

/** A page of a player's day. Browsers are named in the reader's language. @throws Refusal as above */
export async function replayPlayer(
  operators: Operators,
  { session }: Operator,
  clientId: number,
  { day, cursor, limit }: RequestOf<typeof contract.replayPlayer>['query'],
  language: Language,
): Promise<AnswerOf<typeof contract.replayPlayer>> {
  const place = readPlace(cursor);
  const values = [session, clientId, ...(await dayOf(operators, day)), ...place];
  const page = await readPage<Line>(operators, 'console.replay_player', values, limit);
  return { ...page, data: page.data.map((line) => ({ ...line, detail: inLanguage(line.detail, language) })) };
}

function inLanguage(detail: Line['detail'], language: Language): Line['detail'] {
  return typeof detail?.['device'] === 'string' ? { ...detail, device: deviceIn(detail['device'], language) } : detail;
}

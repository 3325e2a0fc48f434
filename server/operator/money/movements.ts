import type { AnswerOf, RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/money.ts';
import { readClock } from '#database/clock.ts';
import { readCursor } from '#server/http/paging.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { Operator, Operators } from '#server/operator/access/operators.ts';
import { readOne } from '#server/operator/access/reads.ts';

const hourMs = 3_600_000;

/** The beginning of this hour, in milliseconds since 1970. */
async function thisHour({ db }: Operators): Promise<number> {
  return Math.floor((await readClock(db)).getTime() / hourMs) * hourMs;
}

/** @throws Refusal invalid_request for a moment within an hour: sums are kept by the hour */
export function requireHour(at: string, path: string): string {
  if (Date.parse(at) % hourMs === 0) return at;
  throw new Refusal('invalid_request', { errors: [{ path, message: ({ operators: says }) => says.money.fullHour }] });
}

type Movements = AnswerOf<typeof contract.listMovements>['data'];
type MovementQuery = RequestOf<typeof contract.listMovements>['query'];

const mostHoursMs = 62 * 24 * hourMs;
const mostDaysMs = 1_100 * 24 * hourMs;

/** The movements between accounts, by day or hour. */
export async function listMovements(
  operators: Operators,
  { session }: Operator,
  query: MovementQuery,
): Promise<Movements> {
  const { unit, account } = query;
  const to = requireHour(query.to ?? new Date((await thisHour(operators)) + hourMs).toISOString(), 'to');
  const from = requireHour(query.from ?? new Date(Date.parse(to) - 31 * 24 * hourMs).toISOString(), 'from');
  if (Date.parse(to) - Date.parse(from) > (unit === 'hour' ? mostHoursMs : mostDaysMs)) {
    throw new Refusal('invalid_request', {
      errors: [{ path: 'to', message: ({ operators: says }) => says.money.tooLong }],
    });
  }
  return readOne(operators, 'console.movements', [session, from, to, unit, operators.timeZone, account ?? null]);
}

/** The cursor: the time of the last posting that was seen, in microseconds, its client and its number. */
const cursorForm = /^\d{1,17}\.\d{1,15}\.\d{1,18}$/;

/** The postings of at most an hour, the oldest first: the filters and the cursor. @throws Refusal invalid_request for a longer time */
export async function postingsOf(
  operators: Operators,
  { kind, fromAccount, toAccount, cursor, ...span }: RequestOf<typeof contract.listPostings>['query'],
): Promise<unknown[]> {
  const from = span.from ?? new Date(await thisHour(operators)).toISOString();
  const to = span.to ?? new Date(Date.parse(from) + hourMs).toISOString();
  if (Date.parse(to) - Date.parse(from) > hourMs) {
    throw new Refusal('invalid_request', {
      errors: [{ path: 'to', message: ({ operators: says }) => says.money.hourAtMost }],
    });
  }
  return [
    from,
    to,
    kind,
    fromAccount,
    toAccount,
    ...(readCursor(cursor, cursorForm)?.split('.') ?? [null, null, null]),
  ];
}

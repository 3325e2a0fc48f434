import { betTypes } from '#domain/bet-types.ts';
import type { AnswerOf, RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/draws.ts';
import { numberCursor, readCursor, readMomentCursor } from '#server/http/paging.ts';
import { boundsOf } from '#server/operator/days.ts';
import type { Operator, Operators } from '#server/operator/access/operators.ts';
import { placesOf } from '#server/operator/players/read-players.ts';
import { search } from '#server/operator/players/search.ts';
import { orNotFound, readFound, readOne, readPage } from '#server/operator/access/reads.ts';

/** Amounts from one to another as PostgreSQL writes them: `[1000,5000]`. */
function rangeOf(ends: { readonly least: number | null; readonly most: number | null } | undefined): string | null {
  return ends === undefined ? null : `[${ends.least ?? ''},${ends.most ?? ''}]`;
}

/** A page of draws. The cursor is a draw's moment in milliseconds since 1970. */
export function listDraws(
  operators: Operators,
  { session }: Operator,
  {
    day,
    from,
    status,
    kind,
    late,
    needs,
    staked,
    net,
    order,
    cursor,
    limit,
  }: RequestOf<typeof contract.listDraws>['query'],
): Promise<AnswerOf<typeof contract.listDraws>> {
  const after = readCursor(cursor, numberCursor);
  const [first, beyond] = day === undefined ? [null, null] : boundsOf(day.first, operators.timeZone, day.last);
  const values = [
    session,
    from ?? first,
    beyond,
    status ?? null,
    kind?.map(Number) ?? null,
    late ?? null,
    needs === 'somebody',
    rangeOf(staked),
    rangeOf(net),
    after === null ? null : new Date(Number(after)),
    order === 'draws',
  ];
  return readPage(operators, 'console.list_draws', values, limit);
}

/** The result of the house in the last draws, summed up by parts of the time. */
export function readHouseResults(
  operators: Operators,
  { session }: Operator,
  { span }: RequestOf<typeof contract.getHouseResults>['query'],
): Promise<AnswerOf<typeof contract.getHouseResults>['data']> {
  return readOne(operators, 'console.read_house_results', [session, span, operators.timeZone]);
}

type Opened = AnswerOf<typeof contract.getDraw>['data'];

/**
 * One draw, with all that an operator sees of it. As it was at a moment it has no requests, which continue since.
 *
 * @throws Refusal not_found, moment_ahead, not_there_yet
 */
export function openDraw(
  operators: Operators,
  { session }: Operator,
  id: string,
  at: string | null = null,
): Promise<Opened> {
  return readFound(operators, 'console.read_draw', [session, id, at]);
}

/**
 * Its sales in the last minutes before its close.
 *
 * @throws Refusal not_found
 */
export function readDrawCurve(
  operators: Operators,
  { session }: Operator,
  id: string,
): Promise<AnswerOf<typeof contract.getDrawCurve>['data']> {
  return readFound(operators, 'console.read_draw_curve', [session, id]);
}

type ListedTicket = AnswerOf<typeof contract.listDrawTickets>['data'][number];
type StoredTicket = Omit<ListedTicket, 'places'> & { readonly result: readonly string[] | null };

/**
 * A page of a draw's tickets. The cursor is what the last one is ordered by, and its id. Which of the numbers hit follows from the rules of
 * the game, which the database does not know.
 *
 * @throws Refusal not_found
 */
export async function listDrawTickets(
  operators: Operators,
  operator: Operator,
  id: string,
  { winners, name, stake, player, cursor, limit }: RequestOf<typeof contract.listDrawTickets>['query'],
): Promise<AnswerOf<typeof contract.listDrawTickets>> {
  const last = readMomentCursor(cursor);
  const found = player === undefined ? null : await search(operators, operator, player);
  const idsOf = (kind: string) => found?.filter(({ what }) => what === kind).map((one) => one.id) ?? null;
  const filters = [
    winners === 'yes',
    name ? betTypes[name].code : null,
    rangeOf(stake),
    idsOf('client'),
    idsOf('ticket'),
  ];
  const values = [operator.session, id, ...filters, ...last];
  const page = await orNotFound(readPage<StoredTicket>(operators, 'console.draw_tickets', values, limit));
  return {
    ...page,
    data: page.data.map(({ result, ...ticket }) => ({
      ...ticket,
      places: placesOf(ticket.name, ticket.selectedNumbers, result),
    })),
  };
}

/**
 * A held draw, as a request to pay it keeps it for the approver: what the second opinion said, what was sold, and what would be
 * paid. The last reads all its tickets. console.complete_pay_held_draw adds the rest.
 *
 * @throws Refusal not_found
 */
export async function describeHeldDraw(operators: Operators, operator: Operator, id: string): Promise<object> {
  const { drawsAt, result, total, opinions } = await openDraw(operators, operator, id);
  const values = [operator.session, id];
  return {
    drawsAt,
    result: result?.join(' ') ?? null,
    tickets: total.tickets,
    staked: total.staked,
    payouts: await readOne<number>({ db: operators.reportDb }, 'console.draw_would_pay', values),
    because: [opinions.before, opinions.drawn].flatMap((opinion) => opinion?.differs ?? []),
  };
}

import { betTypes } from '#domain/bet-types.ts';
import type { AnswerOf, RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/draws.ts';
import { readMomentCursor } from '#server/http/paging.ts';
import type { Operator, Operators } from '#server/operator/access/operators.ts';
import { placesOf } from '#server/operator/players/read-players.ts';
import { search } from '#server/operator/players/search.ts';
import { orNotFound, readFound, readOne, readPage } from '#server/operator/access/reads.ts';

/** Amounts from one to another as PostgreSQL writes them: `[1000,5000]`. */
export function rangeOf(
  ends: { readonly least: number | null; readonly most: number | null } | undefined,
): string | null {
  return ends === undefined ? null : `[${ends.least ?? ''},${ends.most ?? ''}]`;
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
  { winners, name, stake, status, player, cursor, limit }: RequestOf<typeof contract.listDrawTickets>['query'],
): Promise<AnswerOf<typeof contract.listDrawTickets>> {
  const last = readMomentCursor(cursor);
  const found = player === undefined ? null : await search(operators, operator, player);
  const idsOf = (kind: string) => found?.filter(({ what }) => what === kind).map((one) => one.id) ?? null;
  const filters = [
    winners === 'yes',
    name ? betTypes[name].code : null,
    rangeOf(stake),
    status ?? null,
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
  const values = [operator.session, id];
  const { drawsAt, result, total, opinions } = await readFound<AnswerOf<typeof contract.getDraw>['data']>(
    operators,
    'console.read_draw',
    [...values, null],
  );
  return {
    drawsAt,
    result: result?.join(' ') ?? null,
    tickets: total.tickets,
    staked: total.staked,
    payouts: await readOne<number>({ db: operators.reportDb }, 'console.draw_would_pay', values),
    because: [opinions.before, opinions.drawn].flatMap((opinion) => opinion?.differs ?? []),
  };
}

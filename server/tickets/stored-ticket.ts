import type { Ticket } from '#contract/bets.ts';
import type { Queryable } from '#database/connect.ts';
import { betTypeOfCode } from '#domain/bet-types.ts';
import type { DrawStatus } from '#domain/draw.ts';
import type { Francs } from '#domain/money.ts';
import { outcomeOf } from '#domain/outcome.ts';
import { decodeNumbers, numberStrings } from '#domain/result.ts';
import { ticketSerial } from '#domain/ticket-serial.ts';
import type { TicketStatus } from '#domain/ticket.ts';

/** A ticket with the state of its draw. */
export interface StoredTicket {
  readonly client_id: number;
  readonly id: string;
  readonly draw_id: string;
  readonly bet_type: number;
  readonly selection: number;
  readonly stake: Francs;
  readonly accepted_at: Date;
  readonly draws_at: Date;
  readonly draw_status: DrawStatus;
  readonly result: number | null;
  /** The draw's due for this ticket; null for none or not yet known. */
  readonly due: Francs | null;
}

/** SQL: columns and joins of the stored tickets `t` of a source. */
const selectFrom = (tickets: string) => `
  select t.client_id, t.id, t.draw_id, t.bet_type, t.selection, t.stake, t.accepted_at,
    d.draws_at, d.status as draw_status, d.result, u.to_dep + u.to_win as due
  from ${tickets}
  join draw d on d.id = t.draw_id
  left join due u on u.draw_id = t.draw_id and u.client_id = t.client_id and u.ticket_id = t.id`;

/** SQL: columns and joins of a stored ticket, to be followed by `where` and `order by`. */
export const selectTickets = selectFrom('every_ticket t');

/** Tickets by their ids, whoever owns them. Each is looked up in its month: an array of ids would open all months. */
export async function findTickets(db: Queryable, ids: readonly string[]): Promise<StoredTicket[]> {
  return db.query<StoredTicket>({
    name: 'find-tickets',
    text: selectFrom(
      'unnest($1::uuid[]) as asked (id) cross join lateral (select * from every_ticket as ticket where ticket.id = asked.id limit 1) t',
    ),
    values: [ids],
  });
}

/** A ticket as its owner sees it. */
export function presentTicket(ticket: StoredTicket): Ticket {
  const betType = betTypeOfCode(ticket.bet_type);
  const { status, payout } = standing(ticket);
  return {
    id: ticket.id,
    serial: ticketSerial(ticket.id),
    name: betType.name,
    drawId: ticket.draw_id,
    fullDate: ticket.draws_at.toISOString(),
    selectedNumbers: numberStrings(ticket.selection),
    betAmount: ticket.stake,
    status,
    payout,
    result: ticket.result === null ? null : numberStrings(ticket.result),
    places:
      ticket.result === null
        ? null
        : [...outcomeOf(betType, decodeNumbers(ticket.selection), decodeNumbers(ticket.result)).places],
    acceptedAt: ticket.accepted_at.toISOString(),
  };
}

/** A ticket is pending until its draw is settled: until every winner of the draw has been paid. */
function standing(ticket: StoredTicket): { status: TicketStatus; payout: Francs | null } {
  switch (ticket.draw_status) {
    case 'settled':
      return ticket.due === null ? { status: 'lost', payout: 0 } : { status: 'win', payout: ticket.due };
    case 'void':
      return { status: 'void', payout: ticket.stake };
    default:
      return { status: 'pending', payout: null };
  }
}

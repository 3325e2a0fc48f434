import type { NewTicket, Ticket } from '#contract/bets.ts';
import { problems, type ProblemError } from '#contract/problems.ts';
import type { Clock } from '#database/clock.ts';
import type { Database } from '#database/connect.ts';
import { betTypes } from '#domain/bet-types.ts';
import type { Francs } from '#domain/money.ts';
import { encodeNumbers } from '#domain/result.ts';
import { refusalsOf } from '#domain/ticket.ts';
import { uuidTime } from '#domain/uuid.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { SignedIn } from '#server/http/signed-in.ts';
import { readWallet } from '#server/ledger/wallet.ts';
import { refuseStakes } from '#server/play-limits/play-limits.ts';
import type { DrawTimes } from '#server/draws/draw-times.ts';
import type { Accepted, Checkout, Intake, TicketRow } from './intake.ts';
import { findTickets, presentTicket, type StoredTicket } from './stored-ticket.ts';

export interface TicketDesk {
  readonly db: Database;
  readonly intake: Intake;
  readonly clock: Clock;
  readonly drawTimes: DrawTimes;
  /** Where the days, weeks and months of limits begin. */
  readonly timeZone: string;
}

export interface PlacedBets {
  readonly tickets: readonly Ticket[];
  /** Both wallets together, after the checkout. */
  readonly balance: Francs;
}

const hour = 60 * 60 * 1_000;
const maxIdAheadMs = 5 * 60 * 1_000;
const maxIdAgeMs = 24 * hour;

/**
 * A checkout that was passed over for a reason that is gone when it is looked into (money that had just arrived, say) is
 * tried again this often.
 */
const maxAttempts = 3;

/**
 * Places a checkout: all of its tickets or none. The ticket ids are the idempotency keys, so a caller who has no answer
 * sends the same checkout again, and gets the placed tickets back, however late.
 */
export async function placeBets(
  desk: TicketDesk,
  signedIn: SignedIn,
  tickets: readonly NewTicket[],
): Promise<PlacedBets> {
  refuseRepeatedIds(tickets);
  refuseByTheRules(tickets);
  if (!signedIn.confirmed) throw new Refusal('phone_unconfirmed');
  const checkout: Checkout = { clientId: signedIn.clientId, tickets: tickets.map(toRow) };

  if (tickets.some((ticket) => isOutOfTime(ticket, desk.clock.now()))) {
    // Too old or too early to be sold, but it may have been sold at its time.
    const placed = await findPlaced(desk, checkout);
    if (placed) return placed;
    throw refuseIdTimes(tickets, desk.clock.now());
  }

  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const accepted = await desk.intake.place(checkout);
    // After this point the money has moved: nothing below may refuse.
    if (accepted) return present(desk, checkout, accepted);
    const placed = await findPlaced(desk, checkout);
    if (placed) return placed;
    await refuseByTheState(desk, checkout);
  }
  throw new Refusal('unavailable', { retryAfterSeconds: 1 });
}

function toRow(ticket: NewTicket): TicketRow {
  return {
    id: ticket.id,
    drawId: ticket.drawId,
    betType: betTypes[ticket.name].code,
    selection: encodeNumbers(ticket.selectedNumbers.map(Number)),
    stake: ticket.betAmount,
  };
}

function refuseRepeatedIds(tickets: readonly NewTicket[]): void {
  const seen = new Set<string>();
  const errors: ProblemError[] = [];
  for (const [index, { id }] of tickets.entries()) {
    if (seen.has(id)) errors.push({ path: `tickets.${index}.id`, message: 'Two tickets have the same id.', id });
    seen.add(id);
  }
  if (errors.length > 0) throw new Refusal('invalid_request', { errors });
}

function refuseByTheRules(tickets: readonly NewTicket[]): void {
  const errors = tickets.flatMap((ticket, index) =>
    refusalsOf(ticket).map(({ field, code }) => inTheWay(index, ticket.id, field, code)),
  );
  if (errors.length > 0) throw new Refusal(errors[0]!.code!, { errors });
}

type TicketProblem = 'invalid_selection' | 'stake_out_of_range' | 'unknown_draw' | 'draw_closed' | 'ticket_conflict';

function inTheWay(index: number, id: string, field: keyof NewTicket, code: TicketProblem): ProblemError {
  return { path: `tickets.${index}.${field}`, message: problems[code][2], code, id };
}

function isOutOfTime(ticket: NewTicket, now: number): boolean {
  const madeAt = uuidTime(ticket.id);
  return madeAt > now + maxIdAheadMs || madeAt < now - maxIdAgeMs;
}

function refuseIdTimes(tickets: readonly NewTicket[], now: number): Refusal {
  const errors = tickets.flatMap((ticket, index): ProblemError[] =>
    isOutOfTime(ticket, now)
      ? [
          {
            path: `tickets.${index}.id`,
            message: 'The id carries a time too far from now. Make a new one.',
            id: ticket.id,
          },
        ]
      : [],
  );
  return new Refusal('invalid_request', { errors });
}

/** The checkout as it was placed before; null when none of it is there. Refuses one that is there with other contents. */
async function findPlaced(desk: TicketDesk, checkout: Checkout): Promise<PlacedBets | null> {
  const ids = checkout.tickets.map((ticket) => ticket.id);
  const stored = new Map((await findTickets(desk.db, ids)).map((ticket) => [ticket.id, ticket]));
  if (stored.size === 0) return null;
  const errors = checkout.tickets.flatMap((ticket, index) =>
    isSameTicket(checkout.clientId, ticket, stored.get(ticket.id))
      ? []
      : [inTheWay(index, ticket.id, 'id', 'ticket_conflict')],
  );
  if (errors.length > 0) throw new Refusal('ticket_conflict', { errors });
  const wallet = await readWallet(desk.db, checkout.clientId);
  return { tickets: ids.map((id) => presentTicket(stored.get(id)!)), balance: wallet.dep + wallet.win };
}

function isSameTicket(clientId: number, sent: TicketRow, stored: StoredTicket | undefined): boolean {
  return (
    stored !== undefined &&
    stored.client_id === clientId &&
    stored.draw_id === sent.drawId &&
    stored.bet_type === sent.betType &&
    stored.selection === sent.selection &&
    stored.stake === sent.stake
  );
}

/** The tickets as they were just placed, told from what was sent rather than read back. */
async function present(desk: TicketDesk, checkout: Checkout, accepted: Accepted): Promise<PlacedBets> {
  const drawTimes = await desk.drawTimes.of(checkout.tickets.map((ticket) => ticket.drawId));
  const tickets = checkout.tickets.map((ticket) =>
    presentTicket({
      client_id: checkout.clientId,
      id: ticket.id,
      draw_id: ticket.drawId,
      bet_type: ticket.betType,
      selection: ticket.selection,
      stake: ticket.stake,
      accepted_at: accepted.acceptedAt,
      draws_at: drawTimes.get(ticket.drawId)!,
      draw_status: 'open',
      result: null,
      due: null,
    }),
  );
  return { tickets, balance: accepted.dep + accepted.win };
}

/**
 * Why the database passed the checkout over: draws that are unknown or closed, each named, else a limit or a break, else
 * too little money.
 */
async function refuseByTheState(desk: TicketDesk, checkout: Checkout): Promise<void> {
  const draws = await desk.db.query<{ id: string; open: boolean }>(
    `select id, status = 'open' and closes_at > clock_timestamp() as open from draw where id = any ($1)`,
    [checkout.tickets.map((ticket) => ticket.drawId)],
  );
  const isOpen = new Map(draws.map((draw) => [draw.id, draw.open]));
  const errors = checkout.tickets.flatMap((ticket, index) => {
    const open = isOpen.get(ticket.drawId);
    if (open) return [];
    return [inTheWay(index, ticket.id, 'drawId', open === undefined ? 'unknown_draw' : 'draw_closed')];
  });
  if (errors.length > 0) throw new Refusal(errors[0]!.code!, { errors });

  const total = checkout.tickets.reduce((sum, ticket) => sum + ticket.stake, 0);
  await refuseStakes(desk.db, checkout.clientId, total, desk.timeZone);
  const wallet = await readWallet(desk.db, checkout.clientId);
  if (wallet.dep + wallet.win < total) throw new Refusal('insufficient_funds');
}

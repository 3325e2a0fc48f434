import type { NewTicket, Ticket } from '#contract/bets.ts';
import { problems } from '#contract/problems.ts';
import type { Clock } from '#database/clock.ts';
import type { Database } from '#database/connect.ts';
import { awaitStandbys } from '#database/standbys.ts';
import { betTypes } from '#domain/bet-types.ts';
import type { Francs } from '#domain/money.ts';
import { encodeNumbers } from '#domain/result.ts';
import { refusalsOf, type TicketRefusal } from '#domain/ticket.ts';
import { uuidTime } from '#domain/uuid.ts';
import { Refusal, type Fault } from '#server/http/refusal.ts';
import type { SignedIn } from '#server/http/signed-in.ts';
import { readWallet } from '#server/ledger/wallet.ts';
import { checkStakes } from '#server/play-limits/play-limits.ts';
import type { DrawTimes } from '#server/draws/read/draw-times.ts';
import { readSalesStops, sentenceOf, stops } from '#server/draws/sales-stops.ts';
import type { Accepted, Checkout, TicketInTheWay, TicketRow } from './checkout.ts';
import type { Intake } from './intake.ts';
import { findTickets, presentTicket } from './stored-ticket.ts';
import { judgeTickets } from './write-batch.ts';

export interface TicketDesk {
  readonly db: Database;
  readonly intake: Intake;
  readonly clock: Clock;
  readonly drawTimes: DrawTimes;
  /** Where the days, weeks and months of limits begin. */
  readonly timeZone: string;
}

interface PlacedBets {
  readonly tickets: readonly Ticket[];
  /** Both wallets together, after the checkout. */
  readonly balance: Francs;
}

const hour = 60 * 60 * 1_000;
/** How far the time in a ticket's id may be ahead of the moment when it is sent, and how far behind. `place_checkouts` allows a little more. */
const maxIdAheadMs = 5 * 60 * 1_000;
export const maxIdAgeMs = 24 * hour;

/** A limit's stored count may be out of date, so a checkout that it refuses is tried again after counting, this often. */
const maxAttempts = 3;

/**
 * Places a checkout: all of its tickets or none. The ticket ids are the idempotency keys: a caller without an answer sends
 * the same checkout again, at any later time, and gets the placed tickets.
 *
 * @throws Refusal naming each ticket that cannot be placed, with its own code
 */
export async function placeBets(
  desk: TicketDesk,
  signedIn: SignedIn,
  tickets: readonly NewTicket[],
): Promise<PlacedBets> {
  requireDistinctIds(tickets);
  const now = desk.clock.now();
  const wrong = tickets.map((ticket, index) => [...breachesOf(ticket, index), ...refuseIdTime(ticket, index, now)]);
  if (wrong.some((errors) => errors.length > 0)) return findOrRefuse(desk, signedIn.clientId, tickets, wrong);
  if (!signedIn.confirmed) throw new Refusal('phone_unconfirmed');
  const checkout: Checkout = { clientId: signedIn.clientId, tickets: tickets.map(toRow) };

  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const verdict = await desk.intake.place(checkout);
    switch (verdict.answer) {
      case 'placed':
        // The money has moved: from here on nothing may refuse.
        return present(desk, checkout, verdict);
      case 'placed_before':
        return findPlaced(desk, checkout);
      case 'in_the_way':
        throw refuseTickets(await describeAll(desk, tickets, (id) => verdict.tickets[id]));
      case 'insufficient_funds':
        throw new Refusal('insufficient_funds');
      case 'limit': {
        const total = checkout.tickets.reduce((sum, ticket) => sum + ticket.stake, 0);
        await checkStakes(desk.db, checkout.clientId, total, desk.timeZone);
      }
    }
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

function requireDistinctIds(tickets: readonly NewTicket[]): void {
  const seen = new Set<string>();
  const errors: Fault[] = [];
  for (const [index, { id }] of tickets.entries()) {
    if (seen.has(id)) errors.push({ path: `tickets.${index}.id`, message: ({ sameIds }) => sameIds, id });
    seen.add(id);
  }
  if (errors.length > 0) throw new Refusal('invalid_request', { errors });
}

function breachesOf(ticket: NewTicket, index: number): Fault[] {
  return refusalsOf(ticket).map(({ field, code }) => inTheWay(index, ticket.id, field, code));
}

function refuseIdTime({ id }: NewTicket, index: number, now: number): Fault[] {
  const madeAt = uuidTime(id);
  if (madeAt <= now + maxIdAheadMs && madeAt >= now - maxIdAgeMs) return [];
  return [wrongIdTime(index, id)];
}

function wrongIdTime(index: number, id: string): Fault {
  return { path: `tickets.${index}.id`, message: ({ idTime }) => idTime, id };
}

/**
 * Answers a checkout with tickets that are invalid now. It may be a late retry: where all tickets were placed before, it
 * returns them. Otherwise it refuses, with everything that is wrong with each ticket.
 */
async function findOrRefuse(
  desk: TicketDesk,
  clientId: number,
  tickets: readonly NewTicket[],
  wrong: readonly Fault[][],
): Promise<PlacedBets> {
  // A ticket that breaks a rule gets numbers and stake 0, which no stored ticket has, so it matches none.
  const rows = tickets.map((ticket) =>
    refusalsOf(ticket).length === 0 ? toRow(ticket) : { ...toRow(ticket), selection: 0, stake: 0 },
  );
  const checkout: Checkout = { clientId, tickets: rows };
  const found = await judgeTickets(desk.db, checkout);
  if (tickets.every(({ id }) => found.get(id) === 'ticket_placed')) return findPlaced(desk, checkout);
  const described = await describeAll(desk, tickets, (id) => found.get(id));
  throw refuseTickets(described.map((errors, index) => [...wrong[index]!, ...errors]));
}

type TicketProblem = TicketRefusal['code'] | Exclude<TicketInTheWay, 'ticket_placed' | 'id_time'>;

function inTheWay(index: number, id: string, field: keyof NewTicket, code: TicketProblem): Fault {
  return { path: `tickets.${index}.${field}`, message: problems[code][2], code, id };
}

/** Why each ticket cannot be placed. For stopped sales the reason is the stop's sentence for players. */
async function describeAll(
  { db }: TicketDesk,
  tickets: readonly NewTicket[],
  find: (id: string) => TicketInTheWay | undefined,
): Promise<Fault[][]> {
  const isStopped = tickets.some(({ id }) => find(id) === 'sales_stopped');
  const stopped = isStopped ? await readSalesStops(db) : [];
  return tickets.map(({ id, drawId, name }, index) => {
    const stop = stopped.find((each) => stops(each, drawId, betTypes[name].code));
    return describe(find(id), index, id).map((error) =>
      error.code === 'sales_stopped' && stop !== undefined ? { ...error, message: sentenceOf(stop) } : error,
    );
  });
}

function describe(found: TicketInTheWay | undefined, index: number, id: string): Fault[] {
  switch (found) {
    case undefined:
      return [];
    case 'ticket_placed':
      // Other tickets of the checkout were not placed. A checkout is placed as a whole, so this one blocks them.
      return [{ ...inTheWay(index, id, 'id', 'ticket_conflict'), message: ({ placedAlready }) => placedAlready }];
    case 'ticket_conflict':
      return [inTheWay(index, id, 'id', found)];
    case 'id_time':
      return [wrongIdTime(index, id)];
    default:
      return [inTheWay(index, id, 'drawId', found)];
  }
}

/** Makes one refusal of all errors. An unusable id decides the code, because the caller must then make new ids. */
function refuseTickets(ofEachTicket: readonly (readonly Fault[])[]): Refusal {
  const errors = ofEachTicket.flat();
  const first = errors.find(({ path }) => path.endsWith('.id')) ?? errors[0]!;
  return new Refusal(first.code ?? 'invalid_request', { errors });
}

/** A checkout that was placed before. Its answer is an acknowledgement like the first one, so it must outlive a failover. */
async function findPlaced({ db }: TicketDesk, { clientId, tickets }: Checkout): Promise<PlacedBets> {
  await awaitStandbys(db);
  const ids = tickets.map(({ id }) => id);
  const stored = new Map((await findTickets(db, ids)).map((ticket) => [ticket.id, ticket]));
  const wallet = await readWallet(db, clientId);
  return { tickets: ids.map((id) => presentTicket(stored.get(id)!)), balance: wallet.dep + wallet.win };
}

/** The tickets that were just placed, made from the request, without reading them back. */
async function present(desk: TicketDesk, checkout: Checkout, accepted: Accepted): Promise<PlacedBets> {
  const drawTimes = await desk.drawTimes.findMoments(checkout.tickets.map((ticket) => ticket.drawId));
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

import type { Ticket } from '#contract/bets.ts';
import { betTypes, type BetType } from '#domain/bet-types.ts';
import type { Francs } from '#domain/money.ts';
import type { Play } from '#web/values/gain.ts';

type StagedTicket = Pick<Ticket, 'name' | 'selectedNumbers' | 'betAmount'>;

/** How a ticket stands against the balls that are out. */
export interface Standing<T extends StagedTicket = Ticket> {
  readonly ticket: T;
  /** Whether it is certain to pay, certain to pay nothing, or neither yet. */
  readonly state: 'open' | 'pays' | 'lost';
  /** The least it pays, stake included. */
  readonly pays: Francs;
  /** For each selected number, whether it is a hit so far. */
  readonly hits: readonly boolean[];
}

/** @param out the numbers that are out, first out first */
export function standingOf<T extends StagedTicket>(ticket: T, out: readonly string[]): Standing<T> {
  const betType = betTypes[ticket.name];
  const hits = ticket.selectedNumbers.map((number, slot) => isHit(betType, slot, out.indexOf(number)));
  const count = hits.filter(Boolean).length;
  const mult = multFrom(betType, count);
  const state =
    mult > 0 ? 'pays' : multFrom(betType, count + stillPossible(betType, ticket, out)) > 0 ? 'open' : 'lost';
  return { ticket, state, pays: ticket.betAmount * mult, hits };
}

/**
 * A ticket of a draw that is drawn and, long after its balls, not paid. The result may be what is being checked, so nothing is said of what
 * the ticket wins or loses.
 */
export function unsettled<T extends StagedTicket>(ticket: T): Standing<T> {
  return { ticket, state: 'open', pays: 0, hits: [] };
}

/** Whether nothing is said yet of tickets, although all balls are out. */
export function areUnsettled(standings: readonly Standing<StagedTicket>[], isTold: boolean): boolean {
  return isTold && standings.some(({ state }) => state === 'open');
}

/** The sums of these tickets: what they pay at least, and what was staked on them. */
export function sumOf(standings: readonly Standing<StagedTicket>[]): Play {
  let [paid, staked] = [0, 0];
  for (const { pays, ticket } of standings) {
    paid += pays;
    staked += ticket.betAmount;
  }
  return { paid, staked };
}

/** A client's outcome of a draw; null before it is told and settled, and without tickets. */
export function outcomeOf(standings: readonly Standing[], isTold: boolean): Play | null {
  const isSettled = standings.length > 0 && standings.every(({ ticket }) => ticket.status !== 'pending');
  return isTold && isSettled ? sumOf(standings) : null;
}

/**
 * For each ball that is out, the names of the tickets that pay because of it. A hit of a ticket that may still lose is
 * not named: a ball that lights up and goes out again would play with hope.
 */
export function payingAt(standings: readonly Standing<StagedTicket>[], out: readonly string[]): string[][] {
  return out.map((number) => {
    const paying = standings.filter(
      ({ state, hits, ticket }) => state === 'pays' && hits[ticket.selectedNumbers.indexOf(number)],
    );
    return paying.map(({ ticket }) => ticket.name);
  });
}

/** Tickets that pay first, the most first; the others in the order they have. */
export function winsFirst<T extends StagedTicket>(standings: readonly Standing<T>[]): Standing<T>[] {
  return standings.toSorted((one, other) => other.pays - one.pays);
}

/** How many tickets the stage shows with their coins. */
const seatCount = 4;

interface Seats<T extends StagedTicket> {
  /** Those that go by the first balls, IziOne first. */
  readonly under: readonly Standing<T>[];
  /** One of nine in order; there is no room for more. */
  readonly order: Standing<T> | null;
  /** How many have no seat. */
  readonly others: number;
}

/** The tickets that have a seat on the stage: those with the largest stakes. They stay the same through a draw. */
export function seatsOf<T extends StagedTicket>(standings: readonly Standing<T>[]): Seats<T> {
  const isInOrder = ({ ticket }: Standing<T>) => betTypes[ticket.name].hit.kind === 'exact';
  const largest = standings.toSorted((one, other) => other.ticket.betAmount - one.ticket.betAmount).slice(0, seatCount);
  const under = largest
    .filter((standing) => !isInOrder(standing))
    .toSorted((one, other) => Number(other.ticket.name === 'IziOne') - Number(one.ticket.name === 'IziOne'));
  const order = largest.find(isInOrder) ?? null;
  return { under, order, others: standings.length - under.length - Number(order !== null) };
}

/** @param place where the number came out, from 0; negative while it has not */
function isHit({ hit }: BetType, slot: number, place: number): boolean {
  return hit.kind === 'exact' ? place === slot : place >= 0 && place < hit.depth;
}

/** The multiple for at least this many hits; the rules have none for eight of nine, which cannot stay eight. */
function multFrom({ tiers }: BetType, hits: number): number {
  return tiers.findLast((tier) => tier.hits <= hits)?.mult ?? 0;
}

/** How many of the numbers that are not out yet can still be hits. */
function stillPossible({ hit }: BetType, { selectedNumbers }: StagedTicket, out: readonly string[]): number {
  const waiting = selectedNumbers.filter((number, slot) => {
    return !out.includes(number) && (hit.kind === 'top' || slot >= out.length);
  }).length;
  return hit.kind === 'exact' ? waiting : Math.min(waiting, Math.max(0, hit.depth - out.length));
}

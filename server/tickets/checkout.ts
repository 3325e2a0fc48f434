import type { Francs } from '#domain/money.ts';

/** A checkout whose tickets are right by the rules of the game, as the database takes it. */
export interface Checkout {
  readonly clientId: number;
  readonly tickets: readonly TicketRow[];
}

export interface TicketRow {
  readonly id: string;
  readonly drawId: string;
  readonly betType: number;
  /** The numbers as digits. */
  readonly selection: number;
  readonly stake: Francs;
}

export interface Accepted {
  readonly acceptedAt: Date;
  /** Both wallets after the checkout. */
  readonly dep: Francs;
  readonly win: Francs;
}

/** Why a ticket cannot be placed; `ticket_placed` for one that the client has placed already, just as it is. */
export type TicketInTheWay = 'ticket_placed' | 'ticket_conflict' | 'unknown_draw' | 'draw_not_open' | 'draw_closed';

/** What the database made of a checkout. Unless it is `placed` nothing was placed and nothing taken. */
export type Verdict =
  | ({ readonly answer: 'placed' } & Accepted)
  /** All of its tickets were placed before. */
  | { readonly answer: 'placed_before' }
  /** With the tickets in the way, by their ids. */
  | { readonly answer: 'in_the_way'; readonly tickets: Readonly<Record<string, TicketInTheWay>> }
  /** More than the client may still stake by what was counted last, which may be out of date. */
  | { readonly answer: 'limit' }
  | { readonly answer: 'insufficient_funds' };

import type { Francs } from '#domain/money.ts';

/** A checkout as `place_checkouts` takes it; its tickets follow the rules of the game. */
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

/** Why a ticket cannot be placed; `ticket_placed` when the client has placed exactly this ticket already. */
export type TicketInTheWay =
  | 'ticket_placed'
  | 'ticket_conflict'
  | 'unknown_draw'
  | 'draw_not_open'
  | 'draw_closed'
  | 'sales_stopped'
  /** The id was made too long ago or is of the future: the database's clock judges it as `placeBets` did by its own. */
  | 'id_time';

/** The database's answer to a checkout. Unless it is `placed`, no ticket was placed and no money taken. */
export type Verdict =
  | ({ readonly answer: 'placed' } & Accepted)
  /** All of its tickets were placed before. */
  | { readonly answer: 'placed_before' }
  /** With the tickets in the way, by their ids. */
  | { readonly answer: 'in_the_way'; readonly tickets: Readonly<Record<string, TicketInTheWay>> }
  /** More than the client's limits allow, by the stored count, which may be out of date. */
  | { readonly answer: 'limit' }
  | { readonly answer: 'insufficient_funds' };

import { randomBytes, randomUUID } from 'node:crypto';
import { betTypes, type BetName } from '#domain/bet-types.ts';
import type { Francs } from '#domain/money.ts';
import { payoutOf } from '#domain/outcome.ts';
import { encodeNumbers, type DrawResult } from '#domain/result.ts';
import { uuidv7 } from '#domain/uuid.ts';
import type { InventedPlayer } from './players.ts';
import type { Random } from './random.ts';

// Plays a month in memory: who deposits, bets, wins and withdraws when, with the balances after each step. Nothing is written
// here. All times are milliseconds since 1970.

/** A ticket as it is stored, but for its player, who is named by the place in the list of players. */
export interface PlayedTicket {
  readonly player: number;
  readonly id: string;
  readonly drawId: string;
  readonly betName: BetName;
  readonly numbers: readonly number[];
  readonly selection: number;
  readonly stake: Francs;
  /** The part of the stake that winnings paid. */
  readonly stakeWin: Francs;
  readonly at: number;
}

export interface PlayedPosting {
  /** Null for the house's own. */
  readonly player: number | null;
  readonly from: string;
  readonly to: string;
  readonly amount: Francs;
  readonly kind: string;
  readonly reference: string;
  readonly drawId: string | null;
  readonly at: number;
  readonly depAfter: Francs | null;
  readonly winAfter: Francs | null;
}

interface PlayedPayment {
  readonly id: string;
  readonly player: number;
  readonly direction: 'deposit' | 'withdrawal';
  readonly amount: Francs;
  readonly status: 'succeeded' | 'failed' | 'paid';
  readonly failure: string | null;
  readonly createdAt: number;
  /** When the provider took it, and when it said how it ended. */
  readonly acceptedAt: number;
  readonly endedAt: number;
}

export interface PlayedDue {
  readonly drawId: string;
  readonly player: number;
  readonly ticketId: string;
  readonly toDep: Francs;
  readonly toWin: Francs;
}

export interface Play {
  readonly tickets: readonly PlayedTicket[];
  /** In the order of their times. */
  readonly postings: readonly PlayedPosting[];
  readonly payments: readonly PlayedPayment[];
  readonly dues: readonly PlayedDue[];
  readonly wallets: readonly { readonly dep: Francs; readonly win: Francs }[];
}

/** One draw to be played. */
export interface DrawToPlay {
  readonly id: string;
  readonly closesAt: number;
  readonly drawsAt: number;
  /** A void draw gives the stakes back. */
  readonly void: boolean;
}

/** How a draw ended, from the tickets that were sold for it. */
type DrawIt = (draw: DrawToPlay, tickets: readonly PlayedTicket[]) => Promise<DrawResult | null>;

interface Account {
  readonly player: InventedPlayer;
  dep: Francs;
  win: Francs;
  /** When the last step was: the next one comes later. */
  at: number;
}

const minute = 60_000;
const hour = 60 * minute;

/** The share of a day's play in each hour, beginning at midnight: people play at noon and in the evening. */
const shareByHour = [2, 1, 1, 1, 1, 2, 4, 7, 9, 10, 11, 13, 15, 13, 11, 11, 12, 14, 18, 20, 18, 13, 8, 4];

/** How often each bet type is played. */
export const bets: readonly (readonly [BetName, number])[] = [
  ['IziOne', 34],
  ['IziABC', 20],
  ['IziTwo', 18],
  ['Izi2x', 12],
  ['Izi3x', 9],
  ['IziOrder', 7],
];
const stakes: readonly (readonly [number, number])[] = [
  [100, 40],
  [200, 24],
  [300, 14],
  [500, 12],
  [1_000, 8],
  [2_000, 2],
];

interface Habits {
  readonly bets: readonly (readonly [BetName, number])[];
  readonly stakes: readonly (readonly [number, number])[];
  /** Takes winnings out from this sum on, in this share of the hours. */
  readonly withdrawsFrom: Francs;
  readonly withdraws: number;
}
const usualHabits: Habits = { bets, stakes, withdrawsFrom: 15_000, withdraws: 0.35 };
/** Wins often, so that even a short past has a ticket that won, and a withdrawal. */
const shownHabits: Habits = {
  bets: [
    ['IziABC', 50],
    ['Izi2x', 20],
    ['IziTwo', 15],
    ['IziOne', 10],
    ['IziOrder', 5],
  ],
  stakes: [
    [500, 1],
    [1_000, 2],
  ],
  withdrawsFrom: 2_000,
  withdraws: 0.9,
};
const habitsOf = ({ shown }: InventedPlayer) => (shown ? shownHabits : usualHabits);
/** The client that signs in has some so many tickets, or one on each draw of a short past. */
const shownTickets = 90;

const deposits = [1_000, 2_000, 2_000, 5_000, 5_000, 10_000] as const;

/** The winners are paid so long after the draw's moment. */
const paidAfter = 3_000;

/** @param draws in their order, an hour apart at least */
export async function playMonth(
  random: Random,
  players: readonly InventedPlayer[],
  draws: readonly DrawToPlay[],
  drawIt: DrawIt,
): Promise<Play> {
  const accounts = players.map((player): Account => ({ player, dep: 0, win: 0, at: 0 }));
  const tickets: PlayedTicket[] = [];
  const postings: PlayedPosting[] = [];
  const payments: PlayedPayment[] = [];
  const dues: PlayedDue[] = [];

  function post(index: number, line: Omit<PlayedPosting, 'player' | 'depAfter' | 'winAfter'>): void {
    const { dep, win } = accounts[index]!;
    postings.push({ ...line, player: index, depAfter: dep, winAfter: win });
  }

  /** Adds funds before a bet. Now and then the payer declines, and tries again or leaves it. */
  function deposit(index: number, before: number, atLeast: Francs): void {
    const account = accounts[index]!;
    const declined = random.chance(0.06);
    const took = random.between(15, 70) * 1_000;
    const createdAt = before - took - random.between(2_000, 20_000);
    if (createdAt <= account.at) return;
    const amount = Math.max(random.pick(deposits), Math.ceil(atLeast / 500) * 500);
    const endedAt = createdAt + took;
    const id = randomUUID();
    payments.push({
      id,
      player: index,
      direction: 'deposit',
      amount,
      status: declined ? 'failed' : 'succeeded',
      failure: declined ? 'declined' : null,
      createdAt,
      acceptedAt: createdAt + 800,
      endedAt,
    });
    account.at = endedAt;
    if (declined) return;
    account.dep += amount;
    post(index, {
      from: 'clearing',
      to: 'client_dep',
      amount,
      kind: 'deposit',
      reference: id,
      drawId: null,
      at: endedAt,
    });
  }

  function bet(index: number, draw: DrawToPlay, at: number): PlayedTicket | null {
    const account = accounts[index]!;
    const { bets, stakes } = habitsOf(account.player);
    const betName = random.weighted(bets);
    const stake = betName === 'IziOrder' ? 300 * random.between(1, 3) : random.weighted(stakes);
    if (account.dep + account.win < stake) deposit(index, at, stake);
    if (account.dep + account.win < stake || account.at >= at) return null;
    const numbers = pickNumbers(random, betTypes[betName].slots);
    const stakeDep = Math.min(account.dep, stake);
    const ticket: PlayedTicket = {
      player: index,
      id: uuidv7(at, randomBytes(10)),
      drawId: draw.id,
      betName,
      numbers,
      selection: encodeNumbers(numbers),
      stake,
      stakeWin: stake - stakeDep,
      at,
    };
    const line = { to: 'draw_stakes', kind: 'bet', reference: ticket.id, drawId: draw.id, at };
    account.at = at;
    account.dep -= stakeDep;
    if (stakeDep > 0) post(index, { ...line, from: 'client_dep', amount: stakeDep });
    account.win -= ticket.stakeWin;
    if (ticket.stakeWin > 0) post(index, { ...line, from: 'client_win', amount: ticket.stakeWin });
    return ticket;
  }

  /** Takes a good part of the winnings out. A few payouts fail, and the money comes back. */
  function withdraw(index: number, at: number): void {
    const account = accounts[index]!;
    const amount = Math.floor((account.win * random.between(40, 90)) / 100 / 500) * 500;
    if (amount < 2_000 || account.at >= at) return;
    const fails = random.chance(0.03);
    const id = randomUUID();
    const endedAt = at + random.between(20, 150) * 1_000;
    payments.push({
      id,
      player: index,
      direction: 'withdrawal',
      amount,
      status: fails ? 'failed' : 'paid',
      failure: fails ? 'recipient_unknown' : null,
      createdAt: at,
      acceptedAt: at + 900,
      endedAt,
    });
    const line = { amount, reference: id, drawId: null };
    account.win -= amount;
    post(index, { ...line, from: 'client_win', to: 'client_held', kind: 'withdrawal', at });
    if (fails) account.win += amount;
    account.at = endedAt;
    post(index, {
      ...line,
      from: 'client_held',
      to: fails ? 'client_win' : 'clearing',
      kind: fails ? 'withdrawal_returned' : 'withdrawal_paid',
      at: endedAt,
    });
  }

  /** Pays what a draw owes; the order of clients and tickets is the one in which `pay_dues` pays. */
  function settle(draw: DrawToPlay, sold: readonly PlayedTicket[], result: DrawResult | null): void {
    const at = draw.drawsAt + paidAfter;
    const staked = sold.reduce((sum, { stake }) => sum + stake, 0);
    if (result && staked > 0) {
      postings.push({
        player: null,
        from: 'draw_stakes',
        to: 'house',
        amount: staked,
        kind: 'stakes_banked',
        reference: draw.id,
        drawId: draw.id,
        at: at - 1_000,
        depAfter: null,
        winAfter: null,
      });
    }
    for (const ticket of sold.toSorted((one, other) => one.player - other.player || (one.id < other.id ? -1 : 1))) {
      const { player, id, numbers, stake, stakeWin, betName } = ticket;
      const toDep = result ? 0 : stake - stakeWin;
      const toWin = result ? payoutOf(betTypes[betName], numbers, stake, result) : stakeWin;
      if (toDep + toWin === 0) continue;
      dues.push({ drawId: draw.id, player, ticketId: id, toDep, toWin });
      const line = {
        from: result ? 'house' : 'draw_stakes',
        kind: result ? 'payout' : 'refund',
        reference: id,
        drawId: draw.id,
        at,
      };
      const account = accounts[player]!;
      account.at = Math.max(account.at, at);
      account.dep += toDep;
      if (toDep > 0) post(player, { ...line, to: 'client_dep', amount: toDep });
      account.win += toWin;
      if (toWin > 0) post(player, { ...line, to: 'client_win', amount: toWin });
    }
  }

  let opened = draws[0] ? draws[0].drawsAt - hour : 0;
  for (const draw of draws) {
    const steps: { at: number; player: number; act: 'bet' | 'withdraw' }[] = [];
    const there = accounts.flatMap(({ player }, index) =>
      player.joinedAt < opened && draw.drawsAt + paidAfter < (player.shown?.until ?? Infinity)
        ? [[index, player.eagerness] as const]
        : [],
    );
    for (const [index] of there) {
      const { win, player } = accounts[index]!;
      const { withdrawsFrom, withdraws } = habitsOf(player);
      if (win >= withdrawsFrom && random.chance(withdraws))
        steps.push({ at: random.between(opened + minute, draw.closesAt - 5 * minute), player: index, act: 'withdraw' });
      if (player.shown && random.chance(shownTickets / draws.length))
        steps.push({ at: random.between(opened + minute, draw.closesAt - 1), player: index, act: 'bet' });
    }
    for (let count = salesOf(random, draw); count > 0 && there.length > 0; count--) {
      steps.push({
        at: random.between(opened + minute, draw.closesAt - 1),
        player: random.weighted(there),
        act: 'bet',
      });
    }
    const sold: PlayedTicket[] = [];
    for (const { at, player, act } of steps.toSorted((one, other) => one.at - other.at)) {
      if (act === 'withdraw') {
        withdraw(player, at);
      } else {
        const ticket = bet(player, draw, at);
        if (ticket) sold.push(ticket);
      }
    }
    tickets.push(...sold);
    settle(draw, sold, await drawIt(draw, sold));
    opened = draw.drawsAt + paidAfter;
  }
  return {
    tickets,
    // A player's own are in order already, and the sort keeps them so.
    postings: postings.toSorted((one, other) => one.at - other.at),
    payments: payments.toSorted((one, other) => one.createdAt - other.createdAt),
    dues,
    wallets: accounts.map(({ dep, win }) => ({ dep, win })),
  };
}

/** How many tickets are asked for in the hour of a draw: more at weekends, and a little more from day to day. */
function salesOf(random: Random, { drawsAt }: DrawToPlay): number {
  const time = new Date(drawsAt);
  const weekend = [0, 6].includes(time.getUTCDay()) ? 1.3 : 1;
  const mean = 3.4 * shareByHour[time.getUTCHours()]! * weekend;
  return Math.round(mean * (0.75 + random.next() / 2));
}

function pickNumbers(random: Random, count: number): number[] {
  const left = [1, 2, 3, 4, 5, 6, 7, 8, 9];
  return Array.from({ length: count }, () => left.splice(random.between(0, left.length - 1), 1)[0]!);
}

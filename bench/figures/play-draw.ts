import { randomBytes, randomUUID } from 'node:crypto';
import { betTypes } from '#domain/bet-types.ts';
import { payoutOf } from '#domain/outcome.ts';
import { encodeNumbers, type DrawResult } from '#domain/result.ts';
import { uuidv7 } from '#domain/uuid.ts';
import {
  bets,
  type DrawToPlay,
  type PlayedDue,
  type PlayedPosting,
  type PlayedTicket,
} from '#server/demo-month/play.ts';
import type { Random } from '#server/demo-month/random.ts';

/** The postings that one draw was played with. Payments stand in it as their postings. */
interface PlayedDraw {
  readonly tickets: readonly PlayedTicket[];
  readonly postings: readonly PlayedPosting[];
  readonly dues: readonly PlayedDue[];
}

const stakes = [100, 100, 100, 200, 200, 300, 500, 1_000] as const;
const deposited = 5_000;
const paidAfter = 3_000;

/** Players and their money, in memory: a draw costs as much as it has tickets, however many players there are. */
export class Players {
  readonly #random: Random;
  readonly dep: Int32Array;
  readonly win: Int32Array;

  constructor(random: Random, count: number) {
    this.#random = random;
    this.dep = new Int32Array(count);
    this.win = new Int32Array(count);
  }

  /** Some play much, many play little. */
  #pick(): number {
    return Math.floor(this.dep.length * this.#random.next() ** 1.5);
  }

  /** @param drawIt gives the result, from the tickets that were sold; null for a draw that is called off */
  play(
    { id: drawId, closesAt, drawsAt }: DrawToPlay,
    count: number,
    drawIt: (tickets: readonly PlayedTicket[]) => DrawResult | null,
  ): PlayedDraw {
    const random = this.#random;
    const postings: PlayedPosting[] = [];
    const post = (player: number, line: Omit<PlayedPosting, 'player' | 'depAfter' | 'winAfter'>) =>
      postings.push({ ...line, player, depAfter: this.dep[player]!, winAfter: this.win[player]! });
    const opened = drawsAt - 3_600_000 + 5_000;
    this.#withdraw(Math.ceil(count / 200), opened, post);

    const begin = opened + 120_000;
    const times = Float64Array.from({ length: count }, () => random.between(begin, closesAt - 1)).toSorted();
    const bytes = randomBytes(10 * count);
    const tickets: PlayedTicket[] = [];
    for (const [index, at] of times.entries()) {
      const player = this.#pick();
      const betName = random.weighted(bets);
      const stake = betName === 'IziOrder' ? 300 : random.pick(stakes);
      if (this.dep[player]! + this.win[player]! < stake) {
        this.dep[player]! += deposited;
        const line = { amount: deposited, kind: 'deposit', reference: randomUUID(), drawId: null, at };
        post(player, { ...line, from: 'clearing', to: 'client_dep' });
      }
      const numbers = pickNumbers(random, betTypes[betName].slots);
      const fromDep = Math.min(this.dep[player]!, stake);
      const ticket: PlayedTicket = {
        player,
        id: uuidv7(at, bytes.subarray(10 * index, 10 * index + 10)),
        drawId,
        betName,
        numbers,
        selection: encodeNumbers(numbers),
        stake,
        stakeWin: stake - fromDep,
        at,
      };
      tickets.push(ticket);
      const line = { to: 'draw_stakes', kind: 'bet', reference: ticket.id, drawId, at };
      this.dep[player]! -= fromDep;
      if (fromDep > 0) post(player, { ...line, from: 'client_dep', amount: fromDep });
      this.win[player]! -= ticket.stakeWin;
      if (ticket.stakeWin > 0) post(player, { ...line, from: 'client_win', amount: ticket.stakeWin });
    }
    const dues = this.#settle(drawId, drawsAt + paidAfter, tickets, drawIt(tickets), postings, post);
    return { tickets, postings, dues };
  }

  #withdraw(tries: number, at: number, post: Post): void {
    const done = new Set<number>();
    for (let left = tries; left > 0; left--) {
      const player = this.#pick();
      const amount = Math.floor(this.win[player]! / 1_000) * 500;
      if (amount < 1_000 || done.has(player)) continue;
      done.add(player);
      const line = { amount, reference: randomUUID(), drawId: null };
      this.win[player]! -= amount;
      post(player, { ...line, from: 'client_win', to: 'client_held', kind: 'withdrawal', at });
      const paidAt = at + 1_000 * this.#random.between(20, 110);
      post(player, { ...line, from: 'client_held', to: 'clearing', kind: 'withdrawal_paid', at: paidAt });
    }
  }

  /** The order is that in which `pay_dues` pays. */
  #settle(
    drawId: string,
    at: number,
    sold: readonly PlayedTicket[],
    result: DrawResult | null,
    postings: PlayedPosting[],
    post: Post,
  ): PlayedDue[] {
    if (result) {
      const amount = sold.reduce((sum, { stake }) => sum + stake, 0);
      const line = { from: 'draw_stakes', to: 'house', amount, kind: 'stakes_banked', reference: drawId, drawId };
      postings.push({ ...line, player: null, at: at - 1_000, depAfter: null, winAfter: null });
    }
    const dues: PlayedDue[] = [];
    for (const { player, id, betName, numbers, stake, stakeWin } of sold) {
      const toDep = result ? 0 : stake - stakeWin;
      const toWin = result ? payoutOf(betTypes[betName], numbers, stake, result) : stakeWin;
      if (toDep + toWin > 0) dues.push({ drawId, player, ticketId: id, toDep, toWin });
    }
    dues.sort((one, other) => one.player - other.player || (one.ticketId < other.ticketId ? -1 : 1));
    const [from, kind] = result ? ['house', 'payout'] : ['draw_stakes', 'refund'];
    for (const { player, ticketId, toDep, toWin } of dues) {
      const line = { from, kind, reference: ticketId, drawId, at };
      this.dep[player]! += toDep;
      if (toDep > 0) post(player, { ...line, to: 'client_dep', amount: toDep });
      this.win[player]! += toWin;
      if (toWin > 0) post(player, { ...line, to: 'client_win', amount: toWin });
    }
    return dues;
  }
}

type Post = (player: number, line: Omit<PlayedPosting, 'player' | 'depAfter' | 'winAfter'>) => void;

function pickNumbers(random: Random, count: number): number[] {
  const left = [1, 2, 3, 4, 5, 6, 7, 8, 9];
  return Array.from({ length: count }, () => left.splice(random.between(0, left.length - 1), 1)[0]!);
}

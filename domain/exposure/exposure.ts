import { betNames, betTypeOfCode, betTypes, type BetName, type BetType } from '#domain/bet-types.ts';
import type { Francs } from '#domain/money.ts';
import { decodeNumbers } from '#domain/result.ts';
import { distributionOf, reduce, type Distribution, type ExactFraction } from './distribution.ts';
import { groupCount, groupWinsOf } from './first-places.ts';
import { addOneOrder } from './one-order.ts';
import { addAllOrders, mostStakesOf } from './order-payouts.ts';
import { rankOfCode, resultCount } from './orders.ts';
import { spreadOf, type Spread } from './spread.ts';

/** The stakes on each selection, in columns of equal length. The same selection may come more than once. */
export interface StakeSums {
  /** The codes of the bet types. */
  readonly betTypeCodes: ArrayLike<number>;
  readonly selections: ArrayLike<number>;
  /** In francs. */
  readonly stakes: ArrayLike<number>;
  /** How many tickets hold the selection. */
  readonly tickets: ArrayLike<number>;
}

/** The stakes of a draw, and the distribution of its payouts. */
export interface Exposure extends Distribution {
  readonly stakes: Francs;
  readonly tickets: number;
}

/** The exposure of a draw; of each bet type alone; and without it, of all the others. */
export interface DrawExposure extends Exposure {
  readonly byType: Readonly<Record<BetName, TypeExposure>>;
}

interface TypeExposure extends Exposure {
  readonly without: Exposure;
}

/** The exposure of one draw, to which tickets are added. */
export interface ExposureBook {
  /**
   * Adds what was staked. Up to 200 selections change the payouts that they change; of more, all payouts are computed at
   * once, in a time that does not depend on their number.
   *
   * @throws RangeError when a selection cannot be played, or when sums would no longer be exact: nothing is added then
   */
  add(sums: StakeSums): void;
  read(): DrawExposure;
  /** How the payouts of each bet type with tickets are spread, and of all together. */
  spread(): DrawSpread;
  /** The sums of all tickets added so far. */
  total(): { readonly stakes: Francs; readonly tickets: number };
  /** The payout of each result, by its rank. */
  payouts(): Float64Array;
  /** A book of its own with the same tickets. */
  copy(): ExposureBook;
}

export interface DrawSpread {
  readonly whole: Spread;
  readonly byType: ReadonlyMap<BetName, Spread>;
}

/** With more selections on the exact order than this, computing all payouts takes less time than adding them one by one. */
const mostOneByOne = 200;

/** The most that may be staked on one draw: 418 billion francs. Beyond it, a double could lose a franc. */
export const mostStakes: Francs = Math.min(...betNames.filter(isOrdered).map((name) => mostStakesOf(betTypes[name])));

function isOrdered(name: BetName): boolean {
  return betTypes[name].hit.kind === 'exact';
}

/** One bet type of a draw. */
interface TypeBook {
  stakes: Francs;
  tickets: number;
  /** The payouts of the results: by their rank for a bet type on the exact order, else by group of results. */
  readonly payouts: Float64Array;
}

export function openExposure(): ExposureBook {
  return openBook(new Map());
}

function openBook(books: Map<BetName, TypeBook>): ExposureBook {
  function bookOf(name: BetName): TypeBook {
    let book = books.get(name);
    if (!book) {
      const payouts = new Float64Array(isOrdered(name) ? resultCount : groupCount);
      books.set(name, (book = { stakes: 0, tickets: 0, payouts }));
    }
    return book;
  }

  return {
    add(sums) {
      const staked = Array.from(books.values()).reduce((sum, { stakes }) => sum + stakes, 0);
      refuseSums(sums, mostStakes - staked);
      const ordered: number[] = [];
      for (let index = 0; index < sums.selections.length; index++) {
        const { name } = betTypeOfCode(sums.betTypeCodes[index]!);
        const book = bookOf(name);
        book.stakes += sums.stakes[index]!;
        book.tickets += sums.tickets[index]!;
        if (isOrdered(name)) ordered.push(index);
        else addToGroups(book.payouts, name, sums.selections[index]!, sums.stakes[index]!);
      }
      for (const [code, indexes] of Map.groupBy(ordered, (index) => sums.betTypeCodes[index]!)) {
        const betType = betTypeOfCode(code);
        addOrders(bookOf(betType.name).payouts, betType, sums, indexes);
      }
    },
    read() {
      const names = [...books.keys()];
      const whole = measure(books, names);
      const nothing = measure(books, []);
      const byType = betNames.map((name): [BetName, TypeExposure] => {
        if (!books.has(name)) return [name, { ...nothing, without: whole }];
        const others = names.filter((other) => other !== name);
        return [name, { ...measure(books, [name]), without: measure(books, others) }];
      });
      return { ...whole, byType: Object.fromEntries(byType) as Record<BetName, TypeExposure> };
    },
    spread() {
      const spreadOfTypes = (names: readonly BetName[]) => {
        const spread = spreadOf(addUp(names.map((name) => books.get(name)!.payouts)));
        const returned = returnOf(names.map((name) => ({ name, ...books.get(name)! })));
        requireMean(names, reduce(spread.expected, BigInt(resultCount)), returned);
        return spread;
      };
      const names = [...books.keys()];
      return { whole: spreadOfTypes(names), byType: new Map(names.map((name) => [name, spreadOfTypes([name])])) };
    },
    total: () => totalOf([...books.values()]),
    payouts() {
      const all = new Float64Array(resultCount);
      return addUp([all, ...Array.from(books.values(), ({ payouts }) => payouts)]);
    },
    copy() {
      return openBook(new Map(Array.from(books, ([name, book]) => [name, { ...book, payouts: book.payouts.slice() }])));
    },
  };
}

function refuseSums({ betTypeCodes, selections, stakes, tickets }: StakeSums, mostStaked: Francs): void {
  const { length } = selections;
  if (betTypeCodes.length !== length || stakes.length !== length || tickets.length !== length) {
    throw new RangeError('the columns of the sums have different lengths');
  }
  let staked = 0;
  for (let index = 0; index < length; index++) {
    const { name } = betTypeOfCode(betTypeCodes[index]!);
    if (isOrdered(name)) rankOfCode(selections[index]!);
    else groupWinsOf(name, selections[index]!);
    for (const count of [stakes[index]!, tickets[index]!]) {
      if (!Number.isSafeInteger(count) || count < 0) throw new RangeError(`${count} is not a sum of stakes or tickets`);
    }
    staked += stakes[index]!;
    if (staked > mostStaked) {
      throw new RangeError(
        `with more than ${mostStakes} francs at stake the payouts could not be computed to the franc`,
      );
    }
  }
}

function addToGroups(payouts: Float64Array, name: BetName, selection: number, stake: Francs): void {
  const { groups, mults } = groupWinsOf(name, selection);
  for (const [index, group] of groups.entries()) payouts[group]! += stake * mults[index]!;
}

function addOrders(payouts: Float64Array, betType: BetType, sums: StakeSums, indexes: readonly number[]): void {
  if (indexes.length <= mostOneByOne) {
    for (const index of indexes) {
      addOneOrder(betType, payouts, decodeNumbers(sums.selections[index]!), sums.stakes[index]!);
    }
    return;
  }
  const stakes = new Float64Array(resultCount);
  for (const index of indexes) stakes[rankOfCode(sums.selections[index]!)]! += sums.stakes[index]!;
  addAllOrders(betType, payouts, stakes);
}

/** The exposure to these bet types together. */
function measure(books: ReadonlyMap<BetName, TypeBook>, names: readonly BetName[]): Exposure {
  const chosen = names.map((name) => ({ name, ...books.get(name)! }));
  const { stakes, tickets } = totalOf(chosen);
  const distribution = distributionOf(addUp(chosen.map(({ payouts }) => payouts)), stakes);
  requireMean(names, distribution.mean, returnOf(chosen));
  return { stakes, tickets, ...distribution };
}

function totalOf(books: readonly Pick<TypeBook, 'stakes' | 'tickets'>[]) {
  return {
    stakes: books.reduce((sum, { stakes }) => sum + stakes, 0),
    tickets: books.reduce((sum, { tickets }) => sum + tickets, 0),
  };
}

/** The payouts are computed in a roundabout way; their average is known from the rules. */
function requireMean(names: readonly BetName[], mean: ExactFraction, { num, den }: ExactFraction): void {
  if (mean.num !== num || mean.den !== den) {
    throw new Error(`${names.join(', ')} would pay ${mean.num}/${mean.den} on average, not ${num}/${den}`);
  }
}

/** The payouts of all tables together: by rank if any table is by rank, else by group. */
function addUp(tables: readonly Float64Array[]): Float64Array {
  const sums = new Float64Array(Math.max(groupCount, ...tables.map(({ length }) => length)));
  for (const table of tables) {
    const alike = sums.length / table.length;
    for (let index = 0, rank = 0; index < table.length; index++) {
      for (const end = rank + alike; rank < end; rank++) sums[rank]! += table[index]!;
    }
  }
  return sums;
}

/** Σ stakes × return to player. */
function returnOf(books: readonly { readonly name: BetName; readonly stakes: Francs }[]): ExactFraction {
  let [num, den] = [0n, 1n];
  for (const { name, stakes } of books) {
    const [rtpNum, rtpDen] = betTypes[name].rtp.map(BigInt) as [bigint, bigint];
    num = num * rtpDen + BigInt(stakes) * rtpNum * den;
    den *= rtpDen;
  }
  return reduce(num, den);
}

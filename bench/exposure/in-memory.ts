import { median } from '#bench/statistics.ts';
import { betNames, betTypes } from '#domain/bet-types.ts';
import { openExposure, type ExposureBook, type StakeSums } from '#domain/exposure/exposure.ts';
import { orderAt, resultCount } from '#domain/exposure/orders.ts';
import { encodeNumbers } from '#domain/result.ts';

const stake = 300;
const rounds = 5;

/** Computes draws with this many tickets of all bet types. Prints the median of five runs, without the first one. */
export function benchMemory(sizes: readonly number[]): void {
  const before = process.memoryUsage().arrayBuffers;
  for (const size of sizes) {
    const sums = sumUp(size);
    const added: number[] = [];
    const read: number[] = [];
    let peak = 0;
    for (let round = 0; round <= rounds; round++) {
      const book = openExposure();
      added.push(processorTime(() => book.add(sums)));
      read.push(processorTime(() => book.read()));
      peak = Math.max(peak, process.memoryUsage().arrayBuffers - before);
    }
    console.log(
      `${size} tickets on ${sums.selections.length} selections: ${describe(added)} to add, ${describe(read)} to read, ` +
        `first time ${(added[0]! + read[0]!).toFixed(0)} ms; arrays up to ${(peak / 2 ** 20).toFixed(0)} MB`,
    );
  }
}

/** Adds so many selections at once to a draw with a million tickets. */
export function benchAdding(sizes: readonly number[]): void {
  const book = openExposure();
  book.add(sumUp(1_000_000));
  book.add(someOrders(1));
  for (const size of sizes) {
    const times = Array.from({ length: rounds + 1 }, () => addSome(book, size));
    const each = (median(times.slice(1)) * 1_000) / size;
    console.log(`${size} at once: ${describe(times)}, ${each.toFixed(1)} µs each`);
  }
  console.log(
    `and to read all figures again: ${describe(Array.from({ length: rounds + 1 }, () => processorTime(() => book.read())))}`,
  );
}

function addSome(book: ExposureBook, size: number): number {
  const sums = someOrders(size);
  return processorTime(() => book.add(sums));
}

function someOrders(size: number): StakeSums {
  const ones = new Float64Array(size).fill(1);
  return {
    betTypeCodes: new Uint8Array(size).fill(betTypes.IziOrder.code),
    selections: Uint32Array.from({ length: size }, () => encodeNumbers(orderAt(random(resultCount)))),
    stakes: ones.map(() => stake),
    tickets: ones,
  };
}

/** The sums of tickets that take turns in bet types, on selections that come by chance. */
function sumUp(tickets: number): StakeSums {
  const counts = betNames.map(() => new Map<number, number>());
  const orders = Uint32Array.from({ length: resultCount }, (_, rank) => encodeNumbers(orderAt(rank)));
  const divisors = betNames.map((name) => 10 ** (9 - betTypes[name].slots));
  for (let ticket = 0; ticket < tickets; ticket++) {
    const type = ticket % betNames.length;
    const selection = Math.floor(orders[random(resultCount)]! / divisors[type]!);
    const count = counts[type]!;
    count.set(selection, (count.get(selection) ?? 0) + 1);
  }
  const rows = counts.flatMap((count, type) =>
    Array.from(count, ([selection, sold]) => ({ code: betTypes[betNames[type]!].code, selection, sold })),
  );
  return {
    betTypeCodes: Uint8Array.from(rows, ({ code }) => code),
    selections: Uint32Array.from(rows, ({ selection }) => selection),
    stakes: Float64Array.from(rows, ({ sold }) => sold * stake),
    tickets: Float64Array.from(rows, ({ sold }) => sold),
  };
}

function random(below: number): number {
  return Math.floor(Math.random() * below);
}

/** In milliseconds; it depends little on the load of the machine. */
function processorTime(work: () => void): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}

function describe(times: readonly number[]): string {
  return `${median(times.slice(1)).toFixed(1)} ms`;
}

import { sortLeaves } from '#domain/fair-draw/leaves.ts';
import { buildTree, inclusionPath, treeRoot, verifyInclusion, type MerkleTree } from '#domain/fair-draw/merkle.ts';
import { encodeTicket, ticketLeaf } from '#domain/fair-draw/ticket-record.ts';

const paths = 20_000;

interface Timing {
  readonly leaves: number;
  readonly hashing: number;
  readonly sorting: number;
  readonly tree: number;
  readonly microsecondsPerPath: number;
}

/** Measures the processor time to sort and hash a draw's leaves in memory. */
export function benchMemory(sizes: readonly number[]): void {
  // The first run includes compilation, which a server does once.
  measure(20_000);
  const timings = sizes.map(measure);
  for (const timing of timings) console.log(describe(timing));
  const [small, large] = [timings[0]!, timings.at(-1)!];
  console.log(
    `growth for ${large.leaves / small.leaves} times the leaves: sealing ×${(sealing(large) / sealing(small)).toFixed(1)}, ` +
      `one path ×${(large.microsecondsPerPath / small.microsecondsPerPath).toFixed(2)}`,
  );
}

function measure(count: number): Timing {
  const [unsorted, hashing] = timed(() => hashLeaves(count));
  const [leaves, sorting] = timed(() => sortLeaves(unsorted));
  const [tree, building] = timed(() => buildTree(leaves));
  const [, serving] = timed(() => servePaths(tree));
  checkPaths(tree);
  return { leaves: count, hashing, sorting, tree: building, microsecondsPerPath: (serving * 1_000) / paths };
}

function hashLeaves(count: number): Uint8Array {
  const leaves = new Uint8Array(count * 32);
  const ticket = encodeTicket({
    drawId: '01234567-89ab-7cde-8f01-23456789abcd',
    ticketId: '01234567-89ab-7cde-8f01-23456789abcd',
    acceptedAt: 1_763_000_000_000,
    name: 'IziOne',
    stake: 100,
    numbers: [7],
    salt: new Uint8Array(16),
  });
  const number = new DataView(ticket.buffer);
  for (let index = 0; index < count; index++) {
    number.setUint32(44, index);
    leaves.set(ticketLeaf(ticket), index * 32);
  }
  return leaves;
}

/** Indexes spread over the whole tree, like those of receipts that players open. */
function* indexes(tree: MerkleTree): Generator<number> {
  for (let count = 0; count < paths; count++) yield (count * 7_919) % tree.size;
}

function servePaths(tree: MerkleTree): void {
  for (const index of indexes(tree)) inclusionPath(tree, index);
}

function checkPaths(tree: MerkleTree): void {
  const [leaves] = tree.levels as [Uint8Array];
  for (const index of [0, 1, tree.size >> 1, tree.size - 1]) {
    const leaf = leaves.subarray(index * 32, index * 32 + 32);
    if (!verifyInclusion(leaf, index, tree.size, inclusionPath(tree, index), treeRoot(tree))) {
      throw new Error(`the path of leaf ${index} of ${tree.size} does not lead to the root`);
    }
  }
}

/** Processor time in milliseconds, which does not depend on the load of the machine. */
function timed<T>(work: () => T): [T, number] {
  const start = process.cpuUsage();
  const value = work();
  const { user, system } = process.cpuUsage(start);
  return [value, (user + system) / 1_000];
}

function sealing({ sorting, tree }: Timing): number {
  return sorting + tree;
}

function describe(timing: Timing): string {
  const ms = (value: number) => `${value.toFixed(0)} ms`;
  return (
    `${timing.leaves} leaves: sorting ${ms(timing.sorting)}, tree ${ms(timing.tree)}, together ${ms(sealing(timing))}; ` +
    `one path ${timing.microsecondsPerPath.toFixed(1)} µs; hashing the tickets themselves ${ms(timing.hashing)}`
  );
}

import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { hashDraw, hashTickets } from './hash-tickets.ts';
import { packedTicketLength } from './packed-tickets.ts';

const draw = { drawId: '01234567-89ab-7cde-8f01-23456789abcd', saltKey: randomBytes(32) };

/** Rows of tickets on one number, as the database packs them. */
function packTickets(count: number): Buffer {
  const packed = Buffer.alloc(count * packedTicketLength);
  for (let index = 0; index < count; index++) {
    const row = packed.subarray(index * packedTicketLength, (index + 1) * packedTicketLength);
    randomBytes(16).copy(row);
    row.writeBigInt64BE(BigInt(index) * 1_000n, 16);
    row.writeInt16BE(2, 24);
    row.writeInt32BE(1 + (index % 9), 26);
    row.writeInt32BE(100 + index, 30);
  }
  return packed;
}

// One more than are hashed without threads; one chunk, two, and some more, whose halves end within a chunk.
test.each([251, 256, 257, 512, 5_000])('two threads make the same tree of %i tickets as one', async (count) => {
  const packed = packTickets(count);
  const cut = 7 * packedTicketLength;
  const pieces = [packed.subarray(0, cut), packed.subarray(cut, 3 * cut), packed.subarray(3 * cut)];
  const [made, { size, totalStake, root, tiers }] = [
    await hashDraw({ ...draw, pieces }),
    hashTickets({ ...draw, pieces: [packed] }),
  ];
  expect([made.size, made.totalStake]).toEqual([size, totalStake]);
  expect(Buffer.from(root).equals(made.root)).toBe(true);
  expect(made.tiers).toHaveLength(tiers.length);
  for (const [index, tier] of tiers.entries()) expect(Buffer.from(tier).equals(made.tiers[index]!)).toBe(true);
});

test('a ticket that cannot be hashed fails the whole draw, and no thread is left running', async () => {
  const packed = packTickets(1_000);
  packed.writeInt32BE(0, 999 * packedTicketLength + 30);
  await expect(hashDraw({ ...draw, pieces: [packed] })).rejects.toThrow('stake');
});

import type { StakeSums } from '#domain/exposure/exposure.ts';

/**
 * SQL: what was staked on one selection, packed into bytes of a fixed length, from a row with `bet_type`, `selection`,
 * `stake` and `tickets`. A draw may have 364,000 of them, and the driver would parse each of their values on the thread that
 * also answers calls.
 */
export const packedSum = `(int2send(bet_type) || int4send(selection) || int8send(stake) || int8send(tickets))`;
const packedLength = 22;

/** Unpacks rows of `packedSum`, in pieces of any number. */
export function unpackSums(pieces: readonly Uint8Array[]): StakeSums {
  const count = pieces.reduce((sum, { length }) => sum + length, 0) / packedLength;
  const sums = {
    betTypeCodes: new Int16Array(count),
    selections: new Int32Array(count),
    stakes: new Float64Array(count),
    tickets: new Float64Array(count),
  };
  let index = 0;
  for (const piece of pieces) {
    const view = new DataView(piece.buffer, piece.byteOffset, piece.length);
    for (let at = 0; at < piece.length; at += packedLength, index++) {
      sums.betTypeCodes[index] = view.getInt16(at);
      sums.selections[index] = view.getInt32(at + 2);
      // A sum beyond 2^53 would be rounded here, and is refused by its size.
      sums.stakes[index] = Number(view.getBigInt64(at + 6));
      sums.tickets[index] = Number(view.getBigInt64(at + 14));
    }
  }
  return sums;
}

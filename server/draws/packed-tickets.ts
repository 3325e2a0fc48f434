import { createCipheriv } from 'node:crypto';
import { betTypeOfCode } from '#domain/bet-types.ts';
import { encodeTicket } from '#domain/fair-draw/ticket-record.ts';
import { decodeNumbers } from '#domain/result.ts';
import { formatUuid } from '#domain/uuid.ts';

/**
 * SQL: a row of `ticket` as bytes of a fixed length. A million tickets read like this are some hundred values for the
 * driver to take apart instead of five million.
 */
export const packedTicket = `(uuid_send(t.id) || timestamptz_send(t.accepted_at) || int2send(t.bet_type)
  || int4send(t.selection) || int4send(t.stake))`;
export const packedTicketLength = 34;

/** PostgreSQL counts the microseconds since 2000. */
const postgresEpoch = Date.UTC(2000, 0, 1);

/** A ticket's record T, from its packed row and its salt. */
export function recordOfPacked(drawId: string, packed: Buffer, salt: Uint8Array): Uint8Array {
  return encodeTicket({
    drawId,
    ticketId: formatUuid(packed.subarray(0, 16)),
    acceptedAt: postgresEpoch + Number(packed.readBigInt64BE(16)) / 1_000,
    name: betTypeOfCode(packed.readInt16BE(24)).name,
    stake: stakeOfPacked(packed),
    numbers: decodeNumbers(packed.readInt32BE(26)),
    salt,
  });
}

export function stakeOfPacked(packed: Buffer): number {
  return packed.readInt32BE(30);
}

/**
 * The salts of tickets, 16 bytes each, in their order. AES is a keyed permutation of 16-byte blocks, and a ticket's id is
 * one such block: without the draw's salt key nobody can tell its image from random bytes. Ids are unique, so that equal
 * blocks encrypt to equal ones gives nothing away, and a million of them take milliseconds.
 */
export function saltsOfPacked(packed: Buffer, saltKey: Uint8Array): Buffer {
  const count = packed.length / packedTicketLength;
  const ids = Buffer.alloc(count * 16);
  for (let index = 0; index < count; index++) {
    packed.copy(ids, index * 16, index * packedTicketLength, index * packedTicketLength + 16);
  }
  return createCipheriv('aes-256-ecb', saltKey, null).setAutoPadding(false).update(ids);
}

import { createCipheriv } from 'node:crypto';
import { betTypeOfCode } from '#domain/bet-types.ts';
import { encodeTicket, overwriteTicket } from '#domain/fair-draw/ticket-record.ts';
import { decodeNumbers } from '#domain/result.ts';
import { formatUuid } from '#domain/uuid.ts';

/**
 * SQL: a row of `ticket` packed into bytes of a fixed length. The driver then parses some hundred values for a million
 * tickets, instead of five million.
 */
export const packedTicket = `(uuid_send(t.id) || timestamptz_send(t.accepted_at) || int2send(t.bet_type)
  || int4send(t.selection) || int4send(t.stake))`;
export const packedTicketLength = 34;

/** PostgreSQL's timestamps count microseconds since 2000. */
export const postgresEpoch = Date.UTC(2000, 0, 1);

/** A ticket's record T, from its packed row and its salt. */
export function recordOfPacked(drawId: string, packed: Buffer, salt: Uint8Array): Uint8Array {
  return encodeTicket({
    drawId,
    ticketId: formatUuid(packed.subarray(0, 16)),
    acceptedAt: acceptedAtOf(packed, 0),
    name: betTypeOfCode(packed.readInt16BE(24)).name,
    stake: packed.readInt32BE(30),
    numbers: decodeNumbers(packed.readInt32BE(26)),
    salt,
  });
}

/** The most different bets whose records are cached. */
const mostBets = 20_000;

/**
 * Visits the record and stake of each packed row. A record is valid only during its visit: the next ticket of the same bet
 * overwrites it.
 */
export function forEachRecord(
  drawId: string,
  packed: Buffer,
  salts: Buffer,
  visit: (record: Uint8Array, stake: number, index: number) => void,
): void {
  const records = new Map<string, Uint8Array>();
  for (let index = 0, at = 0; at < packed.length; index++, at += packedTicketLength) {
    const salt = salts.subarray(index * saltLength, (index + 1) * saltLength);
    const bet = packed.toString('latin1', at + 24, at + packedTicketLength);
    let record = records.get(bet);
    if (record) {
      overwriteTicket(record, packed.subarray(at, at + 16), acceptedAtOf(packed, at), salt);
    } else {
      record = recordOfPacked(drawId, packed.subarray(at, at + packedTicketLength), salt);
      if (records.size < mostBets) records.set(bet, record);
    }
    visit(record, packed.readInt32BE(at + 30), index);
  }
}

function acceptedAtOf(packed: Buffer, at: number): number {
  return postgresEpoch + (packed.readInt32BE(at + 16) * 2 ** 32 + packed.readUInt32BE(at + 20)) / 1_000;
}

const saltLength = 16;

/**
 * Derives the salts of tickets, 16 bytes each, in their order. A salt is the ticket's id, one AES block, encrypted with the
 * draw's salt key: without the key it looks random. ECB leaks only equal blocks, and ids are unique. A million salts take
 * milliseconds.
 */
export function saltsOfPacked(packed: Buffer, saltKey: Uint8Array): Buffer {
  const count = packed.length / packedTicketLength;
  const ids = Buffer.alloc(count * saltLength);
  for (let index = 0; index < count; index++) {
    packed.copy(ids, index * saltLength, index * packedTicketLength, index * packedTicketLength + saltLength);
  }
  return createCipheriv('aes-256-ecb', saltKey, null).setAutoPadding(false).update(ids);
}

import { sha256 } from '@noble/hashes/sha2.js';
import { betNames, betTypeOfCode, betTypes, type BetName, type BetType } from '#domain/bet-types.ts';
import type { Francs } from '#domain/money.ts';
import * as words from '#domain/words/en/records.ts';
import { MalformedBytes, readU64, readUuid, requireRecord, requireZeros, tag, uuidBytes, writeU64 } from './bytes.ts';

/** The ticket that a receipt promises to have in the draw. */
export interface TicketRecord {
  readonly drawId: string;
  readonly ticketId: string;
  /** Milliseconds since 1970, on the clock that also decided that sales were open. */
  readonly acceptedAt: number;
  readonly name: BetName;
  readonly stake: Francs;
  /** The numbers 1 to 9 as the player placed them. */
  readonly numbers: readonly number[];
  /** 16 secret bytes, so that nobody can guess a ticket from its leaf. */
  readonly salt: Uint8Array;
}

export const ticketRecordLength = 96;
const ticketTag = tag('izi.ticket.v1');
const saltLength = 16;

/** T, the ticket's 96 bytes. */
export function encodeTicket(ticket: TicketRecord): Uint8Array {
  if (ticket.salt.length !== saltLength) throw new MalformedBytes(words.saltLength);
  if (ticket.numbers.length > 9) throw new MalformedBytes(words.tooManyNumbers);
  const bytes = new Uint8Array(ticketRecordLength);
  bytes.set(ticketTag, 0);
  bytes.set(uuidBytes(ticket.drawId), 16);
  bytes.set(uuidBytes(ticket.ticketId), 32);
  writeU64(bytes, 48, ticket.acceptedAt);
  bytes[56] = betTypes[ticket.name].code;
  writeU64(bytes, 57, ticket.stake);
  bytes[65] = ticket.numbers.length;
  bytes.set(ticket.numbers, 66);
  bytes.set(ticket.salt, 80);
  decodeTicket(bytes);
  return bytes;
}

/**
 * Overwrites a record with another ticket of the same bet: its id (16 bytes), when it was accepted, and its salt. A seal
 * writes a million records, and most of their bets are among the same few.
 */
export function overwriteTicket(record: Uint8Array, ticketId: Uint8Array, acceptedAt: number, salt: Uint8Array): void {
  record.set(ticketId, 32);
  writeU64(record, 48, acceptedAt);
  record.set(salt, 80);
}

/** Reads T; throws `MalformedBytes` for anything that is not exactly a ticket record. */
export function decodeTicket(bytes: Uint8Array): TicketRecord {
  requireRecord(bytes, 'ticket record', ticketTag, ticketRecordLength);
  requireZeros(bytes, 75, 80, 'reserved part of a ticket record');
  const betType = decodeBetType(bytes[56]!);
  const stake = readU64(bytes, 57, 'stake');
  if (stake === 0) throw new MalformedBytes(words.noStake);
  return {
    drawId: readUuid(bytes, 16),
    ticketId: readUuid(bytes, 32),
    acceptedAt: readU64(bytes, 48, 'time of acceptance'),
    name: betType.name,
    stake,
    numbers: decodeNumbers(bytes, betType),
    salt: bytes.slice(80, 96),
  };
}

/** Every leaf is hashed from this one buffer, so that a seal allocates none per leaf; its first byte stays zero. */
const leaf97 = new Uint8Array(1 + ticketRecordLength);

/** The ticket's leaf in the draw's tree: H(0x00 ‖ T). The prefix prevents a leaf from being accepted as an inner node. */
export function ticketLeaf(ticketRecord: Uint8Array): Uint8Array {
  return sha256(leafMessage(ticketRecord));
}

/** 0x00 ‖ T, for callers with a hash function of their own. Valid until the next call. */
export function leafMessage(ticketRecord: Uint8Array): Uint8Array {
  if (ticketRecord.length !== ticketRecordLength) throw new MalformedBytes(words.ticketLength);
  leaf97.set(ticketRecord, 1);
  return leaf97;
}

function decodeBetType(code: number): BetType {
  if (code < 1 || code > betNames.length) throw new MalformedBytes(words.noBetType(code));
  return betTypeOfCode(code);
}

function decodeNumbers(bytes: Uint8Array, betType: BetType): number[] {
  const count = bytes[65]!;
  if (count !== betType.slots) {
    throw new MalformedBytes(words.wrongCount(betType.name, betType.slots, count));
  }
  requireZeros(bytes, 66 + count, 75, 'unused places of a ticket record');
  const numbers = Array.from(bytes.subarray(66, 66 + count));
  if (numbers.some((number) => number < 1 || number > 9) || new Set(numbers).size !== count) {
    throw new MalformedBytes(words.wrongNumbers);
  }
  return numbers;
}

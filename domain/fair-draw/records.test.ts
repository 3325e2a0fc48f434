import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bytesOf, drawRecordOf, drawVectors } from '#tests/vectors/vectors.ts';
import { betNames, betTypes } from '#domain/bet-types.ts';
import { MalformedBytes, toHex } from './bytes.ts';
import { commitmentTo } from './commitment.ts';
import { beaconKinds, decodeDraw, drawHash, encodeDraw, noBeacon, type DrawRecord } from './draw-record.ts';
import { decodeSeal, encodeSeal, sealHash, type SealRecord } from './seal-record.ts';
import { decodeTicket, encodeTicket, ticketLeaf, type TicketRecord } from './ticket-record.ts';

describe.each(drawVectors.draws)('the independent implementation’s draw of $title', (vector) => {
  const draw = drawRecordOf(vector);

  test('has the same draw record and hash', () => {
    expect(toHex(encodeDraw(draw))).toBe(vector.proof.draw);
    expect(toHex(drawHash(encodeDraw(draw)))).toBe(vector.drawHash);
    expect(decodeDraw(bytesOf(vector.proof.draw))).toEqual(draw);
  });

  test('has the same ticket records and leaves', () => {
    vector.tickets.forEach((fields, index) => {
      const ticket = { ...fields, drawId: draw.drawId, salt: bytesOf(fields.salt) };
      const record = encodeTicket(ticket);
      expect(toHex(record)).toBe(vector.receipts[index]!.ticket);
      expect(toHex(ticketLeaf(record))).toBe(vector.receipts[index]!.leaf);
      expect(decodeTicket(record)).toEqual(ticket);
    });
  });

  test('has the same commitment and seal', () => {
    const { commitment, seed, seal } = vector.proof;
    expect(toHex(commitmentTo(bytesOf(vector.drawHash), bytesOf(seed!)))).toBe(commitment);
    const record = decodeSeal(bytesOf(seal!));
    expect(record).toMatchObject({ size: vector.tickets.length, sealedAt: draw.closesAt + 1234 });
    expect(toHex(encodeSeal(record))).toBe(seal);
    expect(toHex(sealHash(bytesOf(seal!)))).toBe(vector.sealHash);
  });
});

const hash = fc.uint8Array({ minLength: 32, maxLength: 32 });
const instant = fc.integer({ min: 0, max: 2 ** 52 });
const drawId = fc.uuid();

const drawRecords: fc.Arbitrary<DrawRecord> = fc.record({
  drawId,
  opensAt: fc.integer({ min: 0, max: 1_000 }),
  closesAt: fc.integer({ min: 1_000, max: 2_000 }),
  drawsAt: fc.integer({ min: 2_001, max: Number.MAX_SAFE_INTEGER }),
  rulesHash: hash,
  beacon: fc.oneof(
    fc.constant(noBeacon),
    fc.record({
      kind: fc.constant(beaconKinds.drand),
      ref: hash,
      round: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
    }),
  ),
});

const ticketRecords: fc.Arbitrary<TicketRecord> = fc.constantFrom(...betNames).chain((name) =>
  fc.record({
    drawId,
    ticketId: fc.uuid(),
    acceptedAt: instant,
    name: fc.constant(name),
    stake: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
    numbers: fc.shuffledSubarray([1, 2, 3, 4, 5, 6, 7, 8, 9], {
      minLength: betTypes[name].slots,
      maxLength: betTypes[name].slots,
    }),
    salt: fc.uint8Array({ minLength: 16, maxLength: 16 }),
  }),
);

const sealRecords: fc.Arbitrary<SealRecord> = fc.record({
  drawHash: hash,
  commitment: hash,
  size: instant,
  root: hash,
  totalStake: instant,
  sealedAt: instant,
  previous: hash,
});

test('every record reads back as it was written', () => {
  const readsBack = <T>(
    records: fc.Arbitrary<T>,
    encode: (record: T) => Uint8Array,
    decode: (bytes: Uint8Array) => T,
  ) =>
    fc.assert(
      fc.property(records, (record) => {
        expect(decode(encode(record))).toEqual(record);
      }),
    );
  readsBack(drawRecords, encodeDraw, decodeDraw);
  readsBack(ticketRecords, encodeTicket, decodeTicket);
  readsBack(sealRecords, encodeSeal, decodeSeal);
});

test('readable bytes are written back unchanged, so no record has two encodings', () => {
  const flips = fc.array(fc.tuple(fc.nat(167), fc.integer({ min: 1, max: 255 })), { minLength: 1, maxLength: 3 });
  const mutated = (bytes: Uint8Array, changes: [number, number][]) => {
    for (const [place, change] of changes) bytes[place % bytes.length]! ^= change;
    return bytes;
  };
  const spelledOnce = <T>(bytes: Uint8Array, decode: (bytes: Uint8Array) => T, encode: (value: T) => Uint8Array) => {
    let value: T;
    try {
      value = decode(bytes);
    } catch (error) {
      expect(error).toBeInstanceOf(MalformedBytes);
      return;
    }
    expect(encode(value)).toEqual(bytes);
  };
  fc.assert(fc.property(drawRecords, flips, (d, f) => spelledOnce(mutated(encodeDraw(d), f), decodeDraw, encodeDraw)));
  fc.assert(
    fc.property(ticketRecords, flips, (t, f) => spelledOnce(mutated(encodeTicket(t), f), decodeTicket, encodeTicket)),
  );
  fc.assert(fc.property(sealRecords, flips, (s, f) => spelledOnce(mutated(encodeSeal(s), f), decodeSeal, encodeSeal)));
});

describe('a malformed record is refused', () => {
  const [sevenTickets, , , withBeacon] = drawVectors.draws;
  const patch = (hex: string, offset: number, ...values: number[]) => {
    const bytes = bytesOf(hex);
    bytes.set(values, offset);
    return bytes;
  };
  const draw = sevenTickets!.proof.draw;
  const bound = withBeacon!.proof.draw;
  const order = sevenTickets!.receipts[0]!.ticket;
  const two = sevenTickets!.receipts[2]!.ticket;
  const seal = sevenTickets!.proof.seal!;

  test.each<[string, () => unknown, RegExp]>([
    ['draw: too short', () => decodeDraw(bytesOf(draw).slice(0, 136)), /137 bytes, not 136/],
    ['draw: too long', () => decodeDraw(bytesOf(`${draw}00`)), /137 bytes, not 138/],
    ['draw: a ticket’s tag', () => decodeDraw(patch(draw, 4, ...Buffer.from('tick'))), /tag/],
    ['draw: tag not padded with zeros', () => decodeDraw(patch(draw, 15, 1)), /tag/],
    ['draw: reserved bytes', () => decodeDraw(patch(draw, 136, 1)), /reserved/],
    ['draw: closes before it opens', () => decodeDraw(patch(draw, 40, 0, 0, 0)), /another order/],
    ['draw: closes when it draws', () => decodeDraw(closingAtDraw(draw)), /another order/],
    ['draw: time past 2^53', () => decodeDraw(patch(draw, 48, 0, 0x20)), /past 2⁵³/],
    ['draw: unknown beacon', () => decodeDraw(patch(draw, 88, 2)), /no beacon of kind 2/],
    ['draw: no beacon, yet a chain', () => decodeDraw(patch(draw, 89, 1)), /without one/],
    ['draw: no beacon, yet a round', () => decodeDraw(patch(draw, 128, 1)), /without one/],
    ['draw: round 0', () => decodeDraw(patch(bound, 121, 0, 0, 0, 0, 0, 0, 0, 0)), /no round 0/],
    ['ticket: too short', () => decodeTicket(bytesOf(order).slice(1)), /96 bytes, not 95/],
    ['ticket: a draw’s tag', () => decodeTicket(patch(order, 4, ...Buffer.from('draw.v1\0'))), /tag/],
    ['ticket: reserved bytes', () => decodeTicket(patch(order, 79, 1)), /reserved/],
    ['ticket: bet type 0', () => decodeTicket(patch(order, 56, 0)), /code 0/],
    ['ticket: bet type 7', () => decodeTicket(patch(order, 56, 7)), /code 7/],
    ['ticket: no stake', () => decodeTicket(patch(order, 57, 0, 0, 0, 0, 0, 0, 0, 0)), /stake/],
    ['ticket: too few numbers', () => decodeTicket(patch(order, 65, 8)), /takes 9 numbers, not 8/],
    ['ticket: too many numbers', () => decodeTicket(patch(two, 65, 3)), /takes 2 numbers, not 3/],
    ['ticket: number past the count', () => decodeTicket(patch(two, 74, 9)), /unused places/],
    ['ticket: number 0', () => decodeTicket(patch(two, 66, 0)), /1 to 9/],
    ['ticket: number 10', () => decodeTicket(patch(two, 66, 10)), /1 to 9/],
    ['ticket: a number twice', () => decodeTicket(patch(two, 66, 7)), /at most once/],
    ['seal: too long', () => decodeSeal(bytesOf(`${seal}00`)), /168 bytes, not 169/],
    ['seal: tag', () => decodeSeal(patch(seal, 0, 0)), /tag/],
    ['seal: size past 2^53', () => decodeSeal(patch(seal, 80, 1)), /past 2⁵³/],
  ])('%s', (_, decode, sentence) => {
    expect(decode).toThrow(MalformedBytes);
    expect(decode).toThrow(sentence);
  });

  function closingAtDraw(hex: string): Uint8Array {
    const bytes = bytesOf(hex);
    bytes.copyWithin(40, 48, 56);
    return bytes;
  }
});

test('values that do not fit a record cannot be written', () => {
  const draw = drawRecordOf(drawVectors.draws[0]!);
  expect(() => encodeDraw({ ...draw, drawId: 'not-an-id' })).toThrow(MalformedBytes);
  expect(() => encodeDraw({ ...draw, opensAt: -1 })).toThrow(MalformedBytes);
  expect(() => encodeDraw({ ...draw, opensAt: 1.5 })).toThrow(MalformedBytes);
  expect(() => encodeDraw({ ...draw, rulesHash: new Uint8Array(31) })).toThrow(MalformedBytes);
  expect(() => encodeDraw({ ...draw, closesAt: draw.drawsAt })).toThrow(MalformedBytes);
});

import { betTypes } from '#domain/bet-types.ts';
import { currentRules } from '#domain/draw.ts';
import { uuidBytes } from '#domain/fair-draw/bytes.ts';
import { drawHash, noBeacon } from '#domain/fair-draw/draw-record.ts';
import { encodeSeal, noPreviousSeal, sealHash } from '#domain/fair-draw/seal-record.ts';
import { sealMessage } from '#domain/fair-draw/signatures.ts';
import { resultOf } from '#domain/fair-draw/stream.ts';
import type { DrawResult } from '#domain/result.ts';
import { commitDraw, type CommittedDraw } from '#server/fair-draw/commit-draw.ts';
import type { DrawKeys } from '#server/fair-draw/draw-keys.ts';
import { hashTickets } from '#server/fair-draw/hash-tickets.ts';
import { packedTicketLength, postgresEpoch } from '#server/fair-draw/packed-tickets.ts';
import type { DrawToPlay, PlayedTicket } from './play.ts';
import type { MadeDraw } from './write-month.ts';

export interface DrawTerms {
  readonly keys: DrawKeys;
  readonly closeSecondsBefore: number;
  readonly patienceHours: number;
}

/** Committed draws of the past. Times are milliseconds since 1970. */
interface PlannedDraws {
  readonly from: number;
  readonly to: number;
  /** In the order of their times. */
  readonly draws: readonly Omit<DrawToPlay, 'void'>[];
  /** Seals the tickets of a draw, as the next seal of the chain, and derives its result. In the order of the draws. */
  sealAndDraw(id: string, tickets: readonly PlayedTicket[]): DrawResult;
  /** The draw as it ended. May be called once: it releases the tree of the draw's tickets. */
  made(id: string): MadeDraw;
}

const hour = 60 * 60 * 1_000;
const zeros = new Uint8Array(32);

/** A draw each hour of the last days. Their secrets are new each time. */
export function planDraws(
  { keys, closeSecondsBefore, patienceHours }: DrawTerms,
  now: number,
  days: number,
): PlannedDraws {
  const to = Math.floor((now - 10 * 60_000) / hour) * hour;
  const from = to - days * 24 * hour;
  const committedOf = new Map<string, CommittedDraw>();
  const sealedOf = new Map<string, MadeDraw['sealed']>();
  const draws = Array.from({ length: days * 24 }, (_, index) => {
    const drawsAt = from + (index + 1) * hour;
    const closesAt = drawsAt - closeSecondsBefore * 1_000;
    const terms = { drawsAt, closesAt, opensAt: drawsAt - 24 * hour, rules: currentRules, patienceHours };
    const committed = commitDraw(terms, keys, null);
    committedOf.set(committed.drawId, committed);
    return { id: committed.drawId, closesAt, drawsAt };
  });
  let previous = noPreviousSeal;

  function sealAndDraw(id: string, tickets: readonly PlayedTicket[]): DrawResult {
    const committed = committedOf.get(id)!;
    const hash = drawHash(committed.record);
    const { seed, saltKey } = keys.decryptSecrets(committed.secrets, hash);
    const { tiers, ...hashed } = hashTickets({ drawId: id, saltKey, pieces: [pack(tickets)] });
    const sealedAt = draws.find((draw) => draw.id === id)!.closesAt + 900;
    const record = encodeSeal({ ...hashed, drawHash: hash, commitment: committed.commitment, sealedAt, previous });
    previous = sealHash(record);
    const result = resultOf({ seed, sealHash: previous, beacon: { ...noBeacon, value: zeros } });
    sealedOf.set(id, { record, signature: keys.sign(sealMessage(record)), tiers, seed, result, sealedAt });
    return result;
  }

  function made(id: string): MadeDraw {
    const sealed = sealedOf.get(id) ?? null;
    sealedOf.delete(id);
    return { committed: committedOf.get(id)!, sealed };
  }

  return { from, to, draws, sealAndDraw, made };
}

/** The form in which `packedTicket` reads them from the database. */
function pack(tickets: readonly PlayedTicket[]): Buffer {
  const packed = Buffer.alloc(tickets.length * packedTicketLength);
  for (const [index, { id, at, betName, selection, stake }] of tickets.entries()) {
    const start = index * packedTicketLength;
    packed.set(uuidBytes(id), start);
    packed.writeBigInt64BE(BigInt(at - postgresEpoch) * 1_000n, start + 16);
    packed.writeInt16BE(betTypes[betName].code, start + 24);
    packed.writeInt32BE(selection, start + 26);
    packed.writeInt32BE(stake, start + 30);
  }
  return packed;
}

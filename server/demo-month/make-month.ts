import { randomInt } from 'node:crypto';
import type { Database } from '#database/connect.ts';
import { betTypes } from '#domain/bet-types.ts';
import { currentRules } from '#domain/draw.ts';
import { uuidBytes } from '#domain/fair-draw/bytes.ts';
import { drawHash, noBeacon } from '#domain/fair-draw/draw-record.ts';
import { encodeSeal, noPreviousSeal, sealHash } from '#domain/fair-draw/seal-record.ts';
import { sealMessage } from '#domain/fair-draw/signatures.ts';
import { resultOf } from '#domain/fair-draw/stream.ts';
import type { DrawResult } from '#domain/result.ts';
import { commitDraw } from '#server/fair-draw/commit-draw.ts';
import type { DrawKeys } from '#server/fair-draw/draw-keys.ts';
import { hashTickets } from '#server/fair-draw/hash-tickets.ts';
import { packedTicketLength, postgresEpoch } from '#server/fair-draw/packed-tickets.ts';
import { playMonth, type DrawToPlay, type PlayedTicket } from './play.ts';
import { inventPlayers } from './players.ts';
import { createRandom } from './random.ts';
import { isFresh, writeMonth, type MadeDraw } from './write-month.ts';

export interface DemoMonth {
  readonly keys: DrawKeys;
  readonly closeSecondsBefore: number;
  readonly patienceHours: number;
  /** Repeats the same play; the draws' own secrets are new each time. */
  readonly seed?: number;
  readonly days?: number;
  readonly players?: number;
}

/** What was made, for the person who starts the server. */
export interface MonthMade {
  readonly draws: number;
  readonly tickets: number;
  readonly players: number;
}

const hour = 60 * 60 * 1_000;
const zeros = new Uint8Array(32);

/**
 * Gives a fresh demonstration a past: a draw each hour of the last thirty days, each committed, sealed and drawn with the site's
 * own keys, so that all of them verify, and invented players whose money adds up. `demo_month` says what of the database it is.
 * It writes past the rules that keep history, so only the owner of a database with a superuser's rights can do it.
 *
 * @param owner connects as the owner of the tables
 * @returns null where the database has a past already, or where this login may not write one
 */
export async function makeDemoMonth(owner: Database, settings: DemoMonth): Promise<MonthMade | null> {
  const {
    keys,
    closeSecondsBefore,
    patienceHours,
    seed = randomInt(2 ** 32),
    days = 30,
    players: count = 240,
  } = settings;
  // It is played before the transaction that writes it, which may not wait for seconds.
  const now = await owner.transact(isFresh);
  if (now === null) return null;
  const random = createRandom(seed);
  const last = Math.floor((now - 10 * 60_000) / hour) * hour;
  const from = last - days * 24 * hour;
  const players = inventPlayers(random, count, { from, to: last });
  const made = new Map<string, MadeDraw>();
  const toPlay = Array.from({ length: days * 24 }, (_, index): DrawToPlay => {
    const drawsAt = from + (index + 1) * hour;
    const closesAt = drawsAt - closeSecondsBefore * 1_000;
    const terms = { drawsAt, closesAt, opensAt: drawsAt - 24 * hour, rules: currentRules, patienceHours };
    const committed = commitDraw(terms, keys, null);
    made.set(committed.drawId, { committed, sealed: null });
    // One draw was called off, so that there is one to look at.
    return { id: committed.drawId, closesAt, drawsAt, void: index === Math.floor(days * 24 * 0.4) };
  });
  let previous = noPreviousSeal;

  async function drawIt(draw: DrawToPlay, tickets: readonly PlayedTicket[]): Promise<DrawResult | null> {
    if (draw.void) return null;
    const { committed } = made.get(draw.id)!;
    const hash = drawHash(committed.record);
    const { seed: secret, saltKey } = keys.decryptSecrets(committed.secrets, hash);
    const hashed = hashTickets({ drawId: draw.id, saltKey, pieces: [pack(tickets)] });
    const sealedAt = draw.closesAt + 900;
    const record = encodeSeal({ ...hashed, drawHash: hash, commitment: committed.commitment, sealedAt, previous });
    previous = sealHash(record);
    const result = resultOf({ seed: secret, sealHash: previous, beacon: { ...noBeacon, value: zeros } });
    const signature = keys.sign(sealMessage(record));
    made.set(draw.id, {
      committed,
      sealed: { record, signature, tiers: hashed.tiers, seed: secret, result, sealedAt },
    });
    return result;
  }

  const play = await playMonth(random, players, toPlay, drawIt);
  return owner.transact(async (tx) => {
    if ((await isFresh(tx)) === null) return null;
    await writeMonth(tx, { players, draws: [...made.values()], play });
    return { draws: toPlay.length, tickets: play.tickets.length, players: count };
  });
}

/** As `packedTicket` reads them from the database. */
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

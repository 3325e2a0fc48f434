import type { Database, Queryable } from '#database/connect.ts';
import { beaconValue } from '#domain/fair-draw/beacon.ts';
import { decodeDraw, drawHash } from '#domain/fair-draw/draw-record.ts';
import { sealHash } from '#domain/fair-draw/seal-record.ts';
import { resultOf } from '#domain/fair-draw/stream.ts';
import { encodeNumbers } from '#domain/result.ts';
import type { DrawKeys } from '#server/fair-draw/draw-keys.ts';
import { createRoundVerifier, type RoundVerifier } from '#server/fair-draw/verify-rounds.ts';

interface SealedDraw {
  readonly id: string;
  readonly record: Buffer;
  readonly secrets: Buffer;
  readonly seal: Buffer;
  /** The beacon's; null for a draw without one. */
  readonly signature: Buffer | null;
}

/** For draws without a beacon. */
const noBeacons = createRoundVerifier([]);

/**
 * Derives the result of one sealed draw whose moment has come, and whose beacon value is known if it needs one. The seed
 * becomes public in the same commit. Safe in any number of processes: the result is deterministic, and the database derives
 * it too and rejects any other.
 *
 * Whoever can write to the database could have stored any value of the beacon, and a false one would choose the result. So its
 * signature is verified here, whoever stored it. A false value is taken back, and the draw waits for the true one.
 *
 * @returns whether there was one, or a false value
 */
export async function drawDueDraw(
  db: Database,
  keys: DrawKeys,
  rounds: RoundVerifier = noBeacons,
  onFalseRound: (drawId: string, round: number) => void = () => {},
): Promise<boolean> {
  let refused = false;
  for (;;) {
    const outcome = await db.transact((tx) => drawOne(tx, keys, rounds));
    // A refused value has to be fetched again, so there is more to do.
    if (typeof outcome === 'boolean') return outcome || refused;
    // Outside of the transaction: nobody waits for its lock while a thread computes.
    const { drawId, chain, round, signature } = outcome;
    if (await rounds.isSigned(chain, round, signature)) continue;
    await db.query('select refuse_round($1, $2, $3)', [chain, round, signature]);
    refused = true;
    onFalseRound(drawId, round);
  }
}

/** A value that nobody in this process has verified yet. */
interface UnknownRound {
  readonly drawId: string;
  readonly chain: Uint8Array;
  readonly round: number;
  readonly signature: Uint8Array;
}

/** Returns whether it drew one; or the value that has to be verified before. */
async function drawOne(tx: Queryable, keys: DrawKeys, rounds: RoundVerifier): Promise<boolean | UnknownRound> {
  const [draw] = await tx.query<SealedDraw>(
    `select d.id, c.record, c.secrets, s.record as seal, b.signature
     from claim_draw_to_draw($1) as d (id)
     join commitment c on c.draw_id = d.id
     join seal s on s.draw_id = d.id
     left join known_round b on (b.chain, b.round) = (c.beacon_chain, c.beacon_round)`,
    [rounds.chains],
  );
  if (!draw) return false;
  const { beacon } = decodeDraw(draw.record);
  if (draw.signature && !rounds.isKnown(beacon.ref, beacon.round, draw.signature)) {
    return { drawId: draw.id, chain: beacon.ref, round: beacon.round, signature: draw.signature };
  }
  const { seed } = keys.decryptSecrets(draw.secrets, drawHash(draw.record));
  const value = draw.signature ? beaconValue(draw.signature) : new Uint8Array(32);
  const result = resultOf({ seed, sealHash: sealHash(draw.seal), beacon: { ...beacon, value } });
  await tx.query('select draw_result($1, $2, $3)', [draw.id, seed, encodeNumbers(result)]);
  return true;
}

/** Milliseconds until the next sealed draw without a beacon can be drawn, by the database's clock; null: there is none. */
export async function timeToNextDraw(db: Database): Promise<number | null> {
  const [row] = await db.query<{ wait: number | null }>(
    `select extract(epoch from min(draws_at) - clock_timestamp())::float8 * 1000 as wait
     from (
       select d.draws_at from draw d join commitment c on c.draw_id = d.id
       where d.finished_at is null and d.status = 'closed' and d.sealed_at is not null and c.beacon_round is null
       order by d.closes_at limit 10
     ) next`,
  );
  return row?.wait ?? null;
}

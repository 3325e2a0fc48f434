import type { Database, Queryable } from '#database/connect.ts';
import { drawHash } from '#domain/fair-draw/draw-record.ts';
import { encodeSeal, noPreviousSeal } from '#domain/fair-draw/seal-record.ts';
import { sealMessage } from '#domain/fair-draw/signatures.ts';
import { ticketIdsOf } from '#server/draws/read/ticket-ids.ts';
import type { DrawKeys, Signer } from '#server/fair-draw/draw-keys.ts';
import { requireSigner } from '#server/fair-draw/operator-keys.ts';
import { hashDraw, type HashedTickets } from '#server/fair-draw/hash-tickets.ts';
import { packedTicket } from '#server/fair-draw/packed-tickets.ts';
import { chunkLength } from '#server/fair-draw/tiered-tree.ts';

interface ClosedDraw {
  readonly id: string;
  readonly record: Buffer;
  readonly commitment: Buffer;
  readonly secrets: Buffer;
  readonly operator_key: Buffer;
  readonly beacon_round: number | null;
}

/**
 * Seals one closed draw: hashes its tickets into a tree, signs the root as the next seal of the chain, and, with a beacon,
 * reveals the seed. All of it is one transaction under the lock of the draw's row. From then on the result depends only on
 * public or committed values and on the beacon.
 *
 * Safe in any number of processes: it claims the row, and skips a row that is locked.
 *
 * @returns whether there was one
 */
export async function sealDueDraw(db: Database, keys: DrawKeys): Promise<boolean> {
  return db.transact(async (tx) => {
    const draw = await claim(tx);
    if (!draw) return false;
    const secrets = keys.decryptSecrets(draw.secrets, drawHash(draw.record));
    // A verifier knows one key for each draw.
    const signer = requireSigner(keys, draw.operator_key);
    const pieces = await readTickets(tx, draw.id);
    const tickets = await hashDraw({ drawId: draw.id, saltKey: secrets.saltKey, pieces });
    await storeTree(tx, draw.id, tickets.tiers);
    await writeSeal(tx, signer, draw, tickets, secrets.seed);
    return true;
  });
}

async function claim(tx: Queryable): Promise<ClosedDraw | undefined> {
  const [draw] = await tx.query<ClosedDraw>(
    `select d.id, c.record, c.commitment, c.secrets, c.beacon_round, c.operator_key
     from claim_draw_to_seal() as d (id) join commitment c on c.draw_id = d.id`,
  );
  return draw;
}

/** Reads all tickets of a closed draw, in up to 256 pieces of about the same size. */
export async function readTickets(tx: Queryable, drawId: string): Promise<Buffer[]> {
  const rows = await tx.query<{ tickets: Buffer }>(
    `select string_agg(${packedTicket}, '') as tickets from ticket t
     where t.draw_id = $1 and t.id >= $2 and t.id < $3
     group by get_byte(uuid_send(t.id), 15)`,
    [drawId, ...(await ticketIdsOf(tx, drawId))],
  );
  return rows.map((row) => row.tickets);
}

/** Two megabytes per statement. */
const chunksAtOnce = 256;

export async function storeTree(tx: Queryable, drawId: string, tiers: readonly Uint8Array[]): Promise<void> {
  for (const [tier, hashes] of tiers.entries()) {
    for (let start = 0; start < hashes.length; start += chunksAtOnce * chunkLength) {
      await tx.query(
        `insert into tree_chunk (draw_id, tier, chunk, hashes)
         select $1, $2, $3::integer + n, substring($4::bytea from n * $5::integer + 1 for $5)
         from generate_series(0, (octet_length($4::bytea) - 1) / $5) as n`,
        [drawId, tier, start / chunkLength, hashes.subarray(start, start + chunksAtOnce * chunkLength), chunkLength],
      );
    }
  }
}

async function writeSeal(
  tx: Queryable,
  signer: Signer,
  draw: ClosedDraw,
  tickets: HashedTickets,
  seed: Uint8Array,
): Promise<void> {
  // The database sets the time. The result depends on the seal, so a server that chose the time could choose the result.
  const [next] = await tx.query<{ previous: Buffer | null; sealed_at: Buffer }>(
    'select previous, sealed_at from prepare_seal($1)',
    [draw.id],
  );
  const record = encodeSeal({
    drawHash: drawHash(draw.record),
    commitment: draw.commitment,
    size: tickets.size,
    root: tickets.root,
    totalStake: tickets.totalStake,
    sealedAt: Number(next!.sealed_at.readBigUInt64BE()),
    previous: next!.previous ?? noPreviousSeal,
  });
  await tx.query('select seal_draw($1, $2, $3, $4)', [
    draw.id,
    record,
    signer.sign(sealMessage(record)),
    draw.beacon_round === null ? null : seed,
  ]);
}
